/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times shared out by calls beside measured ones: by hand, and where grids show them. */
#include "core/view/rows/both_ways.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "core/view/grid/callers_callees.h"
#include "core/view/grid/info.h"
#include "core/view/title.h"

#include "tests/support/grid_fixture.h"

enum { CHEAP, DEAR, LEAF, MAIN };

static struct fixture f;

static int set_up(void **state)
{
    (void)state;
    fixture_paths(&f);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture_release(&f);
    return 0;
}

/* The fixture as it is with --callers=assumed. */
static void turn(void)
{
    f.v.analysis = f.other;
    f.v.other = f.analysis;
}

static void expect(const struct both_ways *b, double assumed, double measured)
{
    assert_true(b->assumed == assumed);
    assert_true(b->measured == measured);
}

/* The id of an arc in the analysis that is shown. */
static arc_id arc_of(sym_id from, sym_id to)
{
    const struct graph *g = f.v.analysis->graph;
    arc_id i = g->child_lo[from];
    while (g->arcs[i].to != to)
        i++;
    return i;
}

static void numbers_by_hand(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        const struct both_ways cheap = function_both_ways(&f.v, CHEAP);
        const struct both_ways dear = node_both_ways(&f.v, DEAR);
        const struct both_ways arc = arc_both_ways(&f.v, arc_of(DEAR, LEAF));
        assert_true(knows_both_ways(&f.v));
        expect(&cheap, 77, 12);
        expect(&dear, 26, 91);
        expect(&arc, 25, 90);
        assert_int_equal(both_ways_mark(&arc), MARK_OUTSIDE);
        turn();
    }
}

/* gprof gives calls within a cycle no time, nor those that were not counted. */
static void without_an_assumption(void **state)
{
    struct text t = {0};
    (void)state;
    fixture_release(&f);
    fixture_cycles(&f);
    static struct path_frame nodes[] = {{PATH_NO_NODE, MADE_LO + 1, 0, 0},
                                        {0, MADE_LO + MADE_BYTES + 1, 0, 0},
                                        {1, MADE_LO + 2 * MADE_BYTES + 1, 4, 0},
                                        {0, MADE_LO + 4 * MADE_BYTES + 1, 7, 0}};
    static struct profile_paths paths = {nodes, ARRAY_LEN(nodes), 11, 0, 0, 0};
    struct err e = {0};
    f.made.profile.paths = &paths;
    f.settings.callers = CALLERS_MEASURED;
    f.other = f.analysis;
    f.analysis = analysis_new(&f.made.profile, &f.settings, NULL, NULL, NULL, &e);
    assert_non_null(f.analysis);
    f.v.analysis = f.analysis;
    f.v.other = f.other;
    const struct both_ways inner = arc_both_ways(&f.v, arc_of(1, 2));
    const struct both_ways uncounted = arc_both_ways(&f.v, arc_of(0, 4));
    assert_true(inner.assumed != inner.assumed && inner.measured == 4);
    assert_true(uncounted.assumed != uncounted.assumed && uncounted.measured == 7);
    text_both_ways(&t, &f.v, &inner, false);
    assert_string_equal(text_z(&t), "-/0.04");
    text_release(&t);
    assert_int_equal(both_ways_mark(&inner), MARK_NONE);
    turn();
    const struct both_ways whole = node_both_ways(&f.v, cycle_node(f.v.analysis, 1));
    assert_true(whole.measured != whole.measured);
}

/* Whichever way is shown, the mark says that gprof's is off. */
static void flat_marks_what_is_off(void **state)
{
    struct line l = {0};
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        struct grid *g = fixture_flat(&f, 80, NULL);
        struct grid_sort by = {fixture_column(g, "total"), true};
        grid_free(g);
        g = fixture_flat(&f, 80, &by);
        fixture_expect_order(g, turned ? "dear cheap leaf main " : "cheap dear leaf main ");
        for (uint32_t i = 0; i < 4; i++) {
            static const char *const want[][4] = {{"0.12 !", "0.91 !", "1.00", "1.03"},
                                                  {"0.26 !", "0.77 !", "1.00", "1.03"}};
            g->ops->format(g, i, &l);
            fixture_expect(g, &l, "total", want[turned][i]);
        }
        grid_free(g);
        turn();
    }
    line_release(&l);
}

static void entries_show_both(void **state)
{
    struct line l = {0};
    (void)state;
    struct grid *g = fixture_entry(&f, LEAF, 80);
    g->ops->format(g, 2, &l);
    fixture_expect(g, &l, "name", "dear [3]");
    fixture_expect(g, &l, "assumed", "0.25/0.90");
    line_release(&l);
    g->ops->free(g);
    fixture_expect_all_widths(&f);
}

/* Whether a line of Info, or the title, says so. */
static bool says(const char *words)
{
    static char program[] = "prog", path[] = "gmon.out";
    struct err e = {0};
    struct grid_style style = fixture_style(100);
    f.made.image.path = program;
    f.made.file.path = path;
    struct grid *g = info_grid(&f.v, &style, &e);
    struct line l = {0};
    assert_non_null(g);
    title_line(&f.v, &(struct title_style){.cols = 200}, &l);
    bool found = strstr(text_z(&l.text), words);
    for (uint32_t i = 0; i < g->n_rows && !found; i++) {
        g->ops->format(g, i, &l);
        found = strstr(text_z(&l.text), words);
    }
    line_release(&l);
    g->ops->free(g);
    return found;
}

/* Measured times put no cycles together, so nobody says that there are none. */
static void cycles_need_no_assumption(void **state)
{
    (void)state;
    assert_false(says("0 cyc"));
    assert_true(says("not put together: measured times need no assumption"));
    turn();
    assert_true(says("0 cyc"));
    assert_true(says("0 with 0 functions in all"));
}

/* Callers of a library have its time where paths are measured, whether it counts calls or not. */
static void callers_of_libraries_have_their_time(void **state)
{
    static char path[] = "/lib/libleaf.so";
    struct library library = {.path = path, .lo = made_addr(LEAF), .hi = made_addr(LEAF + 1)};
    (void)state;
    f.made.profile.libraries = &library;
    f.made.profile.n_libraries = f.made.profile.n_joined = 1;
    f.made.profile.n_arcs = 2;
    assert_false(says("is not compiled with -pg"));
    analysis_free(f.other);
    f.settings.callers = CALLERS_ASSUMED;
    struct err e = {0};
    f.other = analysis_new(&f.made.profile, &f.settings, NULL, NULL, NULL, &e);
    turn();
    assert_true(says("is not compiled with -pg"));
    f.made.profile.n_libraries = f.made.profile.n_joined = 0;
}

static void cut_paths_are_found(void **state)
{
    struct profile_paths cut = *f.made.profile.paths;
    (void)state;
    assert_false(says("without their outer part"));
    cut.cut_ticks = 10; /* of 103 */
    f.made.profile.paths = &cut;
    assert_false(says("without their outer part"));
    cut.cut_ticks = 11;
    assert_true(says("10.7% of the samples have call paths without their outer part"));
    assert_true(says("compile without -fno-asynchronous-unwind-tables"));
}

/* Calls that nobody counted are not said to be none. */
static void uncounted_calls_are_blank(void **state)
{
    struct grid_style style = fixture_style(80);
    struct err e = {0};
    struct line l = {0};
    (void)state;
    f.made.profile.n_arcs = 3; /* of dear to leaf there is no record */
    analysis_free(f.analysis);
    f.v.analysis = f.analysis = analysis_new(&f.made.profile, &f.settings, NULL, NULL, NULL, &e);
    f.v.other = NULL;
    struct err err = ERR_INIT;
    struct grid *links = links_grid(&f.v, DEAR, LINK_CALLEES, &style, &err);
    assert_non_null(links);
    links->ops->format(links, 0, &l);
    assert_string_equal(text_z(&l.text), "  98.9%     0.90 s                leaf [2]");
    line_clear(&l);
    links->ops->detail(links, 0, &l);
    assert_non_null(strstr(text_z(&l.text), "uncounted calls to it"));
    grid_free(links);
    line_release(&l);
}

static void not_without_paths(void **state)
{
    (void)state;
    f.v.other = NULL;
    assert_false(knows_both_ways(&f.v));
    struct grid *g = fixture_entry(&f, LEAF, 200);
    assert_false(grid_offers(g, fixture_column(g, "assumed")));
    g->ops->free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(numbers_by_hand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_an_assumption, set_up, tear_down),
        cmocka_unit_test_setup_teardown(flat_marks_what_is_off, set_up, tear_down),
        cmocka_unit_test_setup_teardown(entries_show_both, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cycles_need_no_assumption, set_up, tear_down),
        cmocka_unit_test_setup_teardown(callers_of_libraries_have_their_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cut_paths_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(uncounted_calls_are_blank, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_without_paths, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
