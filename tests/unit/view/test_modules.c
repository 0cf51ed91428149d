/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D7: the profile rolled up by image, folder, file and namespace; and that what a row is called
 * selects its functions and no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/attr.h"
#include "core/select/symset.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/modules.h"
#include "tests/support/grid_fixture.h"

/* Two files of one base name, folders inside of each other, odd names. */
static const char *const names[] = {"main",
                                    "_ZN4acme3sim4stepEv",
                                    "_ZN4acme3fooEv",
                                    "_ZNSt6vectorIiSaIiEE9push_backEOi",
                                    "_ZN12_GLOBAL__N_13hidEv",
                                    "helper",
                                    "never",
                                    "lost",
                                    "zz"};
static const char *const paths[] = {
    "/src/main.c", "/src/sim/step.cc", "/src/sim/x.c", "/usr/c++/bits/v.h", "/src/sim/step.cc",
    "/lib/x.c",    "odd:name.c",       NULL,           "/src/image=.c"};
enum { N = ARRAY_LEN(names) };

static struct fixture f;
static struct line_pos entry[N];
static struct sources sources = {.entry = entry};

static int set_up(void **state)
{
    static const uint64_t ticks[N] = {1, 30, 5, 20, 4, 3, 0, 2, 0};
    static char path[] = "bin/prog";
    (void)state;
    fixture_init(&f, names, N);
    f.made.image.path = path;
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 7);
    made_call(&f.made, 0, 2, 1);
    made_call(&f.made, 1, 3, 70);
    made_call(&f.made, 1, 2, 2);
    made_call(&f.made, 3, 3, 5);
    made_call(&f.made, 5, 7, 4);
    fixture_analyze(&f);
    for (uint32_t i = 0; i < N; i++) {
        entry[i].file = paths[i];
        for (uint32_t k = 0; paths[i] && k < i; k++)
            if (paths[k] && strcmp(paths[k], paths[i]) == 0)
                entry[i].file = paths[k];
    }
    f.analysis->sources = &sources;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture_release(&f);
    return 0;
}

static struct grid *make(enum modules_by by, const struct grid_sort *sort)
{
    struct grid_style style = fixture_style(120);
    struct err e = {0};
    struct grid *g = modules_grid(&f.v, by, &style, sort, NULL, &e);
    assert_non_null(g);
    return g;
}

static void expect_rows(enum modules_by by, const char *want)
{
    struct grid *g = make(by, NULL);
    struct text got = {0};
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->name(g, i, &got);
        text_char(&got, '|');
    }
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    grid_free(g);
}

/* Bins of 6 bytes give the functions under them more than they have, by gprof's division. */
static void shares_add_up_to_100(void **state)
{
    static const char *const three[] = {"main", "work", "zz"};
    static char program[] = "prog";
    struct fixture x;
    struct err e = {0};
    struct grid_style style = fixture_style(120);
    struct line l = {0};
    (void)state;
    fixture_init(&x, three, ARRAY_LEN(three));
    x.made.image.path = program;
    uint64_t *bins = made_histogram(&x.made, 0x1000, 0x1030, 13);
    bins[5] = 10;
    x.made.file.ticks = 10;
    fixture_analyze(&x);
    assert_true(x.analysis->samples->self[1] > x.analysis->samples->total);
    struct grid *g = modules_grid(&x.v, MODULES_BY_IMAGE, &style, NULL, NULL, &e);
    assert_non_null(g);
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "time%", "100.00");
    line_release(&l);
    grid_free(g);
    fixture_release(&x);
}

/* A path that is too long shows its end, which tells it from others. */
static void paths_keep_their_ends(void **state)
{
    struct grid_style style = fixture_style(14);
    struct err e = {0};
    struct line l = {0};
    (void)state;
    struct grid *g = modules_grid(&f.v, MODULES_BY_FILE, &style, NULL, NULL, &e);
    assert_non_null(g);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->format(g, i, &l);
        assert_true(l.text.n <= 14);
    }
    g->ops->format(g, 0, &l);
    assert_string_equal(text_z(&l.text), " ..sim/step.cc");
    line_release(&l);
    grid_free(g);
}

/* Most time first. What was never called and has no time is there with -z. */
static void d7_rows_of_each_kind(void **state)
{
    (void)state;
    expect_rows(MODULES_BY_IMAGE, "bin/prog|");
    expect_rows(MODULES_BY_FOLDER, "/src/sim|/usr/c++/bits|/lib|(no file)|/src|");
    expect_rows(MODULES_BY_FILE, "/src/sim/step.cc|/usr/c++/bits/v.h|/src/sim/x.c|/lib/x.c|"
                                 "(no file)|/src/main.c|");
    expect_rows(MODULES_BY_SCOPE, "acme|std|(no namespace)|(anonymous namespace)|");
    f.settings.unused = true;
    expect_rows(MODULES_BY_FOLDER, "/src/sim|/usr/c++/bits|/lib|(no file)|/src|.|");
    f.settings.unused = false;
}

static void d7_numbers_of_a_row(void **state)
{
    struct grid *g = make(MODULES_BY_SCOPE, NULL);
    struct line l = {0};
    (void)state;
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "name", "acme");
    fixture_expect(g, &l, "time%", "53.85");
    fixture_expect(g, &l, "self", "0.35");
    fixture_expect(g, &l, "functions", "2");
    fixture_expect(g, &l, "called", "2");
    fixture_expect(g, &l, "calls-in", "8");
    fixture_expect(g, &l, "calls-out", "70");
    fixture_expect(g, &l, "time-in", "0.55 ?"); /* 0.30 and 0.20, 0.03 of foo; 0.02 of it */
    assert_int_equal(modules_grid_row(g, 0)->hottest, 1);
    assert_int_equal(modules_grid_row(g, 2)->hottest, 5);
    g->ops->detail(g, 1, &l);
    assert_string_equal(text_z(&l.text),
                        " std   1 of 1 function called; 70 calls into it, 0 out of it");
    line_release(&l);
    grid_free(g);
}

static void expect_time_in(struct fixture *x, const char *name, const char *want, const char *fact)
{
    struct grid_style style = fixture_style(140);
    struct err e = ERR_INIT;
    struct grid *g = modules_grid(&x->v, MODULES_BY_FILE, &style, NULL, NULL, &e);
    struct line l = {0};
    struct text got = {0};
    assert_non_null(g);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        text_clear(&got);
        g->ops->name(g, i, &got);
        if (strcmp(text_z(&got), name) != 0)
            continue;
        g->ops->format(g, i, &l);
        fixture_expect(g, &l, "time-in", want);
        g->ops->detail(g, i, &l);
        assert_int_equal(strstr(text_z(&l.text), "time in between") != NULL, *fact != '\0');
        assert_non_null(strstr(text_z(&l.text), fact));
        text_release(&got);
        line_release(&l);
        grid_free(g);
        return;
    }
    fail_msg("no row %s", name);
}

/* Two files share what a third one takes: in truth it may be all or nothing of either. */
static void times_of_calls_bear_marks(void **state)
{
    static const uint64_t ticks[N] = {1, 20, 60, 0, 0, 80, 0, 0, 0};
    struct fixture x;
    (void)state;
    fixture_init(&x, names, N);
    made_ticks(&x.made, ticks);
    made_call(&x.made, 0, 1, 1);
    made_call(&x.made, 0, 2, 1);
    made_call(&x.made, 1, 5, 1);
    made_call(&x.made, 2, 5, 3);
    fixture_analyze(&x);
    x.analysis->sources = &sources;
    expect_time_in(&x, "/lib/x.c", "0.80 ?", ""); /* nobody knows ranges */
    x.v.ranges = ranges_new(x.analysis);
    expect_time_in(&x, "/src/sim/step.cc", "0.40 ?", "time in between 12.4 and 62.1 %");
    expect_time_in(&x, "/src/sim/x.c", "1.20 ?", "time in between 37.3 and 87.0 %");
    expect_time_in(&x, "/lib/x.c", "0.80", "");
    ranges_free(x.v.ranges);
    x.v.ranges = NULL;
    x.analysis->sources = NULL;
    fixture_release(&x);
}

static void d7_any_order(void **state)
{
    struct grid_sort sort = {.column = MODULES_NAME, .ascending = true};
    struct grid *g = make(MODULES_BY_SCOPE, &sort);
    (void)state;
    fixture_expect_order(g, "(no namespace) (anonymous namespace) acme std ");
    grid_free(g);
    sort = (struct grid_sort){.column = MODULES_CALLS_IN};
    g = make(MODULES_BY_SCOPE, &sort);
    fixture_expect_order(g, "std acme (no namespace) (anonymous namespace) ");
    grid_free(g);
}

/* ---- what a row is called ---- */

static void expect_spec(const struct module_groups *g, uint32_t group, const char *spec)
{
    const struct filter filter = {spec, 1 << SET_GRAPH_IN};
    const struct symset_source src = {f.analysis->table, &sources, &filter, 1, false};
    struct symset set;
    struct err e = {0};
    assert_true(symset_build(&set, &src, SET_GRAPH_IN, &e) && set.some);
    for (sym_id s = 0; s < N; s++)
        if (symset_has(&set, s) != (g->of[s] == group))
            fail_msg("%s: %s", spec, names[s]);
    symset_release(&set);
}

static void expect_filter(const struct module_groups *g, uint32_t group, struct text *words)
{
    struct grid_style style = fixture_style(120);
    struct err e = {0};
    struct rowfilter *filter = grid_rowfilter(words->p, words->n, &e);
    assert_non_null(filter);
    struct grid *flat = flat_grid(&f.v, &style, NULL, filter, &e);
    assert_non_null(flat);
    uint32_t n = 0;
    for (sym_id s = 0; s < N; s++)
        n += g->of[s] == group;
    assert_int_equal(flat->n_rows, n);
    for (uint32_t i = 0; i < flat->n_rows; i++) {
        struct grid_row r;
        flat->ops->row(flat, i, &r);
        assert_int_equal(g->of[r.subject.node], group);
    }
    grid_free(flat);
    rowfilter_free(filter);
}

static void d7_a_row_is_named_exactly(void **state)
{
    (void)state;
    f.settings.unused = true;
    for (int by = 0; by < N_MODULES_BY; by++) {
        struct module_groups g;
        struct err e = {0};
        assert_true(module_groups_make(&g, &f.v, (enum modules_by)by, &e));
        for (uint32_t i = 0; i < g.n; i++) {
            struct text spec = {0}, words = {0};
            assert_true(modules_spec(&f.v, &g, i, &spec));
            expect_spec(&g, i, text_z(&spec));
            modules_filter(&g, i, &words);
            expect_filter(&g, i, &words);
            text_release(&spec);
            text_release(&words);
        }
        module_groups_release(&g);
    }
    f.settings.unused = false;
}

static void expect_words(enum modules_by by, const char *want)
{
    struct module_groups g;
    struct err e = {0};
    struct text all = {0};
    assert_true(module_groups_make(&g, &f.v, by, &e));
    for (uint32_t i = 0; i < g.n; i++) {
        modules_spec(&f.v, &g, i, &all);
        text_char(&all, ' ');
    }
    assert_string_equal(text_z(&all), want);
    text_release(&all);
    module_groups_release(&g);
}

/* gprof's form where it can say it. */
static void d7_words_of_rows(void **state)
{
    (void)state;
    expect_words(MODULES_BY_IMAGE, "image=prog ");
    expect_words(MODULES_BY_FOLDER,
                 "dir=/src/. dir=/src/sim dir=/usr/c++/bits dir=/lib dir=. dir= ");
    expect_words(MODULES_BY_FILE, "main.c: step.cc: path=/src/sim/x.c v.h: path=/lib/x.c "
                                  "path=odd:name.c: dir= path=/src/image=.c ");
    expect_words(MODULES_BY_SCOPE, "ns= ns=acme ns=std ns=(anonymous namespace) ");
}

static void d7_strict_has_files_only(void **state)
{
    struct module_groups g;
    struct err e = {0};
    struct text spec = {0};
    (void)state;
    f.settings.strict = true;
    assert_true(module_groups_make(&g, &f.v, MODULES_BY_SCOPE, &e));
    assert_false(modules_spec(&f.v, &g, 1, &spec));
    module_groups_release(&g);
    assert_true(module_groups_make(&g, &f.v, MODULES_BY_FILE, &e));
    assert_true(modules_spec(&f.v, &g, 2, &spec));
    assert_string_equal(text_z(&spec), "x.c:");
    module_groups_release(&g);
    text_release(&spec);
    f.settings.strict = false;
}

/* What is out stays there, to be taken back, though it was never called. */
static void d7_what_is_out_stays(void **state)
{
    static const struct filter out[] = {{"_ZN12_GLOBAL__N_13hidEv", 1 << SET_FLAT_EX}};
    struct analysis *before = f.analysis;
    struct err e = {0};
    (void)state;
    f.settings.filters = out;
    f.settings.n_filters = 1;
    f.analysis = analysis_new(&f.made.profile, &f.settings, NULL, NULL, NULL, &e);
    assert_non_null(f.analysis);
    f.analysis->sources = &sources;
    f.v.analysis = f.analysis;
    expect_rows(MODULES_BY_SCOPE, "acme|std|(no namespace)|(anonymous namespace)|");
    analysis_free(f.analysis);
    f.v.analysis = f.analysis = before;
    f.settings.n_filters = 0;
}

/* "called from one place", "called once". */
static void filters_of_calls(void **state)
{
    static const struct {
        const char *words;
        uint32_t n_rows;
    } cases[] = {
        {"sites=1", 3}, {"sites=2", 1}, {"callers=1", 3}, {"callers=2", 1}, {"calls=4", 1}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct grid_style style = fixture_style(120);
        struct err e = {0};
        struct rowfilter *filter = grid_rowfilter(cases[i].words, strlen(cases[i].words), &e);
        struct grid *flat = flat_grid(&f.v, &style, NULL, filter, &e);
        assert_non_null(flat);
        if (flat->n_rows != cases[i].n_rows)
            fail_msg("%s: %u", cases[i].words, (unsigned)flat->n_rows);
        grid_free(flat);
        rowfilter_free(filter);
    }
}

/* Where times are measured a sample counts once for each group on its path. */
static void groups_are_measured(void **state)
{
    static struct line_pos places[5] = {{"a.c", 1}, {"a.c", 1}, {"b.c", 1}, {"c.c", 1}, {"c.c", 1}};
    static struct sources of = {.entry = places};
    struct fixture p;
    struct modules m;
    struct err e = ERR_INIT;
    (void)state;
    fixture_paths(&p);
    p.analysis->sources = &of;
    assert_true(modules_make(&m, &p.v, MODULES_BY_FILE, &e));
    for (uint32_t i = 0; i < m.groups.n; i++) {
        const struct module *x = &m.groups.v[i];
        double want = strcmp(x->name, "b.c") == 0 ? 100 : 103; /* leaf; its callers */
        assert_true(!x->sums.used || x->sums.time_in == want);
    }
    modules_release(&m);
    fixture_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d7_rows_of_each_kind),
        cmocka_unit_test(shares_add_up_to_100),
        cmocka_unit_test(paths_keep_their_ends),
        cmocka_unit_test(d7_numbers_of_a_row),
        cmocka_unit_test(times_of_calls_bear_marks),
        cmocka_unit_test(times_of_calls_bear_marks),
        cmocka_unit_test(d7_any_order),
        cmocka_unit_test(d7_a_row_is_named_exactly),
        cmocka_unit_test(d7_words_of_rows),
        cmocka_unit_test(d7_strict_has_files_only),
        cmocka_unit_test(filters_of_calls),
        cmocka_unit_test(d7_what_is_out_stays),
        cmocka_unit_test(groups_are_measured),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
