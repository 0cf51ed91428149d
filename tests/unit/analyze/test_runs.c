/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/runs: random runs of one program, put together, against the analysis of each run alone;
 * and the profile of some of them against those analyses' sums. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/runs.h"
#include "core/model/some_runs.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"

enum { N_RUNS = 7, N_FUNCTIONS = 40, N_ARCS = 150 };

static struct made one[N_RUNS], sum;
static struct profile_runs set;
static struct run_part parts[N_RUNS];
static struct profile_run runs[N_RUNS];
static size_t first_part[N_RUNS + 1];
static struct raw_arc arcs[N_RUNS * N_ARCS];

/* Number of the arc among those of all runs. */
static uint32_t arc_number(const struct raw_arc *a)
{
    uint32_t i = 0;
    while (i < set.n_arcs && (arcs[i].from != a->from || arcs[i].to != a->to))
        i++;
    if (i == set.n_arcs)
        arcs[set.n_arcs++] = (struct raw_arc){a->from, a->to, 0};
    return i;
}

static void write_run(unsigned run, bool is_idle)
{
    struct run_writer w = {0};
    struct profile *p = &one[run].profile;
    run_writer_start(&w);
    for (uint32_t i = 0; i < p->hists[0].n_bins; i++) {
        if (is_idle || i % 3 == run % 3)
            one[run].bins[0][i] = 0;
        sum.bins[0][i] += one[run].bins[0][i];
        if (one[run].bins[0][i])
            run_writer_bin(&w, 0, i, one[run].bins[0][i]);
    }
    run_writer_end_bins(&w);
    for (size_t i = 0; i < p->n_arcs; i++) {
        uint32_t arc = arc_number(&p->arcs[i]);
        arcs[arc].count += p->arcs[i].count;
        run_writer_arcs(&w, &(struct run_calls){arc, p->arcs[i].count}, 1);
    }
    assert_false(w.failed);
    parts[run] = (struct run_part){.bytes = w.p, .n_bytes = (uint32_t)w.n, .run = run};
    first_part[run + 1] = run + 1;
}

/* The sum of all runs in `sum`, with the runs. */
static void put_together(uint64_t *chance)
{
    set = (struct profile_runs){.v = runs,
                                .n = N_RUNS,
                                .parts = parts,
                                .n_parts = N_RUNS,
                                .first_part = first_part,
                                .arcs = arcs};
    made_random(&sum, N_FUNCTIONS, 0, chance);
    memset(sum.bins[0], 0, sum.profile.hists[0].n_bins * sizeof *sum.bins[0]);
    for (unsigned i = 0; i < N_RUNS; i++) {
        made_random(&one[i], N_FUNCTIONS, N_ARCS, chance);
        write_run(i, i == 3);
    }
    for (uint32_t i = 0; i < set.n_arcs; i++)
        made_arc(&sum, arcs[i].from, arcs[i].to, arcs[i].count);
    sum.profile.runs = &set;
}

static void take_apart(void)
{
    for (unsigned i = 0; i < N_RUNS; i++) {
        free((void *)parts[i].bytes);
        made_release(&one[i]);
    }
    sum.profile.runs = NULL;
    made_release(&sum);
}

static struct analysis_runs *analyse(const struct table *t, const struct analysis_runs *like)
{
    static const struct symset_pair all;
    static const struct arcset_pair every;
    struct err e = ERR_INIT;
    const struct analysis_runs_request r = {.table = t, .flat = &all, .arcs = &every, .like = like};
    struct analysis_runs *a = analysis_runs_new(&r, &e);
    assert_non_null(a);
    return a;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

/* What is said of a row, worked out by its words. */
static void check_spread(const struct run_spread *s, const double *v, const bool *shown)
{
    double total = 0, high = 0, squares = 0;
    uint32_t n = 0, worst = NO_RUN;
    for (uint32_t i = 0; i < N_RUNS; i++)
        if (shown[i]) {
            n++;
            total += v[i];
            if (v[i] > high) {
                high = v[i];
                worst = i;
            }
        }
    for (uint32_t i = 0; i < N_RUNS; i++)
        squares += shown[i] ? pow(v[i] - total / n, 2) : 0;
    assert_true(s->n == n && near(s->mean, total / n) && near(s->max, high));
    assert_int_equal(s->worst, worst);
    if (n > 1)
        assert_true(near(s->sd * s->sd, squares / (n - 1)));
}

static void check_rows(const struct analysis_runs *a, const bool *shown)
{
    double *self[N_RUNS], row[N_RUNS];
    struct analysis *alone[N_RUNS];
    for (unsigned i = 0; i < N_RUNS; i++) {
        alone[i] = made_analysis(&one[i], NULL, 0);
        self[i] = alone[i]->samples->self;
        uint64_t calls = 0;
        for (sym_id s = 0; s < alone[i]->n_symbols; s++)
            calls += alone[i]->graph->calls[s];
        assert_true(near(a->total[i].ticks, alone[i]->samples->total));
        assert_true(a->total[i].calls == calls);
    }
    for (sym_id s = 0; s < alone[0]->n_symbols; s++) {
        for (unsigned i = 0; i < N_RUNS; i++)
            row[i] = 0;
        for (size_t i = a->first[s]; i < a->first[s + 1]; i++)
            row[a->run[i]] = a->ticks[i];
        for (unsigned i = 0; i < N_RUNS; i++)
            assert_true(near(row[i], self[i][s]));
        check_spread(&a->self[s], row, shown);
    }
    for (unsigned i = 0; i < N_RUNS; i++)
        analysis_free(alone[i]);
}

static void like_each_alone(void **state)
{
    uint64_t chance = 7;
    const bool all[N_RUNS] = {1, 1, 1, 1, 1, 1, 1};
    (void)state;
    for (int round = 0; round < 30; round++) {
        put_together(&chance);
        struct table *t = made_table(&sum);
        struct analysis_runs *a = analyse(t, NULL);
        assert_true(a->n_runs == N_RUNS && a->n_shown == N_RUNS);
        check_rows(a, all);
        analysis_runs_free(a);
        arena_object_free(t);
        take_apart();
    }
}

/* ---- some runs ---- */

/* The profile of some runs has the sums of theirs; the runs are all still there. *like shows others
 * and is replaced by one of these: what they share outlives it. */
static void check_some(const bool *shown, struct analysis_runs **like)
{
    struct err e = ERR_INIT;
    struct profile *some = profile_of_runs(&sum.profile, shown);
    assert_non_null(some);
    for (uint32_t i = 0; i < some->hists[0].n_bins; i++) {
        uint64_t want = 0;
        for (unsigned k = 0; k < N_RUNS; k++)
            want += shown[k] ? one[k].bins[0][i] : 0;
        assert_true(histogram_ticks(&some->hists[0], i) == want);
    }
    for (size_t i = 0; i < some->n_arcs; i++) {
        uint64_t want = 0;
        for (unsigned k = 0; k < N_RUNS; k++)
            for (size_t j = 0; shown[k] && j < one[k].profile.n_arcs; j++) {
                const struct raw_arc *a = &one[k].profile.arcs[j];
                want += a->from == some->arcs[i].from && a->to == some->arcs[i].to ? a->count : 0;
            }
        assert_true(some->arcs[i].count == want);
    }
    const struct table_options o = {0};
    struct table *t = table_new(some, &o, NULL, &e);
    for (int shares = 0; shares < 2; shares++) {
        struct analysis_runs *a = analyse(t, shares ? *like : NULL);
        assert_int_equal(a->n_shown, profile_shown_runs(some));
        assert_true(!shares || a->ticks == (*like)->ticks);
        analysis_runs_free(*like);
        *like = a;
        check_rows(a, shown);
    }
    arena_object_free(t);
    profile_free(some);
}

static void some_runs(void **state)
{
    uint64_t chance = 99;
    struct analysis_runs *like = NULL;
    (void)state;
    put_together(&chance);
    for (unsigned bits = 1; bits < 1u << N_RUNS; bits += 9) {
        bool shown[N_RUNS];
        for (unsigned i = 0; i < N_RUNS; i++)
            shown[i] = bits >> i & 1;
        check_some(shown, &like);
    }
    analysis_runs_free(like);
    take_apart();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_each_alone),
        cmocka_unit_test(some_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
