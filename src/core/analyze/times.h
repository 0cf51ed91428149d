/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/times: the time of each function and of what it calls. */
#ifndef GPTUI_ANALYZE_TIMES_H
#define GPTUI_ANALYZE_TIMES_H

#include "core/analyze/cycles.h"
#include "core/analyze/graph.h"
#include "core/analyze/path_times.h"
#include "core/analyze/samples.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"

/* Times of one node, ticks. */
struct node_time {
    double self, child;           /* unscaled */
    double fraction;              /* of its time that counts, 0..1 normally */
    double prop_self, prop_child; /* as displayed: scaled by the fraction */
};

/* The time that flows up an arc, ticks, scaled as displayed. */
struct arc_time {
    double self, child;
};

struct times {
    struct arena memory;    /* owns what the rest points to */
    struct node_time *node; /* per node */
    double total;           /* ticks: the base of the graph's percentages */
    struct arc_time *arc;   /* per arc, if times are measured; NULL: see arc_part */
};

struct times_request {
    const struct samples *samples;
    const struct graph *graph;
    const struct cycles *cycles;
    const struct path_times *paths; /* NULL: time is shared out by calls, else it is measured */
    uint32_t n_symbols;
    const struct symset_pair *sets; /* TIME */
    bool flat;                      /* of each node only self and child are wanted; no includes */
    unsigned helpers;               /* other threads */
    uint32_t piece;                 /* symbols of which one thread takes care; 0: as many as pay */
    const struct progress *progress;
};

/* Borrows nothing. NULL and e (ERR_CANCELLED: r->progress said so). Release it with
 * arena_object_free. */
struct times *times_new(const struct times_request *r, struct err *e) ATTR_MUST_USE;

/* The part of a callee's time that an arc hands up, not yet scaled by the fraction of its caller:
 * by the calls of the callee, or of the callee's cycle as a whole (gprof paper, section 4); and the
 * node that has this time. False if it hands up none; neither does an arc to a symbol whose
 * fraction is 0. It costs less to work it out again than to keep it for every arc. */
static inline bool arc_part(const struct graph *g, const struct cycles *c, uint32_t n_symbols,
                            const struct arc *x, node_id *callee, double *part)
{
    uint32_t cycle = c->cycle[x->to];
    uint64_t calls = cycle ? c->calls[cycle - 1] : g->calls[x->to];
    if (x->count == 0 || x->from == x->to || calls == 0 || (cycle && cycle == c->cycle[x->from]))
        return false;
    *callee = cycle ? n_symbols + cycle - 1 : x->to;
    *part = (double)x->count / (double)calls;
    return true;
}

static inline struct arc_time arc_share(const struct node_time *callee, double part)
{
    return (struct arc_time){callee->self * part, callee->child * part};
}

#endif
