/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/names: the parts of hard names, and names as gprof and screens have them. */
#include "core/base/mem.h"
#include "core/load/image/demangle.h"
#include "core/load/image/name_brackets.h"
#include "core/view/names/form.h"
#include "core/view/names/names.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

/* ---- parts ---- */

static const struct {
    const char *full, *shortest, *with_templates;
} forms[] = {
    {"f()", "f", "f"},
    {"a::b::f(int, char)", "a::b::f", "a::b::f"},
    {"A::f() const volatile &&", "A::f", "A::f"},
    {"void f<int>(int)", "f<..>", "f<int>"},
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
    {"operator\"\" _km(unsigned long long)", "operator\"\" _km", "operator\"\" _km"},
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
    {"f(int)::{lambda(int)#1}* g<f(int)::{lambda(int)#1}>()", "g<..>", "g<f::{lambda(int)#1}>"},
    {"(anonymous namespace)::f(int)", "(anonymous namespace)::f", "(anonymous namespace)::f"},
    {"a::(anonymous namespace)::A<int>::f(int)", "a::(anonymous namespace)::A<..>::f",
     "a::(anonymous namespace)::A<int>::f"},
    {"int f<&(anonymous namespace)::g>()", "f<..>", "f<&(anonymous namespace)::g>"},
    {"A::f() const [clone .isra.0] [clone .cold]", "A::f.isra.0.cold", "A::f.isra.0.cold"},
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

/* The form of a source form as it is read by its brackets, with some parts elided. */
static void write_parts(const char *full, size_t n, bool short_one, struct text *out)
{
    struct name_form f = {0};
    uint8_t how[256] = {FORM_SHOW};
    name_form_by_brackets(full, n, &f);
    assert_true(f.n_parts < ARRAY_LEN(how) && !f.text.failed);
    for (size_t i = 0; i < f.n_parts; i++) {
        const struct form_part *e = &f.parts[i];
        assert_true(e->lo <= e->hi && e->hi <= f.text.n);
        how[i] = e->kind == FORM_PARAMETERS               ? FORM_DROP
                 : short_one && e->kind == FORM_ARGUMENTS ? FORM_CUT
                                                          : FORM_SHOW;
    }
    const struct form form = form_of(&f);
    form_write(&form, how, FORM_SIGNS_ALL, false, NULL, 0, out);
    name_form_release(&f);
}

static void check_form(const char *full, bool short_one, const char *want)
{
    struct text t = {0};
    write_parts(full, strlen(full), short_one, &t);
    if (strcmp(text_z(&t), want) != 0)
        fail_msg("'%s' %d: '%s', not '%s'", full, short_one, text_z(&t), want);
    text_release(&t);
}

TEST(parts_by_brackets)
{
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        check_form(forms[i].full, true, forms[i].shortest);
        check_form(forms[i].full, false, forms[i].with_templates);
    }
}

/* Any bytes at all: every cut of every name, and brackets nested without end. */
TEST(survives_fragments)
{
    char *deep = malloc(100000);
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        size_t n = strlen(forms[i].full);
        for (size_t lo = 0; lo <= n; lo++) {
            for (size_t hi = lo; hi <= n; hi++) {
                char *cut = malloc(hi - lo + 1); /* its own block, for the sanitizers */
                struct text t = {0};
                memcpy(cut, forms[i].full + lo, hi - lo);
                write_parts(cut, hi - lo, true, &t);
                assert_true(t.n <= hi - lo + 2 * n);
                assert_true((t.n == 0) == (hi == lo));
                text_release(&t);
                free(cut);
            }
        }
    }
    for (const char *c = "(<[{a"; *c; c++) {
        struct name_form f = {0};
        memset(deep, *c, 100000);
        name_form_by_brackets(deep, 100000, &f);
        assert_int_equal(f.text.n, 100000);
        name_form_release(&f);
    }
    free(deep);
}

/* ---- names of symbols ---- */

/* Symbols, as gprof prints them, and as a screen shows them alone: short, and in full without what
 * they return, which is nothing here. */
struct known {
    const char *raw, *printed, *shortest;
};
static const struct known elf[] = {
    {"main", "main", "main"},
    {"_Z1fi", "f(int)", "f"},
    {"_Z1fd", "f(double)", "f"},
    {"_Z1gi", "g(int)", "g"},
    {"g", "g", "g"},
    {"_ZN1A1hEv", "A::h()", "A::h"},
    {"_ZNK1A1hEv", "A::h() const", "A::h"},
    {"_ZN1AC1Ei", "A::A(int)", "A::A"},
    {"=_ZN1AC2Ei", "A::A(int)", "A::A"},
    {"_ZN1AD0Ev", "A::~A()", "A::~A"},
    {"_ZN1AD1Ev", "A::~A()", "A::~A"},
    {"=_ZN1AD2Ev", "A::~A()", "A::~A"},
    {"_ZNSt6vectorIiSaIiEE9push_backEOi",
     "std::vector<int, std::allocator<int> >::push_back(int&&)", "std::vector<..>::push_back"},
    {"_ZNSt6vectorIdSaIdEE9push_backEOd",
     "std::vector<double, std::allocator<double> >::push_back(double&&)",
     "std::vector<..>::push_back"},
    {"_ZNSt6vectorIiSaIiEE5clearEv", "std::vector<int, std::allocator<int> >::clear()",
     "std::vector<..>::clear"},
    {"_Z1tIiEvv", "void t<int>()", "t"},
    {"_Z1tIdEvv", "void t<double>()", "t"},
    {"_Z1tIiEvT_", "void t<int>(int)", "t"},
    {"_ZL1si", "s(int)", "s"},
    {"_ZL1si", "s(int)", "s"},
    {"_Zbogus", "_Zbogus", "_Zbogus"},
    {"_ZN12_GLOBAL__N_11kEv", "(anonymous namespace)::k()", "(anonymous namespace)::k"},
    {"_ZN3foo3barEv", "foo::bar()", "foo::bar"},
    {"_ZThn16_N1D1gEv", "non-virtual thunk to D::g()", "non-virtual thunk to D::g"},
    {"_ZTv0_n24_N1D1gEv", "virtual thunk to D::g()", "virtual thunk to D::g"},
    {"_ZThn32_N1D1gEv", "non-virtual thunk to D::g()", "non-virtual thunk to D::g"},
};

/* Symbols 16 bytes apart; a name "=x" stands at the address of the one before. */
static void set_up(struct made *m, const struct known *known, uint32_t n)
{
    uint64_t addr = 0x1000;
    made_init(m, addr, addr + 16 * (uint64_t)(n + 1));
    for (uint32_t i = 0; i < n; i++) {
        const char *raw = known[i].raw;
        addr += raw[0] == '=' ? 0 : 16;
        made_symbol(m, raw + (raw[0] == '='), addr, SYM_FUNC);
    }
}

static void check_names(const struct made *m, const struct known *known, uint32_t n_known)
{
    struct names *n = names_new(&m->profile, NULL, true, demangle_style_auto());
    for (uint32_t i = 0; i < n_known; i++) {
        const struct known *k = &known[i];
        const char *got = names_get(n, i, NAME_SHORT), *raw = image_name(&m->image, &m->symbols[i]);
        assert_string_equal(names_printed(n, i), k->printed);
        assert_string_equal(got, k->shortest);
        assert_ptr_equal(names_get(n, i, NAME_SHORT), got);
        assert_string_equal(names_get(n, i, NAME_RAW), raw);
        if (m->image.windows) /* its names in full are not those that gprof prints */
            continue;
        assert_string_equal(names_get(n, i, NAME_FULL),
                            k->printed + (strncmp(k->printed, "void ", 5) == 0 ? 5 : 0));
        for (int level = NAME_SHORT; level <= NAME_FULL; level++) {
            struct text read = {0};
            names_read(n, raw, (enum name_level)level, &read);
            assert_taken(&read, names_get(n, i, (enum name_level)level));
        }
    }
    names_free(n);
}

TEST(one_by_one)
{
    struct made m = {0};
    set_up(&m, elf, ARRAY_LEN(elf));
    check_names(&m, elf, ARRAY_LEN(elf));
    made_release(&m);
}

/* Names of 32-bit Windows: with their underscores and sizes. */
TEST(names_of_windows)
{
    static const struct known cases[] = {
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
        {"_twice@4", "twice@4", "twice"},
        {"@both@8", "@both@8", "both"},
        {"_plt@plt", "plt@plt", "plt@plt"},
        {"_at@", "at@", "at@"},
        {"@4", "@4", "@4"},
        {"@@4", "@@4", "@@4"},
        {"_", "", ""},
    };
    struct made m = {0};
    set_up(&m, cases, ARRAY_LEN(cases));
    m.image.leading_char = '_';
    m.image.windows = true;
    check_names(&m, cases, ARRAY_LEN(cases));
    m.image.leading_char = '\0'; /* as in ELF files */
    m.image.windows = false;
    struct names *n = names_new(&m.profile, NULL, true, demangle_style_auto());
    assert_string_equal(names_printed(n, 0), "_main");
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
static void check_fill(const struct crowd *c, bool want)
{
    struct names *n = names_new(&c->made.profile, NULL, true, demangle_style_auto());
    struct names *plain = names_new(&c->made.profile, NULL, true, demangle_style_auto());
    assert_true(n && plain);
    assert_int_equal(names_fill(n, c->symbols, c->n, c->wanted), want);
    assert_int_equal(names_fill(n, c->symbols, c->n, c->wanted),
                     want); /* again: nothing is left to do */
    for (uint32_t i = 0; i < c->n; i++)
        assert_string_equal(names_printed(n, i), names_printed(plain, i));
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

TEST(fills)
{
    struct crowd c;
    gather(&c, 9999, put_usual);
    check_fill(&c, true);
    disperse(&c);
    gather(&c, 3, put_plain);
    check_fill(&c, true);
    disperse(&c);
    gather(&c, 700, put_swelling);
    check_fill(&c, false);
    disperse(&c);
}

TEST(can_stay_raw)
{
    struct made m = {0};
    set_up(&m, elf, ARRAY_LEN(elf));
    struct names *n = names_new(&m.profile, NULL, false, demangle_style_auto());
    for (uint32_t i = 0; i < ARRAY_LEN(elf); i++)
        for (int level = NAME_SHORT; level <= NAME_RAW; level++)
            assert_string_equal(names_get(n, i, (enum name_level)level),
                                image_name(&m.image, &m.symbols[i]));
    names_free(n);
    names_free(NULL);
    made_release(&m);
}
