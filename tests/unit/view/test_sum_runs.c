/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sum with statistics over its runs in the views: columns as a set of runs has them, and what is
 * left of them where statistics do not know each run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/questions/sum_spread.h"
#include "core/base/attr.h"
#include "core/view/grid/explain.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/modules.h"
#include "core/view/rows/flat_rows.h"
#include "tests/support/run_fixture.h"

enum { RUNS = UNEVEN_RUNS, FUNCTIONS = UNEVEN_FUNCTIONS };

static struct fixture f;
static struct run_sums sums;
static struct run_sums_run run[RUNS];
static struct run_sums_function function[FUNCTIONS];
static struct run_sums_number number[FUNCTIONS * RUNS];

static const char *const labels[] = {"sums/run.0", "sums/run.1", "sums/run.2", "sums/run.3", "4"};

static void add_run(struct run_sums_spread *s, uint32_t i, uint64_t ticks)
{
    s->n_runs += ticks > 0;
    s->sum += ticks;
    s->squares += (double)ticks * (double)ticks;
    if (i == 0 || ticks > s->most) {
        s->most = ticks;
        s->most_run = i;
    }
}

/* Statistics of all functions but main, which has none; `heavy`: those of which each run is known.
 */
static void make_sums(unsigned heavy)
{
    sums = (struct run_sums){
        .runs = run, .n = RUNS, .n_all = RUNS, .functions = function, .numbers = number};
    for (uint32_t i = 0; i < RUNS; i++)
        run[i] = (struct run_sums_run){.times = 1, .label = labels[i], .name = labels[i]};
    for (sym_id s = 1; s < FUNCTIONS; s++) {
        struct run_sums_function *x = &function[sums.n_functions++];
        *x = (struct run_sums_function){.addr = f.analysis->table->symbols[s].addr,
                                        .first_number = (uint32_t)sums.n_numbers};
        for (uint32_t i = 0; i < RUNS; i++) {
            add_run(&x->ticks, i, uneven_ticks(s, i));
            if (heavy >> s & 1 && uneven_ticks(s, i))
                number[sums.n_numbers++] =
                    (struct run_sums_number){.run = i, .ticks = uneven_ticks(s, i)};
        }
        x->n_numbers = (uint32_t)sums.n_numbers - x->first_number;
    }
    f.made.profile.run_sums = &sums;
}

static int set_up(void **state)
{
    (void)state;
    uneven_init(&f);
    make_sums(1u << 1 | 1u << 2 | 1u << 3);
    f.v.node_runs = node_runs_new(f.analysis);
    assert_non_null(f.v.node_runs);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    node_runs_free(f.v.node_runs);
    f.made.profile.run_sums = NULL;
    fixture_release(&f);
    return 0;
}

static void as_of_a_set(void **state)
{
    (void)state;
    struct grid *g = fixture_flat(&f, 200, NULL);
    struct line l = {0};
    uneven_expect(g);
    g->ops->detail(g, 0, &l);
    assert_non_null(strstr(text_z(&l.text), "slowest sums/run.3: 4.00 s, mean 1.60"));
    line_release(&l);
    grid_free(g);
}

static void in_the_title(void **state)
{
    (void)state;
    static char path[] = "sums/gmon.sum", program[] = "bin/prog";
    struct line l = {0};
    f.made.image.path = program;
    f.made.file.path = path;
    title_line(&f.v, &(struct title_style){.cols = 120}, &l);
    if (!strstr(text_z(&l.text), " + gmon.sum of 5 runs   "))
        fail_msg("no runs in '%s'", text_z(&l.text));
    line_clear(&l);
    title_line(&f.v, &(struct title_style){.cols = 70}, &l);
    if (!strstr(text_z(&l.text), "+gmon.sum: 5 runs  "))
        fail_msg("no runs in '%s'", text_z(&l.text));
    line_release(&l);
}

static void sorted_by_worst(void **state)
{
    (void)state;
    struct grid_sort sort = {.column = FLAT_RUNS + RUN_WORST};
    struct grid *g = fixture_flat(&f, 200, &sort);
    fixture_expect_order(g, "solve repair load ");
    grid_free(g);
}

/* The statistics alone are known of a function that was not among the heaviest of each run. */
static void not_each_run(void **state)
{
    (void)state;
    make_sums(1u << 1 | 1u << 3);
    struct grid *g = fixture_flat(&f, 200, NULL);
    struct line l = {0};
    g->ops->format(g, 1, &l);
    fixture_expect(g, &l, "name", "load");
    fixture_expect(g, &l, "mean", "0.50");
    fixture_expect(g, &l, "worst", ""); /* 52 samples where 50 are the mean */
    line_release(&l);
    grid_free(g);
}

static void unlike_the_statistics(void **state)
{
    (void)state;
    function[0].ticks.sum = 100; /* filters left another time */
    struct grid *g = fixture_flat(&f, 200, NULL);
    struct line l = {0};
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "name", "solve");
    fixture_expect(g, &l, "self", "8.00");
    fixture_expect(g, &l, "mean", "");
    fixture_expect(g, &l, "worst", "");
    line_release(&l);
    grid_free(g);
}

/* The row of an entry that is about s; its own line comes first. */
static void format_row(const struct grid *g, sym_id s, struct line *l)
{
    struct grid_row r = {.kind = ROW_SECTION};
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->row(g, i, &r);
        if ((r.kind == ROW_PRIMARY || r.kind == ROW_CALLEE) && r.subject.node == s) {
            g->ops->format(g, i, l);
            return;
        }
    }
    fail();
}

/* main: solve, load and repair together, 150 172 147 650 131. */
static void entries(void **state)
{
    (void)state;
    struct grid *g = fixture_entry(&f, 0, 200);
    struct line l = {0};
    format_row(g, 0, &l);
    fixture_expect(g, &l, "mean", "2.50");
    fixture_expect(g, &l, "worst", "6.50");
    grid_free(g);
    line_release(&l);
}

/* The mean of any time is known, all of a function without callees. */
static void entries_not_of_each_run(void **state)
{
    (void)state;
    make_sums(1u << 1);
    node_runs_free(f.v.node_runs);
    f.v.node_runs = node_runs_new(f.analysis);
    struct grid *g = fixture_entry(&f, 0, 200);
    struct line l = {0};
    format_row(g, 0, &l);
    fixture_expect(g, &l, "mean", "2.50");
    fixture_expect(g, &l, "worst", "");
    format_row(g, 2, &l);
    fixture_expect(g, &l, "mean", "0.50");
    fixture_expect(g, &l, "worst", ""); /* 52 samples where 50 are the mean */
    grid_free(g);
    line_release(&l);
}

static void modules_of(unsigned heavy, const char *mean, const char *worst)
{
    const struct grid_style style = fixture_style(200);
    struct err e = ERR_INIT;
    struct line l = {0};
    make_sums(heavy);
    struct grid *g = modules_grid(&f.v, MODULES_BY_IMAGE, &style, NULL, NULL, &e);
    assert_non_null(g);
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "mean", mean);
    fixture_expect(g, &l, "worst", worst);
    line_release(&l);
    grid_free(g);
}

static void modules(void **state)
{
    (void)state;
    modules_of(1u << 1 | 1u << 2 | 1u << 3, "2.50", "6.50");
    modules_of(1u << 1, "2.50", "");
}

static void explained(void **state)
{
    (void)state;
    const struct grid_style style = fixture_style(80);
    struct text t = {0};
    assert_true(explain_node(&t, &f.v, 1, &style));
    assert_non_null(strstr(text_z(&t), "self over 5 runs: mean 1.60 s"));
    assert_non_null(strstr(text_z(&t), "(run sums/run.3)"));
    text_release(&t);
}

#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(as_of_a_set),
        T(in_the_title),
        T(sorted_by_worst),
        T(not_each_run),
        T(unlike_the_statistics),
        T(entries),
        T(entries_not_of_each_run),
        T(modules),
        T(explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
