/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D7: namespaces, classes, modules, packages and crates, as raw names show them. */
#include "core/select/scope.h"

#include "tests/support/unit.h"

static const struct {
    const char *name, *scope;
} names[] = {
    /* C */
    {"main", ""},
    {"uv__io_poll", ""},
    {"__libc_csu_init", ""},
    {"", ""},
    /* C++ */
    {"_Z3foov", ""},
    {"_ZL3foov", ""},
    {"_ZplRK1AS1_", ""},
    {"_ZN4acme3fooEv", "acme"},
    {"_ZN4acmeL3fooEv", "acme"},
    {"_ZN4acme3sim5World4stepEv", "acme::sim::World"},
    {"_ZNK4acme3sim5World4stepEv", "acme::sim::World"},
    {"_ZN4acme3sim5WorldC2Ev", "acme::sim::World"},
    {"_ZN4acme3sim5WorldD0Ev", "acme::sim::World"},
    {"_ZN4acme3sim12_GLOBAL__N_13hidEi", "acme::sim::(anonymous namespace)"},
    {"_ZSt4sqrtf", "std"},
    {"_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector"},
    {"_ZNSaIcEC1Ev", "std::allocator"},
    {"_ZN4acme3sim3BoxIiE1fIdEEiT_", "acme::sim::Box"}, /* int acme::sim::Box<int>::f<double> */
    {"_ZN4acme3sim4makeIiEESt6vectorIT_SaIS3_EES3_", "acme::sim"}, /* returns a vector */
    {"_ZNK4acme3sim3BoxIiEcvSt6vectorIiSaIiEEEv", "acme::sim::Box"},
    {"_ZNK4acme3sim3BoxIiEltERKS2_", "acme::sim::Box"},
    {"_ZZN4acme3sim4makeIiEESt6vectorIT_SaIS3_EES3_ENKUliE_clEi", "acme::sim"}, /* a lambda */
    {"_ZZ3foovENKUlvE_clEv", ""},
    {"_ZThn56_N4acme3sim1D1zEv", "acme::sim::D"},
    {"_ZN4acme3fooEv.constprop.0", "acme"},
    /* Rust: with a hash, with a type, and in the newer form */
    {"_ZN7mycrate3mod3foo17h0123456789abcdefE", "mycrate::mod"},
    {"_ZN52_$LT$alloc..vec..Vec$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE",
     "alloc::vec::Vec"},
    {"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo"},
    {"_RNvXCs1234_7mycrateNtB2_3FooNtNtCs5678_4core3fmt7Display3fmt", "mycrate::Foo"},
    /* Fortran */
    {"__grid_mod_MOD_restrict_to", "grid_mod"},
    {"__x_MOD_", ""},
    {"MAIN__", ""},
    /* what is none */
    {"_Z", ""},
    {"_ZN", ""},
    {"_ZN4acm", ""},
    {"_ZN99999999999999999999acmeE", ""},
    {"_ZN4acme", ""},
};

TEST(scopes_of_names)
{
    struct scope s = {0};
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        scope_read(&s, names[i].name, SCOPE_DEPTH);
        if (strcmp(text_z(&s.text), names[i].scope) != 0)
            fail_msg("%s: '%s', not '%s'", names[i].name, text_z(&s.text), names[i].scope);
    }
    scope_release(&s);
}

/* As much as is wanted is the beginning of all. */
TEST(the_beginning_is_enough)
{
    struct scope s = {0}, whole = {0};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        for (unsigned wanted = 1; wanted < 5; wanted++) {
            scope_read(&whole, names[i].name, SCOPE_DEPTH);
            scope_read(&s, names[i].name, wanted);
            unsigned n = whole.n < wanted ? whole.n : wanted;
            assert_true(s.n >= n);
            size_t bytes = n ? whole.end[n - 1] : 0;
            assert_true(bytes == 0 || memcmp(s.text.p, whole.text.p, bytes) == 0);
            assert_true(n == 0 || s.end[n - 1] == bytes);
        }
    scope_release(&s);
    scope_release(&whole);
}

TEST(packages_of_ada)
{
    static const struct {
        const char *name, *scope;
    } packages[] = {{"ada__text_io__put", "ada::text_io"},
                    {"grid__smooth__2", "grid"},
                    {"grid___elabb", "grid"},
                    {"_ada_main", ""},
                    {"main", ""},
                    {"uv__io_poll", "uv"}};
    struct scope s = {.ada = true};
    for (size_t i = 0; i < ARRAY_LEN(packages); i++) {
        scope_read(&s, packages[i].name, SCOPE_DEPTH);
        assert_string_equal(text_z(&s.text), packages[i].scope);
    }
    scope_release(&s);
}

static bool grants(const char *name, const char *typed, bool ada)
{
    struct scope s = {.ada = ada};
    struct scope_wish w;
    scope_wish_make(&w, typed, strlen(typed));
    scope_read(&s, name, w.scope.n ? w.scope.n : 1);
    bool yes = scope_grants(&s, &w);
    scope_wish_release(&w);
    scope_release(&s);
    return yes;
}

/* Whole components, from the outermost on. */
TEST(what_somebody_types)
{
    static const char step[] = "_ZN4acme3sim5World4stepEv",
                      push[] = "_ZNSt6vectorIiSaIiEE9push_backEOi";
    assert_true(grants(step, "acme", false));
    assert_true(grants(step, "acme::sim", false));
    assert_true(grants(step, "acme::sim::World", false));
    assert_true(grants(step, "acme.sim", false));
    assert_true(grants(step, "::acme", false));
    assert_true(grants(push, "std::vector", false));
    assert_true(grants(push, "std::vector<int, std::allocator<int> >", false));
    assert_true(grants("main", "", false));
    assert_true(grants("__grid_mod_MOD_restrict_to", "Grid_Mod", false));
    assert_true(grants("ada__text_io__put", "Ada.Text_IO", true));
    assert_false(grants(step, "acm", false));
    assert_false(grants(step, "acme::si", false));
    assert_false(grants(step, "ACME", false));
    assert_false(grants(step, "sim", false));
    assert_false(grants(step, "acme::sim::World::step", false)); /* the function itself */
    assert_false(grants(step, "", false));
    assert_false(grants("main", "main", false));
}
