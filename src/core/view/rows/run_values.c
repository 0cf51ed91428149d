/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/run_values.h"

#include <math.h>

#include "core/base/stat.h"
#include "core/view/values.h"

/* One profile in twenty may have a run that is called uneven by chance. */
#define CHANCE_LEVEL 0.05

/* ---- of which runs ---- */

bool knows_runs(const struct analysis *a)
{
    const struct profile_runs *r = a->profile->runs;
    return r && r->n_all > 1;
}

bool are_repeats(const struct analysis *a)
{
    const struct profile_runs *r = a->profile->runs;
    return r && !r->is_set && r->n && r->v[0].rank == RUN_NO_RANK;
}

double runs_mean(const struct analysis *a)
{
    return a->samples->total / (double)a->profile->runs->n_all;
}

/* ---- spreads ---- */

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

bool run_column_spread(const struct analysis *a, sym_id s, enum run_column column,
                       struct run_spread *out)
{
    return column >= RUN_TOTAL_MEAN ? runs_total_spread_of(a, s, out) : runs_spread_of(a, s, out);
}

double run_value(const struct analysis *a, const struct run_spread *s, enum run_column column)
{
    if (column == RUN_MEAN || column == RUN_TOTAL_MEAN)
        return seconds_of(a, s->mean);
    return s->worst == NO_RUN || is_chance(a, s) ? NAN : seconds_of(a, s->max);
}
