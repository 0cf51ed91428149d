/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/runs: the five numbers of a function against what its runs say, one by one; where nothing
 * is known; and what stands out. */
#include <math.h>

#include "core/analyze/runs.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static void expect(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fmax(1, fabs(want))))
        fail_msg("%.15g, not %.15g", got, want);
}

/* ---- spreads ---- */

enum { N_RUNS = 7, N_FUNCTIONS = 40 };

static struct made made;
static struct analysis *a;
static uint64_t ticks[N_RUNS][N_FUNCTIONS];
static struct profile_run run[N_RUNS];
static struct run_function function[N_FUNCTIONS];
static struct profile_runs runs;

/* A program of which every run took ticks of its own: none, the same or any. */
static void put_together(uint64_t *chance)
{
    made_random(&made, N_FUNCTIONS, 0, chance);
    a = made_analysis(&made, NULL, 0);
    runs = (struct profile_runs){
        .v = run, .n = N_RUNS, .n_all = N_RUNS, .functions = function, .n_functions = 0};
    made.profile.runs = &runs;
    for (unsigned i = 0; i < N_RUNS; i++)
        run[i] = (struct profile_run){.times = 1, .rank = RUN_NO_RANK};
    ((struct samples *)a->samples)->total = 0;
    assert_true(a->n_symbols <= N_FUNCTIONS);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        struct run_function f = {.addr = a->table->symbols[s].addr};
        for (unsigned i = 0; i < N_RUNS; i++) {
            const uint64_t v = s % 3 == 0 ? 5 : made_below(chance, 2) * made_below(chance, 1024);
            ticks[i][s] = v;
            f.most_run = v > f.most ? i : f.most_run;
            f.most = v > f.most ? v : f.most;
            f.n_runs += v > 0;
            f.sum += v;
            f.squares += (double)v * (double)v;
            run[i].sum[RUN_TICKS] += v;
        }
        a->samples->self[s] = (double)f.sum;
        ((struct samples *)a->samples)->total += (double)f.sum;
        if (f.sum > 0)
            function[runs.n_functions++] = f;
    }
}

static void take_apart(void)
{
    made.profile.runs = NULL;
    analysis_free(a);
    made_release(&made);
}

/* Worked out by its words. */
static void check(const struct run_spread *s, const double *v)
{
    double sum = 0, high = 0, squares = 0;
    uint32_t worst = NO_RUN;
    for (uint32_t i = 0; i < N_RUNS; i++) {
        sum += v[i];
        worst = v[i] > high ? i : worst;
        high = fmax(v[i], high);
    }
    for (uint32_t i = 0; i < N_RUNS; i++)
        squares += pow(v[i] - sum / N_RUNS, 2);
    assert_int_equal(s->n, N_RUNS);
    expect(s->mean, sum / N_RUNS);
    expect(s->max, high);
    assert_true(fabs(s->sd - sqrt(squares / (N_RUNS - 1))) < 1e-6);
    assert_int_equal(s->worst, worst);
    expect(spread_cost(s), high - sum / N_RUNS);
}

TEST(as_its_runs_say)
{
    uint64_t chance = 7;
    for (int round = 0; round < 30; round++) {
        double all[N_RUNS] = {0};
        put_together(&chance);
        for (sym_id s = 0; s < a->n_symbols; s++) {
            struct run_spread x;
            double v[N_RUNS];
            for (unsigned i = 0; i < N_RUNS; i++)
                all[i] += v[i] = (double)ticks[i][s];
            assert_true(runs_spread_of(a, s, &x));
            check(&x, v);
        }
        struct run_spread whole = runs_spread_of_all(a);
        check(&whole, all);
        take_apart();
    }
}

/* A bin that two functions share is divided here and not there: the runs' numbers follow; but not
 * where filters took most of it. */
TEST(follows_what_is_shown)
{
    uint64_t chance = 9;
    struct run_spread x;
    put_together(&chance);
    a->samples->self[0] = 34; /* of 35 */
    assert_true(runs_spread_of(a, 0, &x));
    expect(x.mean, 34. / N_RUNS);
    expect(x.max, 5 * 34. / 35);
    assert_true(x.sd < 1e-9);
    a->samples->self[0] = 10;
    assert_false(runs_spread_of(a, 0, &x));
    ((struct samples *)a->samples)->total /= 2;
    assert_int_equal(runs_spread_of_all(a).n, 0);
    a->samples->self[0] = 35;
    function[1].addr = function[0].addr + 1; /* two in one symbol */
    assert_false(runs_spread_of(a, 0, &x));
    runs.n_functions = 0;
    assert_false(runs_spread_of(a, 1, &x));
    made.profile.runs = NULL;
    assert_false(runs_spread_of(a, 1, &x));
    assert_int_equal(runs_spread_of_all(a).n, 0);
    take_apart();
}

/* ---- what stands out ---- */

/* Median 10.05; distances 0.95 0.15 0.05 0.05 0.15 4.95: their median is 0.15. */
TEST(what_is_usual)
{
    static const double v[] = {9.1, 10.2, 10, 10.1, 9.9, 15};
    struct usual u;
    usual_of(v, 6, 0, &u);
    expect(u.median, 10.05);
    expect(u.high - u.median, 3.5 * 1.4826 * 0.15);
    assert_true(v[5] > u.high && v[0] < u.low && v[1] < u.high && v[4] > u.low);
    /* A noise of one in each value: then 9.1 may be chance. */
    usual_of(v, 6, 1, &u);
    expect(u.low, 10.05 - 3.5);
    assert_true(v[5] > u.high && v[0] > u.low);
}

/* Runs that hardly differ differ by chance; of three nothing is said. */
TEST(little_is_usual)
{
    static const double v[] = {100, 100, 100, 101, 100, 104}, few[] = {1, 1, 50};
    struct usual u;
    usual_of(v, 6, 0, &u);
    assert_true(v[3] < u.high && v[5] > u.high);
    usual_of(few, 3, 0, &u);
    assert_true(few[2] < u.high);
    usual_of(NULL, 0, 0, &u);
    assert_true(isnan(u.median));
}
