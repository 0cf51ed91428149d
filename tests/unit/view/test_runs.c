/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of runs in the views: the runs as rows, columns over runs beside functions, and what runs
 * have of an entry's time, against the times of the graph. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/explain.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/runs.h"
#include "tests/support/run_fixture.h"

enum { RUNS = UNEVEN_RUNS };

static struct fixture f;
static struct run_fixture runs;
static char path[] = "gmon.out";

static double ticks(sym_id s, uint32_t run)
{
    return (double)uneven_ticks(s, run);
}

static uint64_t calls(sym_id s, uint32_t run)
{
    return s > 0 && s < UNEVEN_FUNCTIONS ? 10 * (run + 1) : 0;
}

static int set_up(void **state)
{
    static const struct run_numbers_of of = {ticks, calls};
    (void)state;
    uneven_init(&f);
    f.made.file.path = path;
    run_fixture_init(&runs, &f.made.profile, f.analysis, RUNS, &of);
    f.v.node_runs = node_runs_new(f.analysis);
    assert_non_null(f.v.node_runs);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    node_runs_free(f.v.node_runs);
    run_fixture_release(&runs);
    fixture_release(&f);
    return 0;
}

/* ---- functions ---- */

static void columns_over_runs(void **state)
{
    (void)state;
    struct grid *g = fixture_flat(&f, 200, NULL);
    uneven_expect(g);
    grid_free(g);
}

/* At 80 columns: mean and worst run. One run alone has no spread to show. */
static void columns_at_80(void **state)
{
    (void)state;
    static const bool one[RUNS] = {[2] = true};
    struct grid *g = fixture_flat(&f, 80, NULL);
    struct line l = {0};
    g->ops->heading(g, &l);
    assert_non_null(strstr(text_z(&l.text), "mean s worst s"));
    grid_free(g);
    run_fixture_show(&runs, one);
    g = fixture_flat(&f, 80, NULL);
    g->ops->heading(g, &l);
    assert_null(strstr(text_z(&l.text), "mean"));
    line_release(&l);
    grid_free(g);
}

static enum role role_of(const struct line *l, unsigned column)
{
    for (size_t i = 0; i < l->n_spans; i++)
        if (l->spans[i].column == column)
            return (enum role)l->spans[i].role;
    return N_ROLES;
}

/* What chance makes is not shown, and no run is named for it. */
static void chance_is_not_shown(void **state)
{
    (void)state;
    struct grid *g = fixture_flat(&f, 200, NULL);
    struct line l = {0};
    g->ops->format(g, 1, &l);
    fixture_expect(g, &l, "name", "load");
    fixture_expect(g, &l, "worst", "");
    g->ops->detail(g, 1, &l);
    assert_null(strstr(text_z(&l.text), "slowest"));
    g->ops->format(g, 0, &l);
    assert_int_equal(role_of(&l, fixture_column(g, "worst")), ROLE_HOT);
    g->ops->detail(g, 0, &l);
    assert_non_null(strstr(text_z(&l.text), "slowest r3: 4.00 s, mean 1.60"));
    line_release(&l);
    grid_free(g);
}

/* A sample in one of 850 runs is chance; a dozen in it are not. */
static void one_sample_is_chance(void **state)
{
    const struct run_spread one = {850, 1. / 850, 1, 0.0343, 3};
    const struct run_spread dozen = {850, 12. / 850, 12, 0.412, 3};
    (void)state;
    assert_true(is_chance(f.analysis, &one));
    assert_false(is_chance(f.analysis, &dozen));
}

static void expect_sorted(const char *id, bool ascending, const char *want)
{
    struct grid *g = fixture_flat(&f, 200, NULL);
    struct grid_sort sort = {fixture_column(g, id), ascending};
    grid_free(g);
    g = fixture_flat(&f, 200, &sort);
    fixture_expect_order(g, want);
    grid_free(g);
}

static void sorted_by_columns_over_runs(void **state)
{
    (void)state;
    expect_sorted("worst", false, "solve repair load ");
    expect_sorted("mean", true, "repair load solve ");
}

/* Without a set no menu has these columns. */
static void no_set_no_columns(void **state)
{
    struct fixture plain;
    (void)state;
    fixture_cycles(&plain);
    struct grid *g = fixture_flat(&plain, 200, NULL);
    assert_false(grid_offers(g, fixture_column(g, "mean")));
    grid_free(g);
    fixture_release(&plain);
    g = fixture_flat(&f, 200, NULL);
    assert_true(grid_offers(g, fixture_column(g, "mean")));
    grid_free(g);
}

static void any_width(void **state)
{
    (void)state;
    fixture_expect_all_widths(&f);
}

static void explained(void **state)
{
    (void)state;
    struct text t = {0};
    struct grid_style style = fixture_style(120);
    assert_true(explain_node(&t, &f.v, 1, &style));
    assert_non_null(strstr(text_z(&t), "self over 5 runs: mean 1.60 s, worst 4.00 s (run r3)\n"));
    text_clear(&t);
    assert_true(explain_node(&t, &f.v, 2, &style)); /* chance makes as much */
    assert_non_null(strstr(text_z(&t), "self over 5 runs: mean 0.50 s\n"));
    text_release(&t);
}

/* ---- entries ---- */

/* Runs of what main has with all it calls: the runs as a whole. */
static void runs_of_an_entry(void **state)
{
    (void)state;
    struct grid *g = fixture_entry(&f, 0, 200);
    struct line l = {0};
    bool primary = false, callee = false;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        if (r.kind != ROW_PRIMARY && !(r.kind == ROW_CALLEE && r.subject.node == 1))
            continue;
        g->ops->format(g, i, &l);
        primary |= r.kind == ROW_PRIMARY;
        callee |= r.kind == ROW_CALLEE;
        fixture_expect(g, &l, "mean", r.kind == ROW_PRIMARY ? "2.50" : "2.00");
        fixture_expect(g, &l, "worst", r.kind == ROW_PRIMARY ? "6.50" : "6.00");
    }
    assert_true(primary && callee);
    line_release(&l);
    grid_free(g);
}

static const struct analysis *parted;
static double part_of_run(sym_id s, uint32_t run)
{
    double self = parted->samples->self[s];
    return run < RUNS - 1 ? floor(self / RUNS) : self - (RUNS - 1) * floor(self / RUNS);
}

/* Over all runs, what a node has is its time in the graph: any graph, cycles too. */
static void runs_add_up(void **state)
{
    (void)state;
    static struct made m;
    uint64_t chance = 7;
    for (int round = 0; round < 200; round++) {
        uint32_t n = 1 + made_below(&chance, 50);
        made_random(&m, n, made_below(&chance, n * 3), &chance);
        struct analysis *a = made_analysis(&m, NULL, 0);
        struct run_fixture r;
        const struct run_numbers_of of = {part_of_run, NULL};
        parted = a;
        run_fixture_init(&r, &m.profile, a, RUNS, &of);
        struct node_runs *x = node_runs_new(a);
        assert_non_null(x);
        for (node_id k = 0; k < a->n_nodes; k++) {
            const double *v = node_runs_of(x, k);
            double sum = 0, want = a->times->node[k].self + a->times->node[k].child;
            for (uint32_t i = 0; i < RUNS; i++)
                sum += v[i];
            assert_true(fabs(sum - want) <= 1e-9 * (1 + want));
        }
        node_runs_free(x);
        run_fixture_release(&r);
        analysis_free(a);
        made_release(&m);
    }
}

/* ---- the runs ---- */

static struct grid *runs_at(unsigned cols, const char *sort, const char *filter, const bool *marked)
{
    struct grid_style style = fixture_style(cols);
    struct grid_sort by = {COLUMN_NONE, false};
    struct err e = {0};
    for (unsigned i = 0; sort && i < n_runs_columns; i++)
        if (strcmp(runs_columns[i].id, sort) == 0)
            by.column = i;
    struct rowfilter *rows = filter ? grid_rowfilter(filter, strlen(filter), &e) : NULL;
    const struct runs_grid_request r = {
        .v = &f.v, .style = &style, .sort = &by, .filter = rows, .marked = marked};
    struct grid *g = runs_grid(&r, &e);
    rowfilter_free(rows);
    assert_non_null(g);
    return g;
}

static void rows_are_runs(void **state)
{
    (void)state;
    static const bool marked[RUNS] = {[1] = true};
    runs.runs[1].host = "n07";
    runs.runs[1].rank = 1;
    runs.runs[1].wall_ms = 2500;
    runs.numbers->total[3].is_outlier = true;
    struct grid *g = runs_at(120, NULL, NULL, marked);
    struct line l = {0};
    struct grid_row row;
    assert_int_equal(g->n_rows, RUNS);
    g->ops->row(g, 1, &row);
    assert_int_equal(row.kind, ROW_RUN);
    assert_int_equal(row.line, 2);
    g->ops->format(g, 1, &l);
    fixture_expect(g, &l, "name", "r1");
    fixture_expect(g, &l, "marked", "*");
    fixture_expect(g, &l, "time", "1.72");
    fixture_expect(g, &l, "outlier", "");
    fixture_expect(g, &l, "off", "+14.7"); /* 172, median 150 */
    fixture_expect(g, &l, "wall", "2.50");
    fixture_expect(g, &l, "host", "n07");
    fixture_expect(g, &l, "rank", "1");
    g->ops->format(g, 3, &l);
    fixture_expect(g, &l, "outlier", "^");
    fixture_expect(g, &l, "host", "");
    assert_int_equal(role_of(&l, fixture_column(g, "time")), ROLE_HOT);
    g->ops->detail(g, 3, &l);
    assert_non_null(strstr(text_z(&l.text), "far slower than the others: 6.50 s, median 1.50"));
    line_release(&l);
    grid_free(g);
}

static void order_of_runs(void **state)
{
    (void)state;
    static const bool marked[RUNS] = {[4] = true};
    struct grid *g = runs_at(80, "time", NULL, NULL);
    fixture_expect_order(g, "r3 r1 r0 r2 r4 ");
    grid_free(g);
    g = runs_at(80, "marked", NULL, marked);
    fixture_expect_order(g, "r4 r0 r1 r2 r3 ");
    grid_free(g);
    runs.runs[2].host = runs.runs[3].host = "n07";
    g = runs_at(80, NULL, "n07 self>2", NULL);
    fixture_expect_order(g, "r3 ");
    assert_int_equal(g->n_hidden, RUNS - 1);
    grid_free(g);
}

/* Runs that are not shown are there, quietly; files that were left out come last, with the reason.
 */
static void the_others(void **state)
{
    (void)state;
    static const bool shown[RUNS] = {[0] = true, [3] = true};
    struct run_left_out out = {.path = "bad.out", .code = ERR_GMON_MAGIC};
    struct line l = {0};
    struct grid_row row;
    run_fixture_show(&runs, shown);
    runs.set.left_out = &out;
    runs.set.n_left_out = 1;
    struct grid *g = runs_at(80, NULL, NULL, NULL);
    assert_int_equal(g->n_rows, RUNS + 1);
    g->ops->format(g, 1, &l);
    assert_int_equal(role_of(&l, fixture_column(g, "name")), ROLE_DIM);
    g->ops->format(g, 3, &l);
    assert_int_equal(role_of(&l, fixture_column(g, "name")), ROLE_NAME);
    g->ops->row(g, RUNS, &row);
    assert_int_equal(row.kind, ROW_TEXT);
    g->ops->format(g, RUNS, &l);
    assert_non_null(strstr(text_z(&l.text), "bad.out"));
    line_release(&l);
    grid_free(g);
}

static void no_set(void **state)
{
    (void)state;
    struct analysis_runs *there = runs.numbers;
    struct line l = {0};
    f.analysis->runs = NULL;
    f.made.profile.n_files = 1;
    struct grid *g = runs_at(80, NULL, NULL, NULL);
    assert_int_equal(g->n_rows, 1);
    g->ops->format(g, 0, &l);
    assert_non_null(strstr(text_z(&l.text), "one run"));
    assert_true(utf8_cols(l.text.p, l.text.n) <= 80);
    line_release(&l);
    grid_free(g);
    f.analysis->runs = there;
}

static void runs_at_any_width(void **state)
{
    (void)state;
    struct line l = {0};
    for (unsigned cols = 1; cols < 200; cols++) {
        struct grid *g = runs_at(cols, NULL, NULL, NULL);
        for (uint32_t i = 0; i < g->n_rows; i++) {
            g->ops->format(g, i, &l);
            assert_false(l.text.failed);
            assert_true(cols < 12 || utf8_cols(l.text.p, l.pinned) <= cols);
            g->ops->detail(g, i, &l);
        }
        grid_free(g);
    }
    line_release(&l);
}

#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(columns_over_runs),
        T(columns_at_80),
        T(chance_is_not_shown),
        T(one_sample_is_chance),
        T(sorted_by_columns_over_runs),
        T(no_set_no_columns),
        T(any_width),
        T(explained),
        T(runs_of_an_entry),
        cmocka_unit_test(runs_add_up),
        T(rows_are_runs),
        T(order_of_runs),
        T(the_others),
        T(no_set),
        T(runs_at_any_width),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
