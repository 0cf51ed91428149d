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

#include "core/analyze/spread.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/runs.h"
#include "core/model/symbol.h"

struct symset_pair;
struct arcset_pair;

struct run_totals {
    double ticks; /* of all functions that filters let through, and of no function */
    uint64_t calls;
    bool is_outlier; /* among those that are shown (usual_of) */
};

struct analysis_runs {
    struct arena memory; /* owns what the rest points to */
    const struct profile_runs *runs;
    uint32_t n_runs;  /* all of them */
    uint32_t n_shown; /* of these */

    /* Per symbol, cells [first[s], first[s + 1]), one for each run in which it has ticks,
     * ascending by run; of all runs, also of those that are not shown. */
    size_t *first; /* n_symbols + 1 */
    uint32_t *run;
    double *ticks;

    /* How ticks differ, per symbol and of the totals; `worst` is the number of the run. */
    struct run_spread *self, all;
    struct run_totals *total; /* per run */
    struct usual usual;       /* ticks of a run */
    struct run_cells *cells;  /* private: what owns first, run and ticks */
};

/* Borrows nothing but t's profile. flat, arcs: the FLAT and the ARCS sets. `like`:
 * one of the same runs, of which others may be shown, with the same symbols under the same filters:
 * its cells are shared, which takes but a moment; it may be freed first. NULL: none. NULL and e
 * (ERR_CANCELLED). t->profile->runs is not NULL. Not for several threads at once. */
struct analysis_runs_request {
    const struct table *table;
    const struct symset_pair *flat;
    const struct arcset_pair *arcs;
    const struct analysis_runs *like;
    const struct progress *progress;
};
struct analysis_runs *analysis_runs_new(const struct analysis_runs_request *r,
                                        struct err *e) ATTR_MUST_USE;
void analysis_runs_free(struct analysis_runs *a); /* NULL is fine */

#endif
