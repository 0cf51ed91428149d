/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences are called real where they are, and hardly ever where they are not: pairs of runs
 * are simulated, whose samples are drawn as those of a sampled program are (Poisson), of one
 * program or of one in which a function changed: 1000 pairs, of programs with hundreds of functions
 * a part of them, without LONG in the environment. */
#include <math.h>

#include "core/analyze/questions/diff.h"
#include "core/view/values.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MOST_RUNS = 8 };

/* What a side with several runs is. */
enum kind { KIND_SET, KIND_SUM };

/* A program: functions f0 to f(n-1) of an image, f0 calls all others. */
struct plan {
    struct made made;
    struct analysis *a;
    uint32_t n;
    double *rate[N_DIFF_SIDES]; /* per function: expected ticks of a run */
    double unsteady;            /* by which part runs are faster or slower as a whole */
    uint32_t two_kinds;         /* this function takes a seventh in every second run; 0: none */
    enum kind kind;
    uint32_t unknown; /* of how many tenths of the functions a sum knows no spread */
    uint64_t seed;
};

/* One side: an analysis that differs from the plan's in its samples alone, and its runs. */
struct simulated {
    struct analysis a;
    struct samples samples;
    struct times times;
    struct graph graph; /* with the calls of all runs */
    double *runs[MOST_RUNS];
    uint32_t n_runs;
    uint32_t known; /* of how many functions a sum knows how runs differ */
    struct profile profile;
    struct profile_runs sums;
    struct profile_run run[MOST_RUNS];
};

static int pairs_wanted(const struct plan *p)
{
    return getenv("LONG") || p->n < 100 ? 1000 : 250;
}

/* What a rate that was counted among n pairs may be off by chance: three standard errors. */
static double chance(double percent, int n)
{
    return 3 * sqrt(percent * (100 - percent) / n);
}

static double draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return ((double)(*seed >> 11) + 0.5) / 9007199254740992.0;
}

static double draw_normal(uint64_t *seed)
{
    double r = sqrt(-2 * log(draw(seed)));
    return r * cos(2 * 3.14159265358979323846 * draw(seed));
}

/* How many events there are before waiting times add up to more than the rate. */
static double draw_poisson(uint64_t *seed, double rate)
{
    double n = 0, product = 1;
    for (; rate > 500; rate -= 500)
        n += draw_poisson(seed, 500);
    for (double end = exp(-rate);; n++) {
        product *= draw(seed);
        if (product <= end)
            return n;
    }
}

static void plan_begin(struct plan *p, uint32_t n, uint64_t seed)
{
    char name[16];
    *p = (struct plan){.n = n, .seed = seed};
    made_init(&p->made, MADE_LO, MADE_LO + MADE_BYTES * (uint64_t)n);
    for (uint32_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "f%u", (unsigned)i);
        made_symbol(&p->made, name, made_addr(i), SYM_FUNC);
    }
    made_ticks(&p->made, NULL)[0] = 1;
    for (uint32_t i = 1; i < n; i++)
        made_call(&p->made, 0, i, 3 + i);
    p->a = made_analysis(&p->made, NULL, 0);
    assert_non_null(p->a);
    assert_int_equal(p->a->n_symbols, n);
    for (int side = 0; side < N_DIFF_SIDES; side++)
        p->rate[side] = calloc(n, sizeof(double));
}

static void plan_end(struct plan *p)
{
    for (int side = 0; side < N_DIFF_SIDES; side++)
        free(p->rate[side]);
    analysis_free(p->a);
    made_release(&p->made);
}

/* Few functions take most of the time: the i-th one `most` / (i + 1) ticks. */
static void plan_rates(struct plan *p, double most)
{
    for (uint32_t i = 0; i < p->n; i++)
        p->rate[DIFF_OLD][i] = p->rate[DIFF_NEW][i] = most / (i + 1);
}

static void spread_of(const double *v, uint32_t n, struct run_spread *out)
{
    *out = (struct run_spread){.n = n, .worst = NO_RUN};
    double squares = 0;
    for (uint32_t i = 0; i < n; i++) {
        out->mean += v[i] / n;
        out->max = fmax(out->max, v[i]);
    }
    for (uint32_t i = 0; i < n; i++)
        squares += (v[i] - out->mean) * (v[i] - out->mean);
    out->sd = n > 1 ? sqrt(squares / (n - 1)) : NAN;
}

static bool spread_of_set(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct simulated *x = (const struct simulated *)a;
    double ticks[MOST_RUNS];
    for (uint32_t run = 0; run < x->n_runs; run++)
        ticks[run] = x->runs[run][s];
    spread_of(ticks, x->n_runs, out);
    return true;
}

static bool spread_of_sum(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct simulated *x = (const struct simulated *)a;
    return s >= x->a.n_symbols - x->known && runs_spread_of(a, s, out);
}

/* The statistics that go with the sum of the runs. */
static void add_up(struct simulated *x)
{
    struct profile_runs *sums = &x->sums;
    const uint32_t n = x->a.n_symbols;
    x->profile = *x->a.profile;
    x->profile.runs = sums;
    x->a.profile = &x->profile;
    *sums =
        (struct profile_runs){.v = x->run, .n = x->n_runs, .n_all = x->n_runs, .n_functions = n};
    sums->functions = calloc(n, sizeof *sums->functions);
    for (uint32_t run = 0; run < x->n_runs; run++)
        x->run[run] = (struct profile_run){.times = 1};
    for (sym_id s = 0; s < n; s++) {
        struct run_function *v = &sums->functions[s];
        sums->functions[s].addr = x->a.table->symbols[s].addr;
        for (uint32_t run = 0; run < x->n_runs; run++) {
            double ticks = x->runs[run][s];
            v->n_runs += ticks > 0;
            v->sum += (uint64_t)ticks;
            v->squares += ticks * ticks;
            x->run[run].sum[RUN_TICKS] += (uint64_t)ticks;
        }
    }
}

static void simulate(struct plan *p, int side, uint32_t n_runs, struct simulated *x)
{
    *x = (struct simulated){.a = *p->a, .n_runs = n_runs};
    x->samples.self = calloc(p->n, sizeof(double));
    x->times.node = calloc(p->a->n_nodes, sizeof *x->times.node);
    for (uint32_t run = 0; run < n_runs; run++) {
        double speed = exp(p->unsteady * draw_normal(&p->seed));
        x->runs[run] = calloc(p->n, sizeof(double));
        for (uint32_t i = 0; i < p->n; i++) {
            double part = i && i == p->two_kinds && draw(&p->seed) < 0.5 ? 1. / 7 : 1;
            x->runs[run][i] = draw_poisson(&p->seed, p->rate[side][i] * speed * part);
            x->samples.self[i] += x->runs[run][i];
            x->samples.total += x->runs[run][i];
        }
    }
    x->times.node[0].child = x->samples.total - x->samples.self[0];
    x->a.samples = &x->samples;
    x->a.times = &x->times;
    x->graph = *p->a->graph;
    x->graph.calls = calloc(p->n, sizeof *x->graph.calls);
    for (uint32_t i = 0; i < p->n; i++)
        x->graph.calls[i] = p->a->graph->calls[i] * n_runs;
    x->a.graph = &x->graph;
    x->known = p->n - p->n / 10 * p->unknown;
    if (n_runs > 1)
        add_up(x);
}

static struct diff_side side_of(struct simulated *x, enum kind kind)
{
    struct diff_side side = {.analysis = &x->a, .n_runs = x->n_runs};
    double ticks[MOST_RUNS] = {0};
    for (uint32_t run = 0; run < x->n_runs; run++)
        for (sym_id s = 0; s < x->a.n_symbols; s++)
            ticks[run] += x->runs[run][s];
    if (kind == KIND_SET)
        spread_of(ticks, x->n_runs, &side.whole);
    else if (x->n_runs > 1)
        side.whole = runs_spread_of_all(&x->a);
    side.spread = kind == KIND_SET ? spread_of_set : spread_of_sum;
    return side;
}

static void simulated_release(struct simulated *x)
{
    free(x->graph.calls);
    free(x->sums.functions);
    for (uint32_t run = 0; run < x->n_runs; run++)
        free(x->runs[run]);
    free(x->samples.self);
    free(x->times.node);
}

/* The comparison of runs of one side with those of the other; NULL, NULL ends it. */
struct drawn {
    struct simulated side[N_DIFF_SIDES];
    struct diff *diff;
};

static struct diff *compare_as(struct drawn *x, enum kind kind)
{
    struct diff_side side[N_DIFF_SIDES];
    for (int i = 0; i < N_DIFF_SIDES; i++)
        side[i] = side_of(&x->side[i], kind);
    struct diff *d = diff_new(side, no_err());
    assert_non_null(d);
    return d;
}

static void compare(struct plan *p, uint32_t n_old, uint32_t n_new, struct drawn *out)
{
    simulate(p, DIFF_OLD, n_old, &out->side[DIFF_OLD]);
    simulate(p, DIFF_NEW, n_new, &out->side[DIFF_NEW]);
    out->diff = compare_as(out, p->kind);
}

static void release(struct drawn *x)
{
    arena_object_free(x->diff);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        simulated_release(&x->side[i]);
}

/* Is a verdict one that must be rare: real, or if there is but one run on each side, all of whose
 * chance is of sampling, beyond it? */
static bool is_alarm(const struct diff *d, enum diff_verdict v)
{
    const bool single = d->side[DIFF_OLD].n_runs == 1 && d->side[DIFF_NEW].n_runs == 1;
    return single ? diff_is_more(v) : v == DIFF_REAL;
}

static bool any_real(const struct diff *d, enum diff_time time)
{
    for (uint32_t i = 0; i < d->n_rows; i++)
        if (is_alarm(d, diff_judge(&d->rows[i], time)))
            return true;
    return false;
}

/* ---- nothing differs ---- */

static void check_exact(const struct diff *d)
{
    for (uint32_t i = 0; i < d->n_rows; i++)
        assert_true(diff_delta(d, &d->rows[i], DIFF_VALUE_CALLS) == 0);
}

/* In five of a hundred pairs of equal programs at most, anything is called real. */
static void few_false_alarms(struct plan *p, uint32_t n_old, uint32_t n_new, bool exact)
{
    int wanted = pairs_wanted(p), real = 0, any = 0;
    for (int i = 0; i < wanted; i++) {
        struct drawn x;
        compare(p, n_old, n_new, &x);
        bool self = any_real(x.diff, DIFF_SELF);
        real += self;
        any += self || any_real(x.diff, DIFF_TOTAL) || any_real(x.diff, DIFF_SELF_PER_CALL) ||
               is_alarm(x.diff, diff_judge(&x.diff->total, DIFF_SELF));
        if (exact)
            check_exact(x.diff);
        release(&x);
    }
    print_message("%u rows, %u and %u run(s): real in %.1f %% of pairs, any mark in %.1f %%\n",
                  (unsigned)p->n, (unsigned)n_old, (unsigned)n_new, 100.0 * real / wanted,
                  100.0 * any / wanted);
    assert_true(100.0 * any / wanted <= 5 + chance(5, wanted));
}

TEST(equal_programs_do_not_differ)
{
    static const uint32_t sizes[] = {10, 100, 1000};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct plan p;
        plan_begin(&p, sizes[i], 11 + i);
        plan_rates(&p, 2000);
        few_false_alarms(&p, 1, 1, true);
        plan_end(&p);
    }
}

/* Runs of one program that are some percent faster or slower as a whole do not differ either, if
 * there are several. */
TEST(unsteady_programs_do_not_differ)
{
    static const struct {
        uint32_t runs;
        double unsteady;
    } cases[] = {{3, 0}, {3, 0.05}, {5, 0.02}, {8, 0.05}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct plan p;
        plan_begin(&p, 200, 101 + i);
        plan_rates(&p, 2000);
        p.unsteady = cases[i].unsteady;
        few_false_alarms(&p, cases[i].runs, cases[i].runs, false);
        plan_end(&p);
    }
}

/* Nor do those of which every second run is of another kind in one function: by chance all runs of
 * a side may be of one kind. */
TEST(runs_of_two_kinds_do_not_differ)
{
    static const struct {
        uint32_t runs, functions;
    } cases[] = {{3, 3}, {3, 20}, {5, 3}, {8, 20}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct plan p;
        plan_begin(&p, cases[i].functions, 201 + i);
        plan_rates(&p, 400);
        p.two_kinds = 2;
        p.rate[DIFF_OLD][2] = p.rate[DIFF_NEW][2] = 12;
        few_false_alarms(&p, cases[i].runs, cases[i].runs, false);
        plan_end(&p);
    }
}

/* However much differs, it takes three runs on both sides to call it real, or noise. */
TEST(few_runs_decide_nothing)
{
    static const uint32_t sizes[][N_DIFF_SIDES] = {{1, 1}, {1, 8}, {2, 2}, {8, 2}, {3, 3}};
    struct plan p;
    plan_begin(&p, 20, 601);
    plan_rates(&p, 2000);
    p.rate[DIFF_NEW][7] *= 10;
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct drawn x;
        bool decides = sizes[i][DIFF_OLD] >= 3 && sizes[i][DIFF_NEW] >= 3;
        compare(&p, sizes[i][DIFF_OLD], sizes[i][DIFF_NEW], &x);
        assert_int_equal(diff_judge(&x.diff->rows[7], DIFF_SELF),
                         decides ? DIFF_REAL : DIFF_BEYOND);
        assert_int_equal(diff_judge(&x.diff->rows[1], DIFF_SELF),
                         decides ? DIFF_NOISE : DIFF_WITHIN);
        release(&x);
    }
    plan_end(&p);
}

/* Sums know no more than the statistics that go with them: of all functions, of some, of none; or
 * one side is a single run. */
TEST(equal_sums_do_not_differ)
{
    static const struct {
        uint32_t n_old, n_new;
        double unsteady;
        uint32_t unknown;
    } cases[] = {{3, 3, 0, 0},    {5, 5, 0.02, 0}, {8, 8, 0.05, 0}, {8, 3, 0.05, 0},
                 {8, 8, 0.05, 5}, {5, 5, 0.02, 9}, {3, 3, 0, 5},    {8, 8, 0.05, 10}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct plan p;
        plan_begin(&p, 200, 301 + i);
        plan_rates(&p, 2000);
        p.kind = KIND_SUM;
        p.unsteady = cases[i].unsteady;
        p.unknown = cases[i].unknown;
        few_false_alarms(&p, cases[i].n_old, cases[i].n_new, false);
        plan_end(&p);
    }
}

static void expect_near(double x, double y)
{
    if (!(isnan(x) && isnan(y)) && !(fabs(x - y) <= 1e-6 * fmax(fabs(x), fabs(y))))
        fail_msg("%.15g is not %.15g", x, y);
}

/* Whatever differs: a sum is judged like the runs that it is of. */
TEST(sums_are_judged_like_their_runs)
{
    static const uint32_t sizes[][N_DIFF_SIDES] = {{2, 2}, {5, 5}, {8, 3}, {1, 6}, {4, 1}, {1, 1}};
    struct plan p;
    plan_begin(&p, 50, 501);
    plan_rates(&p, 2000);
    p.unsteady = 0.03;
    p.rate[DIFF_NEW][7] *= 1.5;
    for (size_t i = 0; i < 20 * ARRAY_LEN(sizes); i++) {
        struct drawn x;
        compare(&p, sizes[i / 20][DIFF_OLD], sizes[i / 20][DIFF_NEW], &x);
        struct diff *sums = compare_as(&x, KIND_SUM);
        assert_int_equal(sums->repeated, x.diff->repeated);
        assert_int_equal(sums->unknown, 0);
        for (uint32_t k = 0; k < p.n; k++)
            for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
                const struct diff_test *a = &x.diff->rows[k].test[time];
                const struct diff_test *b = &sums->rows[k].test[time];
                expect_near(a->p, b->p);
                expect_near(a->adjusted, b->adjusted);
                expect_near(a->error, b->error);
            }
        expect_near(x.diff->total.test[DIFF_SELF].p, sums->total.test[DIFF_SELF].p);
        arena_object_free(sums);
        release(&x);
    }
    plan_end(&p);
}

/* ---- one function differs ---- */

/* A change of `errors` standard errors of its difference: new - old = errors (old + new)^1/2. */
static double changed(double old, double errors)
{
    double half = errors / 2;
    double root = half + sqrt(half * half + 2 * old);
    return old + errors * sqrt(2 * old + errors * root);
}

/* In eighty of a hundred pairs at least, a change of function 7 is found. */
static void often_found(struct plan *p, double errors, bool alone)
{
    int wanted = pairs_wanted(p), n = 0;
    double old = p->rate[DIFF_OLD][7];
    p->rate[DIFF_NEW][7] = changed(old, errors);
    double error = sqrt(old + p->rate[DIFF_NEW][7]);
    assert_true(fabs((p->rate[DIFF_NEW][7] - old) / error - errors) < 0.05 * errors);
    for (int i = 0; i < wanted; i++) {
        struct drawn x;
        compare(p, 1, 1, &x);
        const struct diff_row *r = &x.diff->rows[7];
        n += diff_is_more(diff_judge_as(r, DIFF_SELF, alone));
        release(&x);
    }
    print_message("%u tested rows: a change of %.0f standard errors is found in %.1f %%\n",
                  (unsigned)p->n, errors, 100.0 * n / wanted);
    assert_true(100.0 * n / wanted >= 80 - chance(80, wanted));
}

/* All rows have samples enough to be tested. */
static void plan_many(struct plan *p, uint32_t n, uint64_t seed)
{
    plan_begin(p, n, seed);
    for (uint32_t i = 0; i < n; i++)
        p->rate[DIFF_OLD][i] = p->rate[DIFF_NEW][i] = i == 7 ? 400 : 40;
}

TEST(a_change_of_five_errors_is_found)
{
    static const uint32_t sizes[] = {10, 100, 1000};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        struct plan p;
        plan_many(&p, sizes[i], 21 + i);
        often_found(&p, 5, false);
        plan_end(&p);
    }
}

TEST(a_change_of_three_errors_is_found_by_name)
{
    struct plan p;
    plan_many(&p, 1000, 31);
    often_found(&p, 3, true);
    plan_end(&p);
}

/* With repetitions: the errors of the means. */
TEST(repetitions_find_smaller_changes)
{
    struct plan p;
    int n = 0;
    double wrong = 0;
    plan_many(&p, 300, 41);
    const int wanted = pairs_wanted(&p) / 2;
    p.unsteady = 0.01;
    p.rate[DIFF_NEW][7] = 400 + 6.0 * sqrt(2 * 400.0 / 6);
    for (int i = 0; i < wanted; i++) {
        struct drawn x;
        compare(&p, 6, 6, &x);
        int here = diff_judge(&x.diff->rows[7], DIFF_SELF) == DIFF_REAL, others = 0;
        n += here;
        for (uint32_t k = 0; k < p.n; k++)
            others += k != 7 && diff_judge(&x.diff->rows[k], DIFF_SELF) == DIFF_REAL;
        wrong += here + others ? (double)others / (here + others) : 0;
        release(&x);
    }
    print_message("6 runs a side: found in %.1f %%; %.1f %% of what is found is wrong\n",
                  100.0 * n / wanted, 100 * wrong / wanted);
    assert_true(100.0 * n / wanted >= 80 - chance(80, wanted));
    assert_true(100 * wrong / wanted <= 6); /* 5, and an error of 1 */
    plan_end(&p);
}
