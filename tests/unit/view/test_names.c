/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/names: short forms of hard names, and that different functions keep different names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/image/demangle.h"
#include "core/view/names/elide.h"
#include "core/view/names/fill.h"
#include "core/view/names/key.h"
#include "core/view/names/names.h"

#include "tests/support/profile_builder.h"

/* ---- elision ---- */

static const struct {
    const char *full, *shortest, *with_templates;
} forms[] = {
    {"f()", "f", "f"},
    {"a::b::f(int, char)", "a::b::f", "a::b::f"},
    {"A::f() const", "A::f", "A::f"},
    {"A::f() const volatile &&", "A::f", "A::f"},
    {"void f<int>(int)", "f<..>", "f<int>"},
    {"std::vector<int> const& f<int>(int)", "f<..>", "f<int>"},
    {"unsigned long const* A<int>::f<char>(char) const", "A<..>::f<..>", "A<int>::f<char>"},
    {"void (*f<char>(char))(int)", "f<..>", "f<char>"},
    {"void (* const& f<char>(char))(int)", "f<..>", "f<char>"},
    {"decltype ({parm#1}+(1)) f<int>(int)", "f<..>", "f<int>"},
    {"decltype (::new ((void*)(0)) A()) std::construct_at<A>(A*)", "std::construct_at<..>",
     "std::construct_at<A>"},
    {"A::operator()(int)", "A::operator()", "A::operator()"},
    {"void A::operator()<char>(char, int)", "A::operator()<..>", "A::operator()<char>"},
    {"A::operator<(A const&) const", "A::operator<", "A::operator<"},
    {"bool A::operator< <int>(int)", "A::operator< <..>", "A::operator< <int>"},
    {"A::operator<<(int)", "A::operator<<", "A::operator<<"},
    {"A& A::operator<< <double>(double)", "A::operator<< <..>", "A::operator<< <double>"},
    {"A& A::operator>><double>(double)", "A::operator>><..>", "A::operator>><double>"},
    {"bool operator><A<1> >(A<1>)", "operator><..>", "operator><A<1> >"},
    {"auto std::operator<=><int>(int)", "std::operator<=><..>", "std::operator<=><int>"},
    {"A::operator->()", "A::operator->", "A::operator->"},
    {"int* A::operator-><int>()", "A::operator-><..>", "A::operator-><int>"},
    {"A::operator->*(int)", "A::operator->*", "A::operator->*"},
    {"A::operator[](int)", "A::operator[]", "A::operator[]"},
    {"A::operator,(int)", "A::operator,", "A::operator,"},
    {"operator delete[](void*, unsigned long)", "operator delete[]", "operator delete[]"},
    {"operator new(unsigned long)", "operator new", "operator new"},
    {"operator\"\" _km(unsigned long long)", "operator\"\" _km", "operator\"\" _km"},
    {"A::operator int() const", "A::operator int", "A::operator int"},
    {"A::operator unsigned long() const", "A::operator unsigned long", "A::operator unsigned long"},
    {"A::operator std::vector<int, std::allocator<int> >()", "A::operator std::vector<..>",
     "A::operator std::vector<int, std::allocator<int> >"},
    {"A::operator double*<double>()", "A::operator double*<..>", "A::operator double*<double>"},
    {"A::operator void (*)(int)()", "A::operator void (*)(int)", "A::operator void (*)(int)"},
    {"operators::f(int)", "operators::f", "operators::f"},
    {"my_operator<int>::f(int)", "my_operator<..>::f", "my_operator<int>::f"},
    {"f<&(operator< <int>)>()", "f<..>", "f<&(operator< <int>)>"},
    {"f<&A::operator()>(int)", "f<..>", "f<&A::operator()>"},
    {"f<(E)2, ((N)<(5)), ((N)>(5))>(int)", "f<..>", "f<(E)2, ((N)<(5)), ((N)>(5))>"},
    {"f<((1)<<(2))>(int)", "f<..>", "f<((1)<<(2))>"},
    {"f<decltype (a->b)>(int)", "f<..>", "f<decltype (a->b)>"},
    {"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()",
     "main::{lambda(int)#1}::operator()"},
    {"auto f(int)::{lambda(auto:1)#2}::operator()<double>(double) const",
     "f::{lambda(auto:1)#2}::operator()<..>", "f::{lambda(auto:1)#2}::operator()<double>"},
    {"f(int)::{lambda(std::vector<int>)#1}::operator()(std::vector<int>) const",
     "f::{lambda(std::vector<..>)#1}::operator()", "f::{lambda(std::vector<int>)#1}::operator()"},
    {"A::f() const::{lambda()#1}::_FUN()", "A::f::{lambda()#1}::_FUN", "A::f::{lambda()#1}::_FUN"},
    {"f(int)::{lambda(int)#1}* g<f(int)::{lambda(int)#1}>()", "g<..>",
     "g<f(int)::{lambda(int)#1}>"},
    {"(anonymous namespace)::f(int)", "(anonymous namespace)::f", "(anonymous namespace)::f"},
    {"a::(anonymous namespace)::A<int>::f(int)", "a::(anonymous namespace)::A<..>::f",
     "a::(anonymous namespace)::A<int>::f"},
    {"int f<&(anonymous namespace)::g>()", "f<..>", "f<&(anonymous namespace)::g>"},
    {"f(int) [clone .constprop.0]", "f [clone .constprop.0]", "f [clone .constprop.0]"},
    {"A::f() const [clone .isra.0] [clone .cold]", "A::f [clone .isra.0] [clone .cold]",
     "A::f [clone .isra.0] [clone .cold]"},
    {"f[abi:cxx11](int)", "f[abi:cxx11]", "f[abi:cxx11]"},
    {"A<int>::~A()", "A<..>::~A", "A<int>::~A"},
    {"non-virtual thunk to A::f(int)", "non-virtual thunk to A::f", "non-virtual thunk to A::f"},
    {"virtual thunk to A<int>::~A()", "virtual thunk to A<..>::~A", "virtual thunk to A<int>::~A"},
    {"guard variable for f(int)::x", "guard variable for f::x", "guard variable for f::x"},
    {"vtable for A<int>", "vtable for A<..>", "vtable for A<int>"},
    {"TLS init function for x[abi:cxx11]", "TLS init function for x[abi:cxx11]",
     "TLS init function for x[abi:cxx11]"},
    {"fptr(int (*)(int), void (A::*)(int), int (&) [3])", "fptr", "fptr"},
    {".f(int)", ".f", ".f"},
    {"f(int)@plt", "f@plt", "f@plt"},
    /* Rust */
    {"core::ptr::drop_in_place", "core::ptr::drop_in_place", "core::ptr::drop_in_place"},
    {"core::ops::FnOnce::call_once::{{vtable.shim}}",
     "core::ops::FnOnce::call_once::{{vtable.shim}}",
     "core::ops::FnOnce::call_once::{{vtable.shim}}"},
    {"<alloc::vec::Vec<T> as core::ops::Drop>::drop",
     "<alloc::vec::Vec<..> as core::ops::Drop>::drop",
     "<alloc::vec::Vec<T> as core::ops::Drop>::drop"},
    {"a::f::<i32, b::C<u8>>", "a::f::<..>", "a::f::<i32, b::C<u8>>"},
    /* what is no such name stays whole */
    {"", "", ""},
    {"a b c", "a b c", "a b c"},
    {"f<int(", "f<int(", "f<int("},
    {"f(", "f(", "f("},
    {")", ")", ")"},
    {"x>", "x>", "x>"},
    {"f(int]", "f(int]", "f(int]"},
    {"(a)", "(a)", "(a)"},
};

static void check_form(const char *full, bool params, unsigned depth, const char *want)
{
    struct text t = {0};
    names_elide(full, strlen(full), (struct name_parts){params, depth, false}, &t);
    if (strcmp(text_z(&t), want) != 0)
        fail_msg("'%s' with %d %u: '%s', not '%s'", full, params, depth, text_z(&t), want);
    text_release(&t);
}

/* Only the first of the outermost arguments. */
static void check_first(const char *full, unsigned depth, const char *want)
{
    struct text t = {0};
    names_elide(full, strlen(full), (struct name_parts){false, depth, true}, &t);
    assert_string_equal(text_z(&t), want);
    text_release(&t);
}

static void elides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        check_form(forms[i].full, false, 0, forms[i].shortest);
        check_form(forms[i].full, false, ALL_DEPTHS, forms[i].with_templates);
    }
    static const char deep[] = "int A<B<C<D<int> > > >::f<char>(E<F<int> >) const";

    check_form(deep, true, 0, "A<..>::f<..>(E<..>) const");
    check_form(deep, true, 1, "A<B<..> >::f<char>(E<..>) const");
    check_form(deep, true, 2, "A<B<C<..> > >::f<char>(E<F<..> >) const");
    check_form(deep, false, 3, "A<B<C<D<..> > > >::f<char>");
    check_form(deep, true, 4, "A<B<C<D<int> > > >::f<char>(E<F<int> >) const");
    check_form(deep, true, ALL_DEPTHS, "A<B<C<D<int> > > >::f<char>(E<F<int> >) const");
    check_first("A<int>::f()", 1, "A<int>::f");
    check_first("A<B<C, D>, E>::f<G, H>()", 1, "A<B<..>, ..>::f<G, ..>");
    check_first("A<B<C, D>, E>::f()", 2, "A<B<C, D>, ..>::f");
    check_first("A<&(operator<), int (*)(int, int)>::f()", 1, "A<&(operator<), ..>::f");
    check_first("A<int (*)(int, int)>::f()", 1, "A<int (*)(int, int)>::f");
    check_form("A& A::operator<< <B<C> >(B<C>)", true, 1, "A::operator<< <B<..> >(B<..>)");
}

/* Any bytes at all: every cut of every name, and brackets nested without end. */
static void survives_fragments(void **state)
{
    (void)state;
    char *deep = malloc(100000);

    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        size_t n = strlen(forms[i].full);
        for (size_t lo = 0; lo <= n; lo++) {
            for (size_t hi = lo; hi <= n; hi++) {
                char *cut = malloc(hi - lo + 1); /* its own block, for the sanitizers */
                struct text t = {0};
                memcpy(cut, forms[i].full + lo, hi - lo);
                names_elide(cut, hi - lo, (struct name_parts){false, 0, false}, &t);
                assert_true(t.n <= hi - lo + 2 * n);
                assert_true((t.n == 0) == (hi == lo));
                text_release(&t);
                free(cut);
            }
        }
    }
    for (const char *c = "(<[{a"; *c; c++) {
        struct text t = {0};
        memset(deep, *c, 100000);
        names_elide(deep, 100000, (struct name_parts){true, 5, false}, &t);
        assert_int_equal(t.n, 100000);
        text_release(&t);
    }
    free(deep);
}

/* ---- names of symbols ---- */

/* Symbols 16 bytes apart; a name "=x" stands at the address of the one before. */
static void set_up(struct made *m, const char *const *raw, uint32_t n)
{
    uint64_t addr = 0x1000;
    made_init(m, addr, addr + 16 * (uint64_t)(n + 1));
    for (uint32_t i = 0; i < n; i++) {
        addr += raw[i][0] == '=' ? 0 : 16;
        made_symbol(m, raw[i] + (raw[i][0] == '='), addr, SYM_FUNC);
    }
}

static const char *const raws[] = {
    "main",
    "_Z1fi",
    "_Z1fd",
    "_Z1gi",
    "g",
    "_ZN1A1hEv",
    "_ZNK1A1hEv",
    "_ZN1AC1Ei",
    "=_ZN1AC2Ei",
    "_ZN1AD0Ev",
    "_ZN1AD1Ev",
    "=_ZN1AD2Ev",
    "_ZNSt6vectorIiSaIiEE9push_backEOi",
    "_ZNSt6vectorIdSaIdEE9push_backEOd",
    "_ZNSt6vectorIiSaIiEE5clearEv",
    "_Z1tIiEvv",
    "_Z1tIdEvv",
    "_Z1tIiEvT_",
    "_ZL1si",
    "_ZL1si",
    "_Zbogus",
    "_ZN12_GLOBAL__N_11kEv",
    "_ZN3foo3barEv",
    "_ZThn16_N1D1gEv",
    "_ZTv0_n24_N1D1gEv",
    "_ZThn32_N1D1gEv",
};

static const char *const shown_short[] = {
    "main",
    "f(int)",
    "f(double)",
    "g(int)",
    "g",
    "A::h()",
    "A::h() const",
    "A::A",
    "A::A",
    "A::~A [D0]",
    "A::~A [D1]",
    "A::~A [D2]",
    "std::vector<int, ..>::push_back",
    "std::vector<double, ..>::push_back",
    "std::vector<..>::clear",
    "t<int>",
    "t<double>",
    "t<..>(int)",
    "s",
    "s",
    "_Zbogus",
    "(anonymous namespace)::k",
    "foo::bar",
    "non-virtual thunk to D::g [_ZThn16_N1D1gEv]",
    "virtual thunk to D::g",
    "non-virtual thunk to D::g [_ZThn32_N1D1gEv]",
};

enum { N_RAWS = sizeof raws / sizeof *raws };

static void keeps_functions_different(void **state)
{
    (void)state;
    struct made m = {0};

    set_up(&m, raws, N_RAWS);
    for (uint32_t first = 0; first < N_RAWS; first++) { /* whichever is asked for first */
        struct names *n = names_new(&m.profile, NULL, true, demangle_style_auto());
        for (uint32_t i = 0; i < N_RAWS; i++) {
            uint32_t k = (first + i) % N_RAWS;
            const char *got = names_get(n, k, NAME_SHORT);
            if (!got || strcmp(got, shown_short[k]) != 0)
                fail_msg("%s: '%s', not '%s'", raws[k], got ? got : "(none)", shown_short[k]);
            assert_ptr_equal(names_get(n, k, NAME_SHORT), got);
        }
        names_free(n);
    }
    made_release(&m);
}

/* No level gives one text to two functions, raw and full ones apart. */
static void levels(void **state)
{
    (void)state;
    struct made m = {0};
    struct names *n;

    set_up(&m, raws, N_RAWS);
    n = names_new(&m.profile, NULL, true, demangle_style_auto());
    for (uint32_t i = 0; i < N_RAWS; i++) {
        assert_string_equal(names_get(n, i, NAME_RAW), image_name(&m.image, &m.symbols[i]));
        for (uint32_t k = 0; k < i; k++)
            if (m.symbols[i].addr != m.symbols[k].addr && strcmp(raws[i], raws[k]) != 0)
                assert_string_not_equal(names_get(n, i, NAME_SHORT), names_get(n, k, NAME_SHORT));
    }
    assert_string_equal(names_get(n, 15, NAME_FULL), "void t<int>()");
    assert_string_equal(names_get(n, 20, NAME_FULL), "_Zbogus");
    names_free(n);
    made_release(&m);
}

/* Names of symbols that nothing changes, which read like short or full ones of others. */
static const char *const look_alikes[] = {
    "f<2>",  "_Z1fILi2EEvv", "f<..>", "f<..> [_Z1fILi2EEvv]",
    "_Zfoo", "_Z5_Zfoov",    "A::h",  "_ZN1A1hEv",
};

static void raw_names_keep_their_texts(void **state)
{
    (void)state;
    struct made m = {0};
    enum { N = ARRAY_LEN(look_alikes) };

    set_up(&m, look_alikes, N);
    for (uint32_t first = 0; first < N; first++) { /* whichever is asked for first */
        struct names *n = names_new(&m.profile, NULL, true, demangle_style_auto());
        for (uint32_t i = 0; i < N; i++)
            assert_non_null(names_get(n, (first + i) % N, NAME_SHORT));
        assert_string_equal(names_get(n, 0, NAME_SHORT), "f<2>");
        assert_string_equal(names_get(n, 1, NAME_SHORT), "f<..> [_Z1fILi2EEvv] [_Z1fILi2EEvv]");
        assert_string_equal(names_get(n, 5, NAME_SHORT), "_Zfoo [_Z5_Zfoov]");
        assert_string_equal(names_get(n, 7, NAME_SHORT), "A::h [_ZN1A1hEv]");
        names_free(n);
    }
    made_release(&m);
}

/* Names of 32-bit Windows: what is shown in full, which gprof prints, and short. */
static void names_of_windows(void **state)
{
    (void)state;
    static const struct {
        const char *raw, *full, *shortest;
    } cases[] = {
        {"_main", "main", "main"},
        {"main_without", "main_without", "main_without"},
        {"__under", "_under", "_under"},
        {"__Z1fi", "f(int)", "f"},
        {"_Z1gi", "Z1gi", "Z1gi"},
        {"_std_call@8", "std_call@8", "std_call"},
        {"@fast_call@8", "@fast_call@8", "fast_call"},
        {"_vector_call@@16", "vector_call@@16", "vector_call"},
        {"__Z1hi@4", "h(int)@4", "h"},
        {"@_Z1kii@8", "@_Z1kii@8", "k"},
        {"_twice", "twice", "twice"},
        {"_twice@4", "twice@4", "twice@4"},
        {"_both@8", "both@8", "both@8"},
        {"@both@8", "@both@8", "@both@8"},
        {"_plt@plt", "plt@plt", "plt@plt"},
        {"_at@", "at@", "at@"},
        {"@4", "@4", "@4"},
        {"@@4", "@@4", "@@4"},
        {"_", "", ""},
    };
    struct made m = {0};
    const char *raw[ARRAY_LEN(cases)];

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        raw[i] = cases[i].raw;
    set_up(&m, raw, ARRAY_LEN(cases));
    m.image.leading_char = '_';
    m.image.windows = true;
    struct names *n = names_new(&m.profile, NULL, true, demangle_style_auto());
    for (uint32_t i = 0; i < ARRAY_LEN(cases); i++) {
        assert_string_equal(names_get(n, i, NAME_FULL), cases[i].full);
        assert_string_equal(names_get(n, i, NAME_SHORT), cases[i].shortest);
        assert_string_equal(names_get(n, i, NAME_RAW), cases[i].raw);
    }
    names_free(n);
    m.image.leading_char = '\0'; /* as in ELF files */
    m.image.windows = false;
    n = names_new(&m.profile, NULL, true, demangle_style_auto());
    assert_string_equal(names_get(n, 0, NAME_FULL), "_main");
    assert_string_equal(names_get(n, 5, NAME_SHORT), "_std_call@8");
    names_free(n);
    made_release(&m);
}

/* ---- many at once ---- */

/* n symbols whose names are written by `put`. */
struct crowd {
    struct made made;
    struct symbol *symbols;
    uint8_t *wanted; /* two of three */
    uint32_t n;
};

static void gather(struct crowd *c, uint32_t n, void (*put)(struct text *t, uint32_t i))
{
    struct text name = {0};
    *c = (struct crowd){.n = n};
    made_init(&c->made, 0, 16 * (uint64_t)n);
    c->symbols = mem_array(n, sizeof *c->symbols);
    c->wanted = mem_array(n, 1);
    assert_true(c->symbols && c->wanted);
    for (uint32_t i = 0; i < n; i++) {
        c->symbols[i] = (struct symbol){.addr = 16 * i, .raw = i};
        c->wanted[i] = i % 3 != 0;
        text_clear(&name);
        put(&name, i);
        made_symbol(&c->made, text_z(&name), 16 * (uint64_t)i, SYM_FUNC);
    }
    text_release(&name);
}

static void disperse(struct crowd *c)
{
    free(c->symbols);
    free(c->wanted);
    made_release(&c->made);
}

/* Names made at once are those made one by one; fill says whether it did it. */
static void check_fill(const struct crowd *c, unsigned helpers, bool want)
{
    const struct name_list l = {c->symbols, c->n, c->wanted};
    struct names *n = names_new(&c->made.profile, NULL, true, demangle_style_auto());
    struct names *plain = names_new(&c->made.profile, NULL, true, demangle_style_auto());
    assert_true(n && plain);
    assert_int_equal(names_fill(n, &l, helpers), want);
    assert_int_equal(names_fill(n, &l, helpers), want); /* again: nothing is left to do */
    for (uint32_t i = 0; i < c->n; i++)
        assert_string_equal(names_get(n, i, NAME_FULL), names_get(plain, i, NAME_FULL));
    names_free(n);
    names_free(plain);
}

static void put_usual(struct text *t, uint32_t i)
{
    static const char *const before[] = {"_Z", "plain", "_Zbogus", "_ZN3foo"};
    static const char *const ends[] = {"i", "", "", "E"};
    text_str(t, before[i % 4]);
    text_uint(t, text_uint_cols(i) + 1, 0);
    text_char(t, 'f');
    text_uint(t, i, 0);
    text_str(t, ends[i % 4]);
}

static void put_plain(struct text *t, uint32_t i)
{
    text_printf(t, "f%u", i);
}

/* Each substitution doubles the one before it. */
static void put_swelling(struct text *t, uint32_t i)
{
    text_printf(t, "_Z%uf%u1AIiiE", (unsigned)text_uint_cols(i) + 1, i);
    for (const char *p = "0123456789ABC"; *p; p++)
        text_printf(t, "S_IS%c_S%c_E", *p, *p);
}

static void fills(void **state)
{
    (void)state;
    struct crowd c;

    for (unsigned helpers = 0; helpers <= 2; helpers++) {
        gather(&c, 9999, put_usual);
        check_fill(&c, helpers, true);
        disperse(&c);
        gather(&c, 3, put_plain);
        check_fill(&c, helpers, true);
        disperse(&c);
        gather(&c, 700, put_swelling);
        check_fill(&c, helpers, false);
        disperse(&c);
    }
}

static void can_stay_raw(void **state)
{
    (void)state;
    struct made m = {0};
    struct names *n;

    set_up(&m, raws, N_RAWS);
    n = names_new(&m.profile, NULL, false, demangle_style_auto());
    for (uint32_t i = 0; i < N_RAWS; i++)
        for (int level = NAME_SHORT; level <= NAME_RAW; level++)
            assert_string_equal(names_get(n, i, (enum name_level)level),
                                image_name(&m.image, &m.symbols[i]));
    names_free(n);
    names_free(NULL);
    made_release(&m);
}

static void keys_of_equal_names_are_equal(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool unknown; /* one of them has no whole key */
    } same[] = {
        {"_Z3fooi", "foo", false},
        {"_Z3fooi", "_Z3foo3bar", false},
        {"_Z3fooi", "_ZL3foov", false},
        {"_Z3fooi", "_Z3fooIiEvT_", false},
        {"_ZN1A1fEv", "_ZNK1A1fEi", false},
        {"_ZNSt6vectorIiE1fEv", "_ZNKSt6vectorIdE1fEv", false},
        {"_ZNSt6vectorIiSaIiEE9push_backEOi", "_ZNSt6vectorIPKcSaIS1_EE9push_backERKS1_", false},
        {"_ZN1AIN1B1CELi5ELb1EFivEA3_iM1DiJicEE1fEv", "_ZN1AIiE1fEv", false},
        {"_ZN1AIXsr1BE1fEv", "_ZN1AIiE1fEv", true},
        {"_ZN12_GLOBAL__N_11fEv", "_ZN12_GLOBAL__N_11fEi", false},
        {"_ZThn16_N1D1gEv", "_ZTv0_n24_N1D1gEv", false},
        {"_ZN1a1b17h0123456789abcdefE", "_ZN1a1b17hfedcba9876543210E", false},
        {"._Z1fi", "_Z1fd", false},
        {"_ZNSaIiEC1Ev", "_ZNSaIdEC2Ev", false},
        {"_ZN1AC1Ev", "_ZN1A1AEv", false},
        {"_ZN1AngEv", "_ZN1AmiES_", false},
        {"_ZN1AlsIiEERS_T_", "_ZN1AlsEi", false},
        {"_ZN1AcviEv", "_ZN1AcviEv", true},
        {"_ZZ3foovENKUlvE_clEv", "_ZZ3fooiENKUlvE_clEv", true},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        uint32_t a = names_key_whole(same[i].a), b = names_key_whole(same[i].b);
        assert_int_equal(names_key_start(same[i].a), names_key_start(same[i].b));
        assert_int_equal(a == NAMES_KEY_UNKNOWN || b == NAMES_KEY_UNKNOWN, same[i].unknown);
        if (!same[i].unknown && a != b)
            fail_msg("%s, %s", same[i].a, same[i].b);
    }
    assert_int_not_equal(names_key_start("_ZN1A1fEv"), names_key_start("_ZN1A1gEv"));
    assert_int_not_equal(names_key_start("_ZN1A1fEv"), names_key_start("_ZN1B1fEv"));
    assert_int_not_equal(names_key_whole("_ZN1AIiE1fEv"), names_key_whole("_ZN1AIiE1gEv"));
}

/* Nothing beyond the end of a name is read, wherever it ends. */
static void keys_of_damaged_names(void **state)
{
    (void)state;
    static const char *const bad[] = {"_ZTv0_n24_N1D1gEv",
                                      "_ZNSt6vectorIPKcSaIS1_EE9push_backERKS1_",
                                      "_ZN1AIN1B1CELi5ELb1EFivEA3_iM1DiJicEDpDnE1fEv",
                                      "_ZN99999999999999999999a",
                                      "_ZN0",
                                      "_ZNK1AngEv",
                                      "_ZN3fooB5cxx11C1IiEEv",
                                      "_ZN1AIIIIIIIIIIIIPPPPRRRR",
                                      "_ZN1AID"};

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        for (size_t n = 0; n <= strlen(bad[i]); n++) {
            char *own = malloc(n + 1); /* its own block, for the sanitizers */
            memcpy(own, bad[i], n);
            own[n] = '\0';
            names_key_start(own);
            assert_true(names_key_whole(own) != 0);
            free(own);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elides),
        cmocka_unit_test(survives_fragments),
        cmocka_unit_test(keeps_functions_different),
        cmocka_unit_test(levels),
        cmocka_unit_test(raw_names_keep_their_texts),
        cmocka_unit_test(names_of_windows),
        cmocka_unit_test(fills),
        cmocka_unit_test(can_stay_raw),
        cmocka_unit_test(keys_of_equal_names_are_equal),
        cmocka_unit_test(keys_of_damaged_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
