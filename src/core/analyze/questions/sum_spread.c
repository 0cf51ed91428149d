/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/sum_spread.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
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

/* find_function, unless s has other ticks here. */
static bool find_alike(const struct analysis *a, sym_id s, const struct run_sums_function **f)
{
    return find_function(a, s, f) && is_like(a->samples->self[s], (double)run_sums_ticks(*f).sum);
}

bool sum_spread_of(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct run_sums *sums = a->profile->run_sums;
    const struct run_sums_function *f;
    if (!find_alike(a, s, &f))
        return false;
    const struct run_sums_spread v = run_sums_ticks(f);
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

/* Whether there are functions of which each run is known: those that were among the heaviest of all
 * runs that have some of them. */
static bool knows_each_run(const struct analysis *a)
{
    const struct run_sums *sums = a->profile->run_sums;
    return sums && sums->n_numbers > 0 && sums->n == sums->n_all;
}

/* False: some are not known of each run. */
static bool add_functions(const struct analysis *a, double *ticks)
{
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (a->samples->self[s] > 0 && !sum_numbers_add(a, s, 1, ticks))
            return false;
    return knows_each_run(a);
}

/* As the runs themselves say; what they sampled may be more than is here. */
static void spread_totals(const struct analysis *a, struct run_spread *out)
{
    const struct run_sums *sums = a->profile->run_sums;
    double sum = 0, about = 0, n = (double)sums->n_all;
    for (size_t i = 0; i < sums->n; i++)
        sum += (double)sums->runs[i].times * (double)sums->runs[i].sum[RUN_TICKS];
    for (size_t i = 0; i < sums->n; i++) {
        double off = (double)sums->runs[i].sum[RUN_TICKS] - sum / n;
        about += (double)sums->runs[i].times * off * off;
    }
    if (is_like(a->samples->total, sum))
        *out = (struct run_spread){.n = (uint32_t)fmin(n, UINT32_MAX),
                                   .mean = sum / n,
                                   .max = NAN,
                                   .sd = sqrt(about / (n - 1)),
                                   .worst = NO_ID};
}

bool sum_spread_of_runs(const struct analysis *a, struct run_spread *out, struct err *e)
{
    const uint32_t n = (uint32_t)a->profile->run_sums->n;
    double *ticks = mem_array(n, sizeof *ticks);
    if (!ticks)
        return err_memory(e, 0);
    *out = (struct run_spread){0};
    if (add_functions(a, ticks))
        spread_of(ticks, n, 0, out);
    else
        spread_totals(a, out);
    free(ticks);
    return true;
}

bool sum_numbers_add(const struct analysis *a, sym_id s, double weight, double *ticks)
{
    const struct run_sums *sums = a->profile->run_sums;
    const struct run_sums_function *f;
    if (!knows_each_run(a) || !find_alike(a, s, &f))
        return false;
    const struct run_sums_number *v = f ? sums->numbers + f->first_number : NULL;
    uint64_t n_known = 0, n = run_sums_ticks(f).n_runs;
    for (uint32_t i = 0; f && i < f->n_numbers; i++)
        n_known += v[i].ticks > 0 && v[i].run < sums->n;
    if (n_known < n)
        return false;
    for (uint32_t i = 0; f && i < f->n_numbers; i++)
        if (v[i].run < sums->n)
            ticks[v[i].run] += weight * (double)v[i].ticks;
    return true;
}
