/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/sum_spread.h"

#include <math.h>

#include "core/base/attr.h"
#include "core/base/search.h"

/* The functions of the statistics that lie in s: [first, first + n). */
struct found_functions {
    size_t first, n;
};

static struct found_functions functions_of(const struct run_sums *sums, const struct symbol *y)
{
    size_t lo = search_below(sums->functions, sums->n_functions,
                             SEARCH_BY(struct run_sums_function, addr), y->addr),
           hi = lo;
    while (hi < sums->n_functions && sums->functions[hi].addr < y->end)
        hi++;
    return (struct found_functions){lo, hi - lo};
}

/* A bin at the edge of two functions is divided here, and given to the first one there. */
static bool is_like(double ticks, double sum)
{
    return fabs(ticks - sum) <= 2 + sum / 20;
}

/* The function of the statistics that s is; *f is NULL if it is 0 in all runs. False: s is none of
 * the functions that they are about, or several of them. */
static bool find_function(const struct analysis *a, sym_id s, const struct run_sums_function **f)
{
    const struct run_sums *sums = a->profile->run_sums;
    const struct symbol *y = &a->table->symbols[s];
    const struct library *l = profile_library(a->profile, y->addr);
    if (!sums || y->flags & SYM_LINE || table_whole(a->table, s) != s || (l && !l->has_run_sums))
        return false;
    const struct found_functions found = functions_of(sums, y);
    *f = found.n ? &sums->functions[found.first] : NULL;
    return found.n < 2;
}

bool sum_spread_of(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct run_sums *sums = a->profile->run_sums;
    const struct run_sums_function *f;
    if (!find_function(a, s, &f))
        return false;
    const struct run_sums_spread v = run_sums_ticks(f);
    if (!is_like(a->samples->self[s], (double)v.sum))
        return false;
    const double n = (double)sums->n_all, sum = (double)v.sum;
    const double squares = v.squares - sum * sum / n;
    *out = (struct run_spread){
        .n = sums->n_all < UINT32_MAX ? (uint32_t)sums->n_all : UINT32_MAX,
        .mean = sum / n,
        .max = (double)v.most,
        .sd = squares > 0 ? sqrt(squares / (n - 1)) : 0,
        .worst = v.n_runs ? v.most_run : NO_ID,
    };
    return true;
}

/* As the runs themselves say; their sum. */
static double spread_of_runs(const struct run_sums *sums, enum run_measure measure,
                             struct run_spread *out)
{
    double sum = 0, about = 0, n = (double)sums->n_all;
    *out = (struct run_spread){.n = (uint32_t)fmin(n, UINT32_MAX), .worst = NO_ID};
    for (size_t i = 0; i < sums->n; i++) {
        const double ticks = (double)sums->runs[i].sum[measure];
        sum += (double)sums->runs[i].times * ticks;
        if (ticks > out->max) {
            out->max = ticks;
            out->worst = (uint32_t)i;
        }
    }
    out->mean = sum / n;
    for (size_t i = 0; i < sums->n; i++) {
        const double off = (double)sums->runs[i].sum[measure] - out->mean;
        about += (double)sums->runs[i].times * off * off;
    }
    out->sd = sqrt(about / (n - 1));
    return sum;
}

struct run_spread sum_spread_of_runs(const struct analysis *a)
{
    static const enum run_measure measures[] = {RUN_TICKS, RUN_PROGRAM_TICKS};
    struct run_spread s;
    for (size_t i = 0; i < ARRAY_LEN(measures); i++)
        if (is_like(a->samples->total, spread_of_runs(a->profile->run_sums, measures[i], &s)))
            return s;
    return (struct run_spread){0};
}
