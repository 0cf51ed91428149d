/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sum with statistics over its runs in the views: functions have the columns that those of a set
 * of runs have, all else has none. */
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
#include "tests/support/run_fixture.h"

enum { RUNS = UNEVEN_RUNS, FUNCTIONS = UNEVEN_FUNCTIONS };

static struct fixture f;
static struct run_sums sums;
static struct run_sums_run run[RUNS];
static struct run_sums_function function[FUNCTIONS];

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

/* Statistics of all functions but main, which has none. */
static void make_sums(void)
{
    sums = (struct run_sums){.runs = run, .n = RUNS, .n_all = RUNS, .functions = function};
    for (uint32_t i = 0; i < RUNS; i++)
        run[i] = (struct run_sums_run){.times = 1, .label = labels[i], .name = labels[i]};
    for (sym_id s = 1; s < FUNCTIONS; s++) {
        struct run_sums_function *x = &function[sums.n_functions++];
        *x = (struct run_sums_function){.addr = f.analysis->table->symbols[s].addr};
        for (uint32_t i = 0; i < RUNS; i++) {
            add_run(&x->ticks, i, uneven_ticks(s, i));
            run[i].sum[RUN_TICKS] += uneven_ticks(s, i);
            run[i].sum[RUN_PROGRAM_TICKS] += uneven_ticks(s, i);
        }
    }
    f.made.profile.run_sums = &sums;
}

static int set_up(void **state)
{
    (void)state;
    uneven_init(&f);
    make_sums();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
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

/* Together 150 172 147 650 131. */
static void whole_runs(void **state)
{
    (void)state;
    struct run_spread s = whole_spread(f.analysis);
    assert_true(s.n == RUNS && s.mean == 250 && s.max == 650 && s.worst == 3);
    assert_true(fabs(s.sd - 224.0837) < 0.001);
    run[0].sum[RUN_TICKS] += 1000; /* of libraries that are not here */
    s = whole_spread(f.analysis);
    assert_true(s.n == RUNS && s.mean == 250 && s.max == 650 && s.worst == 3);
    run[0].sum[RUN_PROGRAM_TICKS] += 1000; /* that filters took */
    assert_int_equal(whole_spread(f.analysis).n, 0);
}

static void has_no_columns(const struct grid *g)
{
    unsigned n = 0;
    for (unsigned c = 0; c < g->n_columns; c++)
        if (strcmp(g->columns[c].id, "mean") == 0 || strcmp(g->columns[c].id, "worst") == 0) {
            assert_true(g->absent >> c & 1);
            n++;
        }
    assert_int_equal(n, N_RUN_COLUMNS);
}

/* What a row has in each run is not known. */
static void entries(void **state)
{
    (void)state;
    struct grid *g = fixture_entry(&f, 0, 200);
    has_no_columns(g);
    grid_free(g);
}

static void modules(void **state)
{
    (void)state;
    const struct grid_style style = fixture_style(200);
    struct err e = ERR_INIT;
    struct grid *g = modules_grid(&f.v, MODULES_BY_IMAGE, &style, NULL, NULL, &e);
    assert_non_null(g);
    has_no_columns(g);
    grid_free(g);
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
        T(as_of_a_set), T(in_the_title), T(sorted_by_worst), T(unlike_the_statistics),
        T(whole_runs),  T(entries),      T(modules),         T(explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
