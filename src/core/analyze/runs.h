/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/runs: what each function took in each run, and how that is spread.
 *
 * Times are ticks (fractional after bins are divided), as in analyze/samples, under the same
 * filters; calls are those of analyze/graph_build without recursion, under filters of arcs. What is
 * said of spreads is of the runs that the profile shows (profile_shows_run). */
#ifndef GPTUI_ANALYZE_RUNS_H
#define GPTUI_ANALYZE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/runs.h"
#include "core/model/symbol.h"

struct symset;
struct arcset;

/* How numbers are spread over n runs, runs without any counting as 0. */
struct run_spread {
    uint32_t n;
    double sum, mean, min, max;
    double sd; /* of a sample: over n - 1; 0 for n < 2 */

    /* (max - mean) / max * n / (n - 1), 0 to 1: which part of the time all other runs wait for the
     * slowest one. 1 where one run does all; 0 for n < 2 or no time. DeRose, Homer, Johnson:
     * "Detecting Application Load Imbalance on High End Massively Parallel Systems", Euro-Par 2007
     * (CrayPat's imbalance percentage). */
    double imbalance;
    double cost; /* max - mean: what a perfect balance would save (CrayPat's imbalance time) */

    uint32_t worst; /* the run with the most; of equal ones the first; NO_RUN: all have 0 */
};

struct run_totals {
    double ticks; /* of all functions that filters let through */
    uint64_t calls;

    /* Lies far off the others: |0.6745 (x - median)| / MAD > 3.5 (the modified z-score of Iglewicz
     * and Hoaglin: How to Detect and Handle Outliers, 1993), with five runs at least. Where more
     * than half of the runs have the same time, MAD is 0: then the mean absolute deviation takes
     * its place, 0.7979 (x - median) / it. And by 5 % of the median at least, so that of runs that
     * are all but equal none is one. Only of runs that are shown. */
    bool is_outlier;
    double score; /* signed; below 0: less time than the others */
};

struct analysis_runs {
    struct arena memory; /* owns what the rest points to */
    const struct profile_runs *runs;
    uint32_t n_runs;  /* all of them */
    uint32_t n_shown; /* of these */

    /* Per symbol, cells [first[s], first[s + 1]), one for each run in which it has ticks or calls,
     * ascending by run; of all runs, also of those that are not shown. */
    size_t *first; /* n_symbols + 1 */
    uint32_t *run;
    double *ticks;
    uint64_t *calls;

    struct run_spread *self;  /* per symbol: of ticks */
    struct run_totals *total; /* per run */
    struct run_spread all;    /* of their ticks */
    double median, mad;       /* of the ticks of the runs shown; median absolute deviation */
};

/* Borrows nothing but t's profile. in, ex: the FLAT sets; arcs_in, arcs_ex: the ARCS sets. NULL and
 * e (ERR_MEMORY, ERR_CANCELLED). t->profile->runs is not NULL. Release it with arena_object_free.
 */
struct analysis_runs_request {
    const struct table *table;
    const struct symset *in, *ex;
    const struct arcset *arcs_in, *arcs_ex;
    const struct progress *progress;
};
struct analysis_runs *analysis_runs_new(const struct analysis_runs_request *r,
                                        struct err *e) ATTR_MUST_USE;

/* The numbers of one symbol in all n_runs runs, zeros included; either may be NULL. */
void analysis_runs_row(const struct analysis_runs *a, sym_id s, double *ticks, uint64_t *calls);

/* How n numbers are spread. run: which run each is of (NULL: 0, 1, 2, ...). */
struct run_spread run_spread_of(const double *v, const uint32_t *run, uint32_t n);

#endif
