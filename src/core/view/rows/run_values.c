/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/run_values.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/questions/sum_spread.h"
#include "core/base/mem.h"
#include "core/base/stat.h"
#include "core/view/values.h"

/* One profile in twenty may have a run that is called uneven by chance. */
#define CHANCE_LEVEL 0.05

/* ---- of which runs ---- */

bool knows_runs(const struct analysis *a)
{
    return a->runs || a->profile->run_sums;
}

bool are_repeats(const struct analysis *a)
{
    const struct run_sums *s = a->profile->run_sums;
    return !a->runs && s && s->n && s->runs[0].rank == RUN_SUMS_NO_RANK;
}

uint32_t run_count_shown(const struct analysis *a)
{
    return a->runs ? a->runs->n_shown : (uint32_t)a->profile->run_sums->n;
}

const char *run_label(const struct analysis *a, uint32_t run)
{
    return a->runs ? a->runs->runs->v[run].label : a->profile->run_sums->runs[run].label;
}

double runs_mean(const struct analysis *a)
{
    return a->runs ? a->runs->all.mean : a->samples->total / (double)a->profile->run_sums->n_all;
}

/* ---- spreads ---- */

bool function_spread(const struct analysis *a, sym_id s, struct run_spread *out)
{
    if (!a->runs)
        return sum_spread_of(a, s, out);
    *out = a->runs->self[s];
    return true;
}

struct run_spread whole_spread(const struct analysis *a)
{
    return a->runs ? a->runs->all : sum_spread_of_runs(a);
}

static double seconds_of(const struct analysis *a, double ticks)
{
    return a->rate_hz > 0 ? time_of(ticks, a->rate_hz, 1) : NAN;
}

bool is_chance(const struct analysis *a, const struct run_spread *s)
{
    const double tests = (double)s->n * a->n_symbols, all = s->mean * s->n;
    if (!(spread_cost(s) > 0) || !(all < 1e15))
        return true;
    return !(tests * stat_binomial_from(llround(s->max), llround(all), 1. / s->n) < CHANCE_LEVEL);
}

double run_value(const struct analysis *a, const struct run_spread *s, enum run_column column)
{
    switch (column) {
    case RUN_MEAN:
        return seconds_of(a, s->mean);
    case RUN_WORST:
        return s->worst == NO_RUN || is_chance(a, s) ? NAN : seconds_of(a, s->max);
    default:
        return NAN;
    }
}

/* ---- numbers ---- */

void run_numbers_make(struct run_numbers *x, const struct analysis *a)
{
    x->ticks = mem_array(a->runs->n_runs, sizeof *x->ticks);
}

void run_numbers_release(struct run_numbers *x)
{
    free(x->ticks);
    *x = (struct run_numbers){0};
}

void run_numbers_add(const struct analysis *a, sym_id s, struct run_numbers *x)
{
    const struct analysis_runs *r = a->runs;
    for (size_t i = r->first[s]; i < r->first[s + 1]; i++)
        x->ticks[r->run[i]] += r->ticks[i];
}

void run_numbers_spread(const struct analysis *a, const struct run_numbers *x,
                        struct run_spread *out)
{
    uint32_t n_runs = a->runs->n_runs, n = 0;
    double *v = mem_array_raw(n_runs, sizeof *v);
    uint32_t *run = mem_array_raw(n_runs, sizeof *run);
    for (uint32_t i = 0; i < n_runs; i++)
        if (profile_shows_run(a->profile, i)) {
            v[n] = x->ticks[i];
            run[n++] = i;
        }
    spread_of(v, n, 0, out);
    if (out->worst != NO_ID)
        out->worst = run[out->worst];
    free(v);
    free(run);
}
