/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/path_times: times of functions and of who called them, from the call paths of samples
 * (model/profile.h).
 *
 * 1. A sample counts once for each function on its path, and once for each arc, however often they
 *    are there: recursion and cycles need no assumption.
 * 2. Frames without a symbol are as if they were not there: their caller calls what they call.
 *    Samples that hit no symbol are left out, as they are of the time that gprof shares out
 *    (times.total): the parts of the whole are those of functions.
 *    Threads that wait in such code are waited for by its callers all the same.
 * 3. Filters mean what their words say. FLAT sets: samples that hit a symbol are in or out. TIME
 *    sets: only samples with one of `in` on their path, none with one of `ex`. ARCS sets: a path is
 *    cut where an arc is not let through, and its inner part begins there.
 * 4. A path begins in code that the system calls. Where calls of that are recorded, all from one
 *    function, as those of main are, that has its time, too; else nobody is known to. */
#ifndef GPTUI_ANALYZE_PATH_TIMES_H
#define GPTUI_ANALYZE_PATH_TIMES_H

#include "core/analyze/calls.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

struct symset_pair;
struct arcset_pair;

/* Ticks of samples with an arc on their path. */
struct path_arc {
    sym_id from, to;
    double self; /* that hit the callee when it was called this way */
    double all;
    double wait; /* ticks of waiting time with the arc on the path */
};

struct path_times {
    struct arena memory; /* owns what the rest points to */
    double *self, *all;  /* per symbol: ticks of samples that hit it, and with it on their path */
    double *wait;        /* per symbol: ticks of waiting time with it on the path; NULL: there is
                            none */
    struct path_arc *unknown; /* per symbol: of samples of which nobody knows who called it; from is
                                 NO_ID */
    double total;             /* ticks of all samples that are let through */
    struct path_arc *arcs;    /* by caller, then by callee */
    uint32_t n_arcs;
    struct found_calls pairs; /* the same arcs, as pairs */

    /* Per node of the paths: its symbol, NO_ID for none; and ticks that are let through. */
    sym_id *symbol;
    double *ticks;
    uint32_t *outer; /* the node of the next frame out with a symbol, PATH_NO_NODE: none, or cut */
    double *below;   /* ticks of it and of what it called */
    double *wait_own, *wait_below; /* likewise, of waiting time; NULL: there is none */
};

struct path_times_request {
    const struct table *table; /* of a profile with paths */
    const struct symset_pair *flat, *time;
    const struct arcset_pair *arcs;
    const struct progress *progress;
};

/* Borrows nothing. NULL and e (ERR_CANCELLED: r->progress said so). Release it with
 * arena_object_free. */
struct path_times *path_times_new(const struct path_times_request *r, struct err *e) ATTR_MUST_USE;

/* The arc between two symbols; NULL: no path has it. Logarithmic. */
const struct path_arc *path_arc_find(const struct path_times *p, sym_id from, sym_id to);

/* all[g]: ticks of samples with a symbol of group g on their path, of[s] being the group of symbol
 * s, below n_groups. `n`: nodes of the profile's paths. The result is the
 * caller's to free. */
double *path_times_groups(const struct path_times *p, uint32_t n, const uint32_t *of,
                          uint32_t n_groups) ATTR_MUST_USE;

#endif
