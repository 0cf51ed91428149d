/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What symspecs select among a few symbols with known files and lines; and what that means for
 * arcs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"

#define BIT(set) (UINT32_C(1) << (set))

/* Two files of one base name. .text ends 4 bytes in front of the last symbol, which thus has no
 * real end, and a run that reaches up to it does not cover the symbol before. */
static const struct {
    const char *name, *file;
    uint32_t line;
} symbols[] = {
    {"a", "/src/x.c", 1},       {"b", "/src/x.c", 9},          {"c", "/src/y.c", 9},
    {"_ZN1n1dIiEEvv", NULL, 0}, {"e.part", "/lib/x.c", 3},     {"mcount", "/src/y.c", 4},
    {"a", "/lib/x.c", 7},       {"data_start", "/src/y.c", 8},
};
enum { N = ARRAY_LEN(symbols) };

static struct made m;
static struct line_pos entry[N];
static const char *files[] = {"/src/x.c", "/src/y.c", "/lib/x.c"};
static struct sources sources = {.entry = entry, .files = files, .n_files = ARRAY_LEN(files)};
static struct table *table;

static int set_up(void **state)
{
    static char path[] = "/usr/bin/made";
    (void)state;
    made_init(&m, 0x1000, 0x1000 + 16 * (N - 1) - 4);
    m.image.path = path;
    for (uint32_t i = 0; i < N; i++)
        made_symbol(&m, symbols[i].name, 0x1000 + 16 * (uint64_t)i, SYM_FUNC);
    for (uint32_t i = 0; i < N; i++) { /* equal paths are equal pointers */
        entry[i] = (struct line_pos){symbols[i].file, symbols[i].line};
        for (size_t k = 0; k < ARRAY_LEN(files) && entry[i].file; k++)
            if (strcmp(files[k], entry[i].file) == 0)
                entry[i].file = files[k];
    }
    table = made_table(&m);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_object_free(table);
    return 0;
}

static struct symset_source source_of(const struct filter *f, size_t n, bool strict)
{
    return (struct symset_source){table, &sources, f, n, strict};
}

/* ---- sets ---- */

/* Numbers of the symbols, "-" for a set that counts as not given. */
static void expect_set(enum filter_set which, const char *const *specs, size_t n, bool strict,
                       const char *want)
{
    struct filter filters[4];
    struct text got = {0};
    struct symset set;
    struct arena memory = {0};
    struct err e = {0};
    for (size_t i = 0; i < n; i++)
        filters[i] = (struct filter){specs[i], BIT(which)};
    struct symset_source src = source_of(filters, n, strict);

    assert_true(symset_build(&set, &memory, &src, which, &e));
    for (sym_id s = 0; set.some && s < N; s++)
        if (symset_has(&set, s))
            text_uint(&got, s, 0);
    text_str(&got, set.some ? "" : "-");
    if (strcmp(text_z(&got), want) != 0)
        fail_msg("'%s' '%s'%s: %s, not %s", n > 0 ? specs[0] : "", n > 1 ? specs[1] : "",
                 strict ? ", strict" : "", text_z(&got), want);
    text_release(&got);
    arena_release(&memory);
}

/* Symbols whose address lies in a run of the specification. */
static const struct {
    const char *spec, *want, *strict;
} specs[] = {
    {"a", "06", "06"},
    {"nobody", "-", "-"},
    {"", "0123456", "0123456"}, /* what starts after the end of .text is in no run */
    {"data_start", "-", "-"},
    {"x.c", "0146", "46"}, /* strict: of several files the one met last */
    {"x.c:a", "06", "6"},
    {"y.c:c", "2", "2"},
    {"y.c:9", "2", "2"},
    {"9", "12", "12"},
    {":e.part", "4", "4"},
    {"x.c:9", "1", "-"},
    {"path=src/x.c", "01", "-"},
    {"path=c/x.c", "-", "-"},
    {"path=/lib/x.c:a", "6", "-"},
    {"/^a$/", "06", NULL},
    {"re=n::d<int>\\(\\)", "3", NULL}, /* on the source form */
    {"/^n::d/", "3", NULL},            /* D19: without the type that it returns */
    {"image=made", "01234567", NULL},  /* D7 */
    {"image=ade", "-", NULL},
    {"image=bin/made", "01234567", NULL},
    {"dir=src", "01257", NULL},
    {"dir=/src/", "01257", NULL},
    {"dir=/src/.", "01257", NULL},
    {"dir=/.", "-", NULL},
    {"dir=/", "0124567", NULL},
    {"dir=rc", "-", NULL},
    {"dir=lib", "46", NULL},
    {"dir=", "3", NULL}, /* no file is known */
    {"ns=n", "3", NULL},
    {"ns=n::d", "-", NULL},
    {"ns=", "0124567", NULL},
    {"/./", "01234567", NULL}, /* a regex selects what it matches, whatever its end */
};

static void one_specification(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(specs); i++) {
        expect_set(SET_EXEC_IN, &specs[i].spec, 1, false, specs[i].want);
        if (specs[i].strict)
            expect_set(SET_EXEC_IN, &specs[i].spec, 1, true, specs[i].strict);
    }
    expect_set(SET_EXEC_IN, NULL, 0, false, "-");
}

/* Lines of inlined code may reach over their neighbours, and have an end that lies before them. */
static void a_run_without_extent_hides_nothing(void **state)
{
    static const char *const one[] = {"y.c:"};
    struct symbol *v = table->symbols;
    const uint64_t end_of_c = v[2].end, end_of_mcount = v[5].end;
    (void)state;
    v[2].end = v[6].addr + 4;
    v[5].end = v[5].addr;
    expect_set(SET_FLAT_IN, one, 1, true, "23456");
    expect_set(SET_FLAT_IN, one, 1, false, "23456");
    v[2].end = end_of_c;
    v[5].end = end_of_mcount;
}

/* A set is a union. Strict: runs hide what lies after the start of another one. */
static void several_specifications(void **state)
{
    static const struct {
        const char *specs[2], *want, *strict;
    } pairs[] = {
        {{"a", "b"}, "016", "016"},
        {{"x.c", "nobody"}, "0146", "46"},
        {{"", "b"}, "0123456", "01"}, /* after the start of b only b's run is seen */
        {{"b", ""}, "0123456", "01"},
        {{"", "a"}, "0123456", "06"}, /* of two runs with one start the later option's is left */
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
        expect_set(SET_EXEC_IN, pairs[i].specs, 2, false, pairs[i].want);
        expect_set(SET_EXEC_IN, pairs[i].specs, 2, true, pairs[i].strict);
    }
}

static void the_runtime_is_left_out(void **state)
{
    static const char *const b[] = {"b"};
    (void)state;
    expect_set(SET_FLAT_EX, NULL, 0, false, "5");
    expect_set(SET_GRAPH_EX, b, 1, false, "15");
    expect_set(SET_TIME_EX, b, 1, true, "15");
    expect_set(SET_FLAT_IN, NULL, 0, false, "-");
    expect_set(SET_EXEC_EX, NULL, 0, false, "-");
}

static void bad_regexes_are_refused(void **state)
{
    const struct filter f = {"/(/", BIT(SET_EXEC_IN)};
    struct symset_source src = source_of(&f, 1, false);
    struct symset set;
    struct arena memory = {0};
    struct err e = {0};
    (void)state;
    assert_false(symset_build(&set, &memory, &src, SET_EXEC_IN, &e));
    assert_int_equal(e.code, ERR_REGEX);
    assert_null(set.has);
    arena_release(&memory);
}

/* ---- arcs ---- */

static void expect_arcs(const char *first, const char *second, bool strict, const char *want)
{
    const struct filter f[] = {{first, BIT(SET_ARCS_EX)}, {second, BIT(SET_ARCS_EX)}};
    struct symset_source src = source_of(f, second ? 2 : 1, strict);
    struct text got = {0};
    struct arcset_pair set = {.in = {0}};
    struct err e = {0};
    assert_true(arcset_build(&set.ex, &set.memory, &src, SET_ARCS_EX, &e));
    for (sym_id from = 0; from < N; from++)
        for (sym_id to = 0; to < N; to++)
            if (!arcset_lets(&set, from, to)) {
                text_str(&got, got.n ? " " : "");
                text_uint(&got, from, 0);
                text_uint(&got, to, 0);
            }
    if (strcmp(text_z(&got), want) != 0)
        fail_msg("'%s' '%s': %s, not %s", first, second ? second : "", text_z(&got), want);
    text_release(&got);
    arena_release(&set.memory);
}

static void arcs(void **state)
{
    (void)state;
    expect_arcs("a/b", NULL, true, "01 61");
    expect_arcs("b/a", NULL, true, "10 16");
    expect_arcs("a", NULL, true, ""); /* without a right side it cuts nothing */
    expect_arcs("b/", NULL, true, "10 11 12 13 14 15");
    expect_arcs("x.c/c", NULL, false, "02 12 42 62");
    expect_arcs("b/a", "c/b", false, "10 16 21");
    expect_arcs("b//^[ab]$/", NULL, false, "10 11 16");
    expect_arcs("/^b$///data/", NULL, false, "17");
    expect_arcs("b/data_start", NULL, false, "");
    expect_arcs("b/a", "b/c", false, "10 12 16"); /* a union; strict: the later one displaces */
    expect_arcs("b/a", "b/c", true, "12");
}

/* A run begins inside another one: it hides the rest of that in a set of symbols, not of callers.
 */
static void callers_of_overlapping_runs(void **state)
{
    static const char *const one[] = {"y.c:"};
    struct symbol *v = table->symbols;
    const uint64_t end_of_c = v[2].end, end_of_mcount = v[5].end;
    (void)state;
    v[2].end = v[6].addr + 4;
    v[5].end = v[5].addr + 4;
    for (int strict = 0; strict < 2; strict++) {
        expect_set(SET_FLAT_IN, one, 1, strict, "2345");
        expect_arcs("y.c/b", NULL, strict, "21 31 41 51 61");
    }
    v[2].end = end_of_c;
    v[5].end = end_of_mcount;
}

static void sides_with_files_need_sources(void **state)
{
    static const struct {
        const char *spec;
        bool need;
    } cases[] = {{"a", false},      {"x.c", true},    {"9", true},        {"a/b", false},
                 {"a/x.c:b", true}, {"/x.c/", false}, {"path=x.c", true}, {"", false}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct filter f = {cases[i].spec, BIT(SET_ARCS_EX)};
        assert_int_equal(symset_needs_sources(&f, 1, BIT(SET_ARCS_EX), false), cases[i].need);
        assert_false(symset_needs_sources(&f, 1, BIT(SET_ARCS_IN), false));
    }
}

/* ---- pairs ---- */

static void pairs_of_runs(void **state)
{
    const struct filter f[] = {{"a/b", BIT(SET_ARCS_EX)},
                               {"c", BIT(SET_ARCS_EX)},
                               {"c/a", BIT(SET_ARCS_IN) | BIT(SET_GRAPH_IN)}};
    struct symset_source src = source_of(f, ARRAY_LEN(f), true);
    struct run_pairs p;
    struct text got = {0};
    struct err e = {0};
    (void)state;
    assert_true(run_pairs_build(&p, &src, &e));
    for (size_t i = 0; i < p.n_pairs; i++)
        text_printf(&got, " %u%u", p.first[p.pairs[i].left], p.first[p.pairs[i].right]);
    assert_string_equal(text_z(&got), " 20 26 20 26 01 61"); /* later options first, once per set */
    text_release(&got);
    run_pairs_release(&p);

    const struct filter wide = {"/.///./", BIT(SET_ARCS_EX)};

    src = source_of(&wide, 1, false);
    assert_true(run_pairs_build(&p, &src, &e));
    assert_int_equal(p.n_pairs, 0);
    run_pairs_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_specification),
        cmocka_unit_test(a_run_without_extent_hides_nothing),
        cmocka_unit_test(several_specifications),
        cmocka_unit_test(the_runtime_is_left_out),
        cmocka_unit_test(bad_regexes_are_refused),
        cmocka_unit_test(arcs),
        cmocka_unit_test(callers_of_overlapping_runs),
        cmocka_unit_test(sides_with_files_need_sources),
        cmocka_unit_test(pairs_of_runs),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
