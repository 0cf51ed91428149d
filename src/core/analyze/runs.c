/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/runs.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/attr.h"
#include "core/base/mem.h"
#include "core/base/search.h"

/* Functions of the statistics, by address. */
struct run_functions {
    const struct run_function *v;
    size_t n;
};

static struct run_functions functions_in(const struct run_functions *all, const struct symbol *y)
{
    size_t lo = search_below(all->v, all->n, SEARCH_BY(struct run_function, addr), y->addr),
           hi = lo;
    while (hi < all->n && all->v[hi].addr < y->end)
        hi++;
    return (struct run_functions){all->v + lo, hi - lo};
}

/* A bin at the edge of two functions is divided here, and given to the first one there. */
static bool is_like(double ticks, double sum)
{
    return fabs(ticks - sum) <= 2 + sum / 20;
}

/* The function of the statistics that s is; *f is NULL if it is 0 in all runs. False: s is none of
 * the functions that they are about, or several of them. */
static bool find_function(const struct analysis *a, sym_id s, const struct run_functions *all,
                          const struct run_function **f)
{
    const struct symbol *y = &a->table->symbols[s];
    const struct library *l = profile_library(a->profile, y->addr);
    if (all->n == 0 || y->flags & SYM_LINE || table_whole(a->table, s) != s ||
        (l && !l->has_spread))
        return false;
    const struct run_functions found = functions_in(all, y);
    *f = found.n ? found.v : NULL;
    return found.n < 2;
}

static bool spread_in(const struct analysis *a, sym_id s, const struct run_functions *all,
                      double ticks, struct run_spread *out)
{
    static const struct run_function none = {0};
    const struct profile_runs *runs = a->profile->runs;
    const struct run_function *f;
    if (!find_function(a, s, all, &f))
        return false;
    const struct run_function *v = f ? f : &none;
    const double n = (double)runs->n_all, sum = (double)v->sum;
    if (!is_like(ticks, sum))
        return false;
    const double squares = v->squares - sum * sum / n, part = sum > 0 ? ticks / sum : 1;
    *out = (struct run_spread){
        .n = runs->n_all < UINT32_MAX ? (uint32_t)runs->n_all : UINT32_MAX,
        .mean = ticks / n,
        .max = (double)v->most * part,
        .sd = squares > 0 ? sqrt(squares / (n - 1)) * part : 0,
        .worst = v->n_runs ? v->most_run : NO_RUN,
    };
    return true;
}

bool runs_spread_of(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct profile_runs *r = a->profile->runs;
    return r && spread_in(a, s, &(struct run_functions){r->functions, r->n_functions},
                          a->samples->self[s], out);
}

/* Runs without call paths, and samples that have none, would make the mean too small. */
bool runs_know_totals(const struct analysis *a)
{
    const struct profile_runs *r = a->profile->runs;
    return r && r->n_totals > 0 && a->paths && is_like(a->samples->total, a->paths->total);
}

bool runs_total_spread_of(const struct analysis *a, sym_id s, struct run_spread *out)
{
    const struct profile_runs *r = a->profile->runs;
    return runs_know_totals(a) &&
           spread_in(a, s, &(struct run_functions){r->totals, r->n_totals}, a->paths->all[s], out);
}

/* As the runs themselves say; their sum. */
static double spread_of_runs(const struct profile_runs *runs, enum run_measure measure,
                             struct run_spread *out)
{
    double sum = 0, about = 0, n = (double)runs->n_all;
    *out = (struct run_spread){.n = (uint32_t)fmin(n, UINT32_MAX), .worst = NO_RUN};
    for (size_t i = 0; i < runs->n; i++) {
        const double ticks = (double)runs->v[i].sum[measure];
        sum += (double)runs->v[i].times * ticks;
        if (ticks > out->max) {
            out->max = ticks;
            out->worst = (uint32_t)i;
        }
    }
    out->mean = sum / n;
    for (size_t i = 0; i < runs->n; i++) {
        const double off = (double)runs->v[i].sum[measure] - out->mean;
        about += (double)runs->v[i].times * off * off;
    }
    out->sd = sqrt(about / (n - 1));
    return sum;
}

struct run_spread runs_spread_of_all(const struct analysis *a)
{
    static const enum run_measure measures[] = {RUN_TICKS, RUN_PROGRAM_TICKS};
    struct run_spread s;
    if (!a->profile->runs || a->profile->runs->n_all < 2)
        return (struct run_spread){0};
    for (size_t i = 0; i < ARRAY_LEN(measures); i++)
        if (is_like(a->samples->total, spread_of_runs(a->profile->runs, measures[i], &s)))
            return s;
    return (struct run_spread){0};
}

/* ---- which stand out ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, uint32_t n)
{
    qsort(v, n, sizeof *v, compare);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

void usual_of(const double *v, uint32_t n, double noise, struct usual *out)
{
    enum { LEAST = 4 };
    static const double SCALES = 3.5, NORMAL = 1.4826, CARE = 0.01;
    double *work = mem_array_raw(n, sizeof *work);
    *out = (struct usual){NAN, -INFINITY, INFINITY};
    for (uint32_t i = 0; i < n; i++)
        work[i] = v[i];
    if (n > 0)
        out->median = median(work, n);
    for (uint32_t i = 0; i < n; i++)
        work[i] = fabs(v[i] - out->median);
    if (n >= LEAST) {
        double scale = fmax(NORMAL * median(work, n), fmax(noise, CARE * out->median));
        out->low = out->median - SCALES * scale;
        out->high = out->median + SCALES * scale;
    }
    free(work);
}

double runs_ticks(const struct profile *p, uint32_t run)
{
    const struct profile_runs *r = profile_parts(p);
    /* Where p is a set, what it has; of a sum, all. */
    return (double)r->v[run].sum[p->n_joined || !r->is_set ? RUN_TICKS : RUN_PROGRAM_TICKS];
}

bool runs_is_outlier(const struct profile *p, const struct runs_usual *usual, uint32_t run)
{
    const double ticks = runs_ticks(p, run);
    return profile_shows_run(p, run) && (ticks < usual->ticks.low || ticks > usual->ticks.high);
}

/* A tick more or less in a hundred is chance (their standard error is the square root). */
struct runs_usual runs_usual_of(const struct profile *p)
{
    const struct profile_runs *r = profile_all_runs(p);
    struct runs_usual x = {.slowest = NO_RUN};
    double *v = mem_array_raw(r->n, sizeof *v), sum = 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n; i++)
        if (profile_shows_run(p, i))
            sum += v[n++] = runs_ticks(p, i);
    usual_of(v, n, n ? sqrt(sum / n) : 0, &x.ticks);
    for (uint32_t i = 0; i < r->n; i++)
        if (runs_is_outlier(p, &x, i) && runs_ticks(p, i) > x.ticks.median &&
            (x.slowest == NO_RUN || runs_ticks(p, i) > runs_ticks(p, x.slowest)))
            x.slowest = i;
    free(v);
    return x;
}
