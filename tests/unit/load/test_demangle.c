/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/demangle: styles, what is carried over, and names made to do harm. */
#include <demangle.h>

#include "core/base/mem.h"
#include "core/load/image/demangle.h"
#include "core/load/image/name_brackets.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

/* The source form after the word "x", or "x" alone. */
static void check(const char *style, const char *name, const char *want)
{
    struct text t = {0};
    int s;
    assert_true(demangle_style(style, &s));
    text_char(&t, 'x');
    bool found = demangle(name, s, true, &t);
    assert_false(t.failed);
    assert_int_equal(found, want != NULL);
    assert_string_equal(text_z(&t) + 1, want ? want : "");
    text_release(&t);
}

TEST(styles)
{
    int style = -1;
    assert_true(demangle_style("auto", &style));
    assert_int_equal(style, demangle_style_auto());
    assert_false(demangle_style("", &style));
    assert_false(demangle_style("gnu", &style));
    assert_false(demangle_style("AUTO", &style));
    assert_int_equal(style, demangle_style_auto());

    static const char rust[] = "_ZN4core3fmt17h0123456789abcdefE";
    check("auto", rust, "core::fmt");
    check("rust", rust, "core::fmt");
    check("gnu-v3", rust, "core::fmt::h0123456789abcdef");
    check("none", rust, NULL);
    check("auto", "_RNvC6_123foo3bar", "123foo::bar");
    check("gnu-v3", "_RNvC6_123foo3bar", NULL);
    check("dlang", "_D8demangle4testFaZv", "demangle.test(char)");
    check("auto", "_D8demangle4testFaZv", NULL);
    check("gnat", "pack__name", "pack.name");
    check("gnat", "Foo", "<Foo>");
    check("auto", "pack__name", NULL);
    check("java", "_ZN4java4lang6Object5cloneEv", "java.lang.Object.clone()");
}

TEST(names)
{
    static const struct {
        const char *name, *want;
    } cases[] = {
        {"_Z1fv", "f()"},
        {"_ZNK1A1fEi", "A::f(int) const"},
        {"_ZN1AIiE1fIcEET_S2_", "char A<int>::f<char>(char)"},
        {"_Z1fv.constprop.0", "f() [clone .constprop.0]"},
        {"._ZN1A1fEv", ".A::f()"},
        {"$.$_Z1fv", "$.$f()"},
        {"_Z1fv@plt", "f()@plt"},
        {"_Z1fv@@VERS_1@x", "f()@@VERS_1@x"},
        {"._Z1fv@plt", ".f()@plt"},
        {"main", NULL},
        {"_main", NULL},
        {"", NULL},
        {".", NULL},
        {"@", NULL},
        {"@plt", NULL},
        {"_Z", NULL},
        {"_Z1", NULL},
        {"_ZN", NULL},
        {"main@plt", NULL},
        {"_GLOBAL__I_a", "global constructors keyed to a"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check("auto", cases[i].name, cases[i].want);
}

static void add_piece(const char *piece, size_t n, void *ctx)
{
    text_add(ctx, piece, n);
}

/* One byte less, one more, or another one. */
static void spoil(struct text *t, uint64_t *chance)
{
    static const char bytes[] = "EhZ_@.$17NS0a";
    size_t at = made_below(chance, (uint32_t)t->n);
    char c = bytes[made_below(chance, sizeof bytes - 1)];
    switch (made_below(chance, 3)) {
    case 0:
        memmove(t->p + at, t->p + at + 1, t->n-- - at - 1);
        break;
    case 1:
        text_char(t, c);
        memmove(t->p + at + 1, t->p + at, t->n - at - 1);
        break;
    default:
        t->p[at] = c;
    }
}

/* Names that are no names of Rust are recognised without the library. */
TEST(nearly_rust)
{
    static const char *const whole[] = {
        "_ZN4core3fmt17h0123456789abcdefE",
        "_ZN4core3fmt17h0123456789abcdefE.llvm.123",
        "_ZN71_$LT$Test$u20$as$u20$foo..bar$GT$3run17h930b740aa94f1d3aE",
        "_RNvC6_123foo3bar",
        "_ZN1A1fE17h0123456789abcdefEv",
    };
    uint64_t chance = 7;
    int style;
    unsigned n_rust = 0;
    assert_true(demangle_style("rust", &style));
    for (unsigned i = 0; i < 50000; i++) {
        struct text name = {0}, ours = {0}, plain = {0};
        text_str(&name, whole[i % ARRAY_LEN(whole)]);
        for (unsigned k = made_below(&chance, 4); k > 0; k--)
            spoil(&name, &chance);
        if (text_z(&name)[0] == '_' && !strchr(name.p, '@')) { /* nothing is carried over */
            bool found = rust_demangle_callback(name.p, DMGL_PARAMS | DMGL_ANSI, add_piece, &plain);
            n_rust += found;
            assert_int_equal(demangle(name.p, style, true, &ours), found);
            if (found)
                assert_string_equal(text_z(&ours), text_z(&plain));
        }
        text_release(&name);
        text_release(&ours);
        text_release(&plain);
    }
    assert_true(n_rust > 1000);
}

/* prefix, then n times part, then tail. */
static char *repeated(const char *prefix, const char *part, size_t n, const char *tail)
{
    struct text t = {0};
    text_str(&t, prefix);
    while (n--)
        text_str(&t, part);
    text_str(&t, tail);
    char *s = mem_text(t.p, t.n);
    assert_false(t.failed);
    text_release(&t);
    return s;
}

/* ---- parts ---- */

/* The parts of a name of one kind, each with a blank after it. */
static void check_parts(const char *name, enum form_kind kind, const char *want)
{
    struct name_form f = {0};
    struct text got = {0};
    assert_true(name_form_read(name, demangle_style_auto(), &f));
    for (size_t i = 0; i < f.n_parts; i++)
        if (f.parts[i].kind == kind) {
            text_add(&got, f.text.p + f.parts[i].lo, f.parts[i].hi - f.parts[i].lo);
            text_char(&got, ' ');
        }
    assert_taken(&got, want);
    name_form_release(&f);
}

TEST(parts)
{
    static const char count[] = "_ZNK4acme5IndexISt6vectorIiSaIiEEE5countERKl";
    static const char lambda[] = "_ZZN4acme3runIdEEvT_ENKUlvE_clEv";
    static const char pack[] = "_ZN1a4makeIJidEEEvDpOT_";
    static const char in_argument[] = "_Z1fIZN1AD1EvEUliE_EvT_";
    check_parts(count, FORM_SCOPE,
                "acme:: Index<std::vector<int, std::allocator<int> > >:: std:: "
                "std:: ");
    check_parts(count, FORM_OWN, "count ");
    check_parts(count, FORM_ARGUMENTS,
                "<std::vector<int, std::allocator<int> > > "
                "<int, std::allocator<int> > <int> ");
    check_parts(count, FORM_PARAMETERS, "(long const&) const ");
    check_parts(count, FORM_ARGUMENT,
                "std::vector<int, std::allocator<int> > int std::allocator<int> int long const& ");
    check_parts(in_argument, FORM_SCOPE, "A:: ~A():: A:: ~A():: ");
    check_parts(in_argument, FORM_LAMBDA, "(int) (int) ");
    check_parts("_Z1fIN1a12_GLOBAL__N_11BEEvv", FORM_SCOPE, "a:: (anonymous namespace):: ");
    check_parts("_Z1fIN1A1BB5cxx111CEEvv", FORM_SCOPE, "A:: B[abi:cxx11]:: ");
    check_parts(lambda, FORM_SCOPE, "acme:: run<double>(double):: {lambda()#1}:: ");
    check_parts(lambda, FORM_OWN, "operator() ");
    check_parts(pack, FORM_PARAMETERS, "(int&&, double&&) ");
    check_parts(pack, FORM_ARGUMENT, "int double int&& double&& ");
    check_parts("_ZThn16_N1D1gEv", FORM_OWN, "g ");
    check_parts("_ZN1A1fEv.isra.0.cold", FORM_CLONE, " [clone .isra.0]  [clone .cold] ");
    check_parts("_ZN1AC2Ev", FORM_OWN, "A ");
    check_parts("_ZN1AD0Ev", FORM_OWN, "~A ");
    check_parts("_ZNKSt8functionIFviEEclEi", FORM_OWN, "operator() ");
}

/* No part of a name that is none, or that stands for more than anybody reads: each substitution
 * doubles the one before it. */
TEST(no_parts)
{
    static const char *const none[] = {"",    "main",          "_Z",
                                       "_ZN", "_RNvC6_123foo", "_ZN1AIXsr1BE1fEv"};
    struct name_form f = {0};
    for (size_t i = 0; i < ARRAY_LEN(none); i++) {
        name_form_clear(&f);
        assert_false(name_form_read(none[i], demangle_style_auto(), &f));
        assert_int_equal(f.text.n + f.n_parts, 0);
    }
    struct text name = {0}, t = {0};
    text_str(&t, "before");
    text_str(&name, "_Z1f1AIiiE");
    for (const char *p = "0123456789ABCDEFGHIJKLMNOPQRSTUVWX"; *p; p++)
        text_printf(&name, "S_IS%c_S%c_E", *p, *p);
    assert_false(name_form_read(text_z(&name), demangle_style_auto(), &f));
    assert_int_equal(f.text.n + f.n_parts, 0);
    assert_false(demangle(text_z(&name), demangle_style_auto(), true, &t));
    assert_taken(&t, "before");
    text_release(&name);
    name_form_release(&f);
}

TEST(harmful_names)
{
    static const char *const parts[] = {"P",  "PF", "I",    "S_", "N",
                                        "1a", "A_", "DpT_", "._", "\xff"};
    static const char *const style_names[] = {"auto", "gnu-v3", "java", "gnat", "dlang", "rust"};
    static const char *const prefixes[] = {"_Z1f", "_D1f", "_R", "_ZN", "x"};
    for (size_t i = 0; i < ARRAY_LEN(parts) * ARRAY_LEN(prefixes); i++) {
        char *s = repeated(prefixes[i % 5], parts[i / 5], 65536 / strlen(parts[i / 5]), "v");
        for (size_t k = 0; k < ARRAY_LEN(style_names); k++) {
            struct text t = {0};
            int style;
            assert_true(demangle_style(style_names[k], &style));
            bool found = demangle(s, style, true, &t);
            assert_int_equal(found, t.n > 0);
            text_release(&t);
        }
        struct name_form f = {0};

        assert_true(name_form_read(s, demangle_style_auto(), &f) == (f.text.n > 0));
        name_form_release(&f);
        free(s);
    }
}
