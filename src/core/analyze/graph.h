/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/graph: arcs between symbols, by caller and by callee: of the files' arcs, which lead from
 * address to address, and of other graphs.
 *
 * Graphs are frozen once made, own their arrays and borrow nothing. Release them with
 * arena_object_free. */
#ifndef GPTUI_ANALYZE_GRAPH_H
#define GPTUI_ANALYZE_GRAPH_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

struct arcset_pair;
struct found_calls;

typedef uint32_t arc_id;

struct arc {
    sym_id from, to;
    uint64_t count;
};

/* Arcs of one caller stand together, most recently created first; so do the entries of parent[]. */
struct graph {
    struct arena memory; /* owns what the rest points to */
    struct arc *arcs;
    uint32_t n_arcs;
    arc_id *created;     /* see graph_created; NULL: the files brought them caller by caller */
    arc_id *child_lo;    /* n_symbols + 1: arcs of caller s are [child_lo[s], child_lo[s + 1]) */
    arc_id *parent;      /* arc ids by callee; none if nobody wants them */
    uint32_t *parent_lo; /* n_symbols + 1 */
    uint64_t *calls;     /* per symbol, its own recursion taken out */
    uint64_t *recursion; /* per symbol: calls of itself */
    uint64_t lost;       /* arcs of the files without a symbol at either end */
};

/* Arc number i in the order in which the files brought them. */
static inline arc_id graph_created(const struct graph *g, uint32_t i)
{
    if (g->created)
        return g->created[i];
    sym_id caller = g->arcs[i].from;
    return g->child_lo[caller] + (g->child_lo[caller + 1] - 1 - i);
}

/* All arcs of the profile's files between symbols of t; made by two threads if `apart`; without
 * parents unless these are wanted. NULL and e (ERR_LIMIT, ERR_CANCELLED). */
struct graph *graph_build(const struct table *t, bool apart, bool parents,
                          const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* The part of g that the sets let through, in steps proportional to symbols and arcs. */
struct graph *graph_filter(const struct graph *g, uint32_t n_symbols,
                           const struct arcset_pair *sets) ATTR_MUST_USE;

/* g with an arc of count 0 for each call found in the code that has none yet, and for each arc of
 * measured paths, of libraries for example, that was not counted; they are the most recent ones.
 * Either list may be NULL, not both. NULL and e (ERR_LIMIT, ERR_CANCELLED).
 * QUIRK(gnu): filters of arcs have no power over found ones; pinned by
 * tests/diff/cases/static.case. */
struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        const struct found_calls *measured, const struct progress *progress,
                        struct err *e) ATTR_MUST_USE;

/* ---- the symbols at the ends of arcs that files hold ---- */

struct arc_ends {
    sym_id from, to; /* both NO_ID for an arc without a symbol at either end; from alone for one
                        from a function to a joined part of it, which is left out, too */
};

/* The ends of a[0, n), in `memory`. */
struct arc_ends *arc_ends_of(const struct table *t, const struct raw_arc *a, size_t n,
                             struct arena *memory) ATTR_MUST_USE;

#endif
