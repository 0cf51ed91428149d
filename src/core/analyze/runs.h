/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/runs: how times differ over the runs that a profile is of (model/runs.h). */
#ifndef GPTUI_ANALYZE_RUNS_H
#define GPTUI_ANALYZE_RUNS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/model/runs.h"

/* How n values differ, in their unit; all NaN if n is 0. */
struct run_spread {
    uint32_t n;
    double mean, max;
    double sd;      /* of a sample: sqrt(sum of (v - mean)^2 / (n - 1)); NaN of less than two */
    uint32_t worst; /* the first run with the largest value; NO_RUN: none is above 0 */
};

/* What the slowest run costs the others, if all wait for it: max - mean. NaN of less than two
 * values. */
static inline double spread_cost(const struct run_spread *s)
{
    return s->n > 1 ? s->max - s->mean : NAN;
}

/* Values outside of low..high stand out from n. */
struct usual {
    double median, low, high;
};

/* What is usual among n values >= 0: within 3.5 scales of the median, where the scale is 1.4826
 * times the median distance from it (Iglewicz and Hoaglin, "How to Detect and Handle Outliers",
 * 1993), but at least `noise`, the standard error of a value by itself, and a hundredth of the
 * median, below which nobody cares. Of less than four values all are usual. */
void usual_of(const double *v, uint32_t n, double noise, struct usual *out);

/* The ticks of s per run; out->worst is one of profile->runs. False: that is not known. There is no
 * more than one run, s is none of the functions that they know or several of them, or it has other
 * ticks here, after filters. */
bool runs_spread_of(const struct analysis *a, sym_id s, struct run_spread *out);

/* Are the totals of functions known per run, by call paths that have all samples? */
bool runs_know_totals(const struct analysis *a);

/* As runs_spread_of does it, of the ticks of all call paths that go through s. False also where
 * totals are not known. */
bool runs_total_spread_of(const struct analysis *a, sym_id s, struct run_spread *out);

/* The ticks of whole runs, with libraries or of the program alone, as that or this is here; n is 0
 * if neither is, after filters. */
struct run_spread runs_spread_of_all(const struct analysis *a);

/* What a run of profile_all_runs took, in ticks, whatever filters say. */
double runs_ticks(const struct profile *p, uint32_t run);

/* The part of the time inside MPI, of the threads that call it; NaN: none does, or no call paths
 * tell. */
static inline double run_mpi_percent(const struct profile_run *run)
{
    const double whole = (double)run->sum[RUN_MPI_WHOLE];
    return whole > 0 ? 100 * (double)run->sum[RUN_MPI] / whole : NAN;
}

/* What is usual among the runs that are shown, and the one that takes most, far more than that;
 * NO_RUN: there is none. */
struct runs_usual {
    struct usual ticks;
    uint32_t slowest;
};
struct runs_usual runs_usual_of(const struct profile *p);

/* Is the run shown, and far from what is usual? */
bool runs_is_outlier(const struct profile *p, const struct runs_usual *usual, uint32_t run);

#endif
