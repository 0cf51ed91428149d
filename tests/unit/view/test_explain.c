/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the numbers of a row come from (`=`), and what is said of cycles (`C`): by hand, on small
 * profiles; and that the lines are safe and whole whatever the profile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/attr.h"
#include "core/view/grid/cycle_lines.h"
#include "core/view/grid/explain.h"

#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"

#include "tests/support/grid_fixture.h"

static struct fixture f;
static struct text said;

static int tear_down(void **state)
{
    (void)state;
    fixture_release(&f);
    text_release(&said);
    return 0;
}

/* main calls work, 3 of whose 4 calls are from there; work calls leaf. */
static void make(const char *filter)
{
    static const char *const names[] = {"main", "work", "other", "leaf", "zz"};
    static const uint64_t ticks[] = {10, 40, 0, 50, 0};
    static struct filter filters[1];
    fixture_init(&f, names, ARRAY_LEN(names));
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 3);
    made_call(&f.made, 2, 1, 1);
    made_call(&f.made, 1, 3, 8);
    if (filter) {
        filters[0] = (struct filter){filter, UINT32_C(1) << SET_TIME_EX};
        f.settings.filters = filters;
        f.settings.n_filters = 1;
    }
    fixture_analyze(&f);
}

static void explain(node_id n)
{
    const struct grid_style style = fixture_style(80);
    text_clear(&said);
    assert_true(explain_node(&said, &f.v, n, &style));
}

/* Whether a line of what is said begins so. */
static bool says(const char *line)
{
    const char *p = text_z(&said);
    while (p && strncmp(p, line, strlen(line)) != 0) {
        p = strchr(p, '\n');
        p = p ? p + 1 : NULL;
    }
    return p;
}

static void operands_and_formulas(void **state)
{
    (void)state;
    make(NULL);
    explain(1);
    assert_true(says("self 0.40 s\n"));
    assert_true(says("  = 40 ticks / 100 per second\n"));
    assert_true(
        says("  40 ticks in 1 bin from 0x1010 to 0x1010 of the histogram (4 bytes each)\n"));
    assert_true(says("  +/- 0.06 s: "));
    assert_true(says("%time 40.00\n"));
    assert_true(says("  = 100 x 40 ticks / 100 ticks, all that count\n"));
    assert_true(says("children 0.50 s\n"));
    assert_true(says("  0.50 s of leaf: 8 of 8 calls, of 0.50 s\n"));
    assert_true(says("total 0.90 s\n"));
    assert_true(says("  = self + children, 90.0 % of 1.00 s\n"));
    assert_true(says("calls 4\n"));
    assert_true(says("  counted, so without error: the sum of 2 arcs, by caller\n"));
    assert_true(says("  1.00 -> 0.60 s, 1.67 times; with all that it calls: 1.00 -> 0.10 s, "));
    assert_false(says("filters"));
    assert_false(says("  More than 100"));
}

static void share_of_a_caller(void **state)
{
    const struct grid_style style = fixture_style(80);
    (void)state;
    make(NULL);
    arc_id arc = f.analysis->graph->child_lo[0];
    assert_true(explain_arc(&said, &f.v, arc, &style));
    assert_true(says("main -> work\n"));
    assert_true(says("  0.68 s of work: 3 of 4 calls, of 0.90 s\n"));
    assert_true(says("  1 record of the files, of calls from 0x1002\n"));
    assert_true(says("  1.00 -> 0.33 s, 3.08 times\n"));
}

static void filters_are_named(void **state)
{
    (void)state;
    make("leaf");
    explain(1);
    assert_true(says("filters that are on\n"));
    assert_true(says("  -N leaf\n"));
    explain(3);
    assert_true(says("  Filters (-E -F -n -N) let 0.0 % of its time count in the graph.\n"));
}

static void ranges_are_said(void **state)
{
    (void)state;
    make(NULL);
    f.v.ranges = ranges_new(f.analysis);
    assert_non_null(f.v.ranges);
    explain(2);
    assert_true(
        says("  The truth lies between 0.00 s and 0.90 s (0.0 and 90.0 %), however long each "
             "call took: this number may be off by more than a quarter (?).\n"));
    explain(3);
    assert_true(
        says("  The truth lies between 0.50 s and 0.50 s (50.0 and 50.0 %), however long each "
             "call took.\n"));
    ranges_free(f.v.ranges);
}

/* With which samples it was measured, and what gprof says. */
static void measured_by_samples(void **state)
{
    const struct grid_style style = fixture_style(80);
    (void)state;
    fixture_paths(&f);
    explain(1);
    assert_true(says("total 0.91 s\n"));
    assert_true(says("  Measured: 91 ticks of 103 ticks have it on their call path.\n"));
    assert_true(says("  +/- 0.10 s, 10.5 %: one standard deviation, the square root of these "
                     "ticks; as a share of all +/- 3.2 %\n"));
    assert_true(says("  gprof, by calls: 0.26 s, 0.29 times as much.\n"));
    assert_true(says("  910.00 ms per call = total / calls; +/- 95.39 ms, "));
    assert_false(says("  The truth lies"));
    arc_id arc = f.analysis->graph->child_lo[1];
    text_clear(&said);
    assert_true(explain_arc(&said, &f.v, arc, &style));
    assert_true(says("  Measured: 90 ticks of 103 ticks have this call on their path.\n"));
    assert_true(says("  gprof, by calls: 0.25 s, 0.28 times as much.\n"));
    f.v.other = NULL; /* nobody asked for it */
    explain(1);
    assert_true(says("  Measured: 91 ticks"));
    assert_false(says("  gprof"));
}

/* main calls dear, which calls main, which calls leaf: both of main's callees have leaf's time. */
static void overlapping_callees(void **state)
{
    static struct path_frame nodes[] = {{PATH_NO_NODE, MADE_LO + 3 * MADE_BYTES + 1, 0, 0},
                                        {0, MADE_LO + 1 * MADE_BYTES + 1, 5, 0},
                                        {1, MADE_LO + 3 * MADE_BYTES + 2, 0, 0},
                                        {2, MADE_LO + 2 * MADE_BYTES + 1, 90, 0}};
    static struct profile_paths paths = {nodes, ARRAY_LEN(nodes), 95, 0, 0, 0};
    struct err e = {0};
    (void)state;
    fixture_paths(&f);
    explain(3);
    assert_false(strstr(text_z(&said), "a sample is in several of them"));
    f.made.profile.paths = &paths;
    analysis_free(f.analysis);
    f.v.analysis = f.analysis = analysis_new(&f.made.profile, &f.settings, NULL, NULL, NULL, &e);
    explain(3);
    assert_true(says("  0.95 s of dear\n"));
    assert_true(says("  0.90 s of leaf\n"));
    assert_non_null(strstr(text_z(&said), "a sample is in several of them"));
}

/* As assumed, though there are paths: by calls, and no word of samples. */
static void assumed_by_calls(void **state)
{
    (void)state;
    fixture_paths(&f);
    f.v.analysis = f.other;
    explain(1);
    assert_true(says("total 0.26 s\n"));
    assert_true(says("  0.25 s of leaf: 10 of 40 calls, of 1.00 s\n"));
    assert_false(says("  Measured"));
}

static void nothing_known(void **state)
{
    (void)state;
    make(NULL);
    explain(2);
    assert_true(says("  no sample hit its code\n"));
    assert_true(says("  none is recorded: "));
    assert_true(says("  0.23 s of work: 1 of 4 calls, of 0.90 s\n"));
    explain(4);
    assert_true(says("  it calls nothing that has time\n"));
    assert_false(says("if it took no time"));
}

/* Bins of 6 bytes are 3 units, but the distance between their starts is not, if the range is not a
 * multiple. */
static void more_than_100_percent(void **state)
{
    static const char *const names[] = {"main", "work", "zz"};
    (void)state;
    fixture_init(&f, names, ARRAY_LEN(names));
    uint64_t *bins = made_histogram(&f.made, 0x1000, 0x1030, 13);
    bins[5] = 10;
    f.made.file.ticks = 10;
    fixture_analyze(&f);
    explain(1);
    assert_true(f.analysis->samples->self[1] > f.analysis->samples->total);
    assert_true(says("  More than 100 %: a bin is 1.8462 units of 2 bytes, "));
    struct grid *g = fixture_flat(&f, 80, NULL);
    struct line l = {0};
    g->ops->detail(g, 0, &l);
    assert_non_null(strstr(text_z(&l.text), "over 100%: = says why"));
    grid_free(g);
    line_release(&l);
}

/* A function of a library that counts no calls has no caller, and the entry says why. */
static void d18_libraries_without_calls(void **state)
{
    static const char *const names[] = {"main", "work", "sin", "cos", "zz"};
    static const uint64_t ticks[] = {10, 40, 50, 0, 0};
    static char path[] = "/lib/libm.so.6", program[] = "prog";
    struct library library = {.path = path, .lo = made_addr(2), .hi = made_addr(5)};
    struct line l = {0};
    (void)state;
    for (int counts = 0; counts < 2; counts++) {
        fixture_init(&f, names, ARRAY_LEN(names));
        f.made.image.path = program;
        made_ticks(&f.made, ticks);
        made_call(&f.made, 0, 1, 3);
        if (counts)
            made_call(&f.made, 3, 4, 1);
        f.made.profile.libraries = &library;
        f.made.profile.n_libraries = f.made.profile.n_joined = 1;
        fixture_analyze(&f);
        struct grid *g = fixture_entry(&f, 2, 100);
        bool said_so = false, spontaneous = false;
        for (uint32_t i = 0; i < g->n_rows; i++) {
            g->ops->format(g, i, &l);
            said_so |= strstr(text_z(&l.text), "libm.so.6 is not compiled with -pg") != NULL;
            spontaneous |= strstr(text_z(&l.text), "<spontaneous>") != NULL;
        }
        assert_true(spontaneous);
        assert_int_equal(said_so, !counts);
        grid_free(g);
        f.made.profile.n_libraries = f.made.profile.n_joined = 0;
        if (!counts)
            fixture_release(&f);
    }
    line_release(&l);
}

static void is_safe(void **state)
{
    uint64_t chance = 5;
    (void)state;
    for (int round = 0; round < 30; round++) {
        memset(&f, 0, sizeof f);
        fixture_init(&f, NULL, 0);
        made_random(&f.made, 2 + made_below(&chance, 30), made_below(&chance, 200), &chance);
        fixture_analyze(&f);
        for (node_id n = 0; n < f.analysis->n_nodes; n++) {
            explain(n);
            assert_true(said.n > 0 && said.p[said.n - 1] == '\n' && said.p[0] != ' ');
        }
        for (arc_id i = 0; i < f.analysis->graph->n_arcs; i++) {
            const struct grid_style style = fixture_style(60);
            text_clear(&said);
            assert_true(explain_arc(&said, &f.v, i, &style));
            assert_int_equal(said.p[said.n - 1], '\n');
        }
        fixture_release(&f);
    }
    make(NULL);
}

/* ---- cycles ---- */

static struct cycle_lines lines;

static void list_one(uint32_t cycle, struct cuts **cuts)
{
    const struct grid_style style = fixture_style(80);
    const struct analysis *a = f.analysis;
    struct err e = ERR_INIT;
    *cuts = cuts_new(a->graph, a->cycles, cycle, a->n_symbols, &e);
    assert_non_null(*cuts);
    const struct cycle_shown shown = {.cycle = cycle, .cuts = *cuts};
    assert_true(cycle_lines_one(&lines, &f.v, &shown, &style));
}

static const struct cycle_line *line_with(const char *text)
{
    for (size_t i = 0; i < lines.n; i++)
        if (strstr(lines.v[i].text, text))
            return &lines.v[i];
    return NULL;
}

static void make_ring(uint64_t back)
{
    static const char *const names[] = {"main", "parse", "fail", "zz"};
    static const uint64_t ticks[] = {0, 60, 40, 0};
    fixture_init(&f, names, ARRAY_LEN(names));
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 1000);
    made_call(&f.made, 1, 2, 500);
    made_call(&f.made, 2, 1, back);
    fixture_analyze(&f);
}

static void few_calls_close_a_cycle(void **state)
{
    struct cuts *cuts;
    (void)state;
    make_ring(2);
    list_one(1, &cuts);
    assert_false(cycle_is_recursion(f.analysis, cuts));
    assert_int_equal(lines.v[0].kind, CYCLE_LINE_ENTRY);
    assert_non_null(line_with("Closed by few calls: 2 of 1002 calls there."));
    assert_non_null(line_with("  1000 calls  main -> parse"));
    assert_int_equal(line_with("cut 1 arc, lose 2 calls")->kind, CYCLE_LINE_CUT);
    assert_int_equal(line_with("500 of 500 calls  parse -> fail")->kind, CYCLE_LINE_ARC);
    cycle_lines_release(&lines);
    arena_object_free(cuts);
}

static void recursion_is_said_to_be(void **state)
{
    struct cuts *cuts;
    (void)state;
    make_ring(400);
    list_one(1, &cuts);
    assert_true(cycle_is_recursion(f.analysis, cuts));
    assert_non_null(line_with("Real recursion: the best cut loses 400 of 1400 calls there."));
    cycle_lines_release(&lines);
    arena_object_free(cuts);
}

static void all_cycles(void **state)
{
    const struct grid_style style = fixture_style(80);
    (void)state;
    fixture_cycles(&f);
    assert_true(cycle_lines_all(&lines, &f.v, &style));
    assert_int_equal(lines.n, 1 + f.analysis->cycles->n_cycles);
    assert_int_equal(lines.v[0].kind, CYCLE_LINE_HEAD);
    double last = 1e9;
    for (size_t i = 1; i < lines.n; i++) {
        const struct node_time *t =
            &f.analysis->times->node[cycle_node(f.analysis, lines.v[i].which)];
        assert_int_equal(lines.v[i].kind, CYCLE_LINE_CYCLE);
        assert_true(t->prop_self + t->prop_child <= last);
        last = t->prop_self + t->prop_child;
    }
    assert_non_null(strstr(lines.v[0].text, "functions   calls in     inside  hottest"));
    cycle_lines_release(&lines);
    const struct grid_style narrow = fixture_style(60);
    assert_true(cycle_lines_all(&lines, &f.v, &narrow));
    for (size_t i = 0; i < lines.n; i++)
        assert_true(strlen(lines.v[i].text) <= 57); /* in a window */
    assert_non_null(strstr(lines.v[0].text, "time   calls in  hottest"));
    cycle_lines_release(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(operands_and_formulas, tear_down),
        cmocka_unit_test_teardown(share_of_a_caller, tear_down),
        cmocka_unit_test_teardown(filters_are_named, tear_down),
        cmocka_unit_test_teardown(ranges_are_said, tear_down),
        cmocka_unit_test_teardown(measured_by_samples, tear_down),
        cmocka_unit_test_teardown(overlapping_callees, tear_down),
        cmocka_unit_test_teardown(assumed_by_calls, tear_down),
        cmocka_unit_test_teardown(nothing_known, tear_down),
        cmocka_unit_test_teardown(more_than_100_percent, tear_down),
        cmocka_unit_test_teardown(d18_libraries_without_calls, tear_down),
        cmocka_unit_test_teardown(is_safe, tear_down),
        cmocka_unit_test_teardown(few_calls_close_a_cycle, tear_down),
        cmocka_unit_test_teardown(recursion_is_said_to_be, tear_down),
        cmocka_unit_test_teardown(all_cycles, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
