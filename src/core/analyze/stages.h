/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/stages: how each stage of an analysis is computed. Private to core/analyze.
 *
 * Every X_new returns a frozen object that owns its arrays and borrows the stages it was made from,
 * or NULL and e (ERR_MEMORY, ERR_LIMIT, ERR_CANCELLED). Those that begin with an arena are released
 * by arena_object_free. */
#ifndef GPTUI_ANALYZE_STAGES_H
#define GPTUI_ANALYZE_STAGES_H

#include "core/analyze/analysis.h"
#include "core/select/symset.h"

/* Divide the histograms' ticks among the symbols that `in` and `ex` let through. */
struct samples *samples_new(const struct table *t, const struct symset *in, const struct symset *ex,
                            const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* Divide the ticks again, for a watcher only. */
bool samples_watch(const struct table *t, const struct symset *in, const struct symset *ex,
                   const struct sample_watch *w, struct err *e) ATTR_MUST_USE;

/* The profile's basic blocks by symbol of t. */
struct blocks *blocks_new(const struct table *t, const struct progress *progress,
                          struct err *e) ATTR_MUST_USE;

/* All arcs of the profile's files between symbols of t; made by two threads if `apart`. */
struct graph *graph_new(const struct table *t, bool apart, const struct progress *progress,
                        struct err *e) ATTR_MUST_USE;

/* The part of g that `in` and `ex` let through. */
struct graph *graph_filter(const struct graph *g, uint32_t n_symbols, const struct arcset *in,
                           const struct arcset *ex, struct err *e) ATTR_MUST_USE;

/* g with an arc of count 0 for each found call that has none yet; they are the most recent ones. */
struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        struct err *e) ATTR_MUST_USE;

struct calls_request {
    const struct table *table;
    struct code *code;
    enum call_way way;
    const struct progress *progress;
};
struct found_calls *found_calls_new(const struct calls_request *r, struct err *e) ATTR_MUST_USE;
void found_calls_free(struct found_calls *f);

struct cycles *cycles_new(const struct graph *g, uint32_t n_symbols,
                          const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* The print flag of every node, malloc'ed; `in` and `ex` are the GRAPH sets. */
uint8_t *shown_new(const struct graph *g, const struct cycles *c, uint32_t n_symbols,
                   const struct symset *in, const struct symset *ex, struct err *e) ATTR_MUST_USE;

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

struct times_request {
    const struct samples *samples;
    const struct graph *graph;
    const struct cycles *cycles;
    uint32_t n_symbols;
    const struct symset *in, *ex; /* the TIME sets */
    unsigned helpers;             /* other threads */
    uint32_t piece;               /* symbols of which one thread takes care; 0: as many as pay */
    const struct progress *progress;
};
struct times *times_new(const struct times_request *r, struct err *e) ATTR_MUST_USE;

/* Symbols by name; those of one name by address. */
struct name_order {
    struct arena memory; /* owns what the rest points to */
    sym_id *v;
    uint32_t lo, hi; /* v[lo, hi): names that begin with an underscore */
};
struct name_order *name_order_new(const struct table *t, struct err *e) ATTR_MUST_USE;

/* In which order symbols stand whose times are equal. */
struct ties {
    struct arena memory; /* owns what the rest points to */
    sym_id *flat;        /* of the flat profile: most calls first, then by name */
    sym_id *entries;     /* of the call graph: the same, but names with an underscore last */
};
struct ties *ties_new(const struct name_order *o, const struct graph *g, uint32_t n_symbols,
                      struct err *e) ATTR_MUST_USE;

const struct ties *analysis_ties(const struct analysis *a);

struct order *order_new(const struct ties *ties, const struct times *times, uint32_t n_symbols,
                        uint32_t n_cycles, struct err *e) ATTR_MUST_USE;

#endif
