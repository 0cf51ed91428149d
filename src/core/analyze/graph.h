/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/graph: arcs between symbols, by caller and by callee. graph_build.h makes one of the
 * files' arcs; here are graphs made from graphs.
 *
 * All are frozen once made, own their arrays and borrow nothing. Release them with
 * arena_object_free. */
#ifndef GPTUI_ANALYZE_GRAPH_H
#define GPTUI_ANALYZE_GRAPH_H

#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
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
    arc_id *parent;      /* arc ids by callee */
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

/* The part of g that the sets let through. */
struct graph *graph_filter(const struct graph *g, uint32_t n_symbols,
                           const struct arcset_pair *sets) ATTR_MUST_USE;

/* g with an arc of count 0 for each found call that has none yet; they are the most recent ones.
 * NULL and e (ERR_LIMIT). */
struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        struct err *e) ATTR_MUST_USE;

/* ---- for those who make graphs ---- */

/* What is noted of a symbol as a callee while a graph is made. */
struct callee {
    uint64_t calls; /* less those of itself */
    uint32_t place; /* how many callers it has; then where in parent[] the next one goes */
    uint32_t mark;
};

/* Zeroed arrays per symbol. */
void graph_alloc(struct graph *g, uint32_t n_symbols);

/* Fill parent[], for which there is room, and parent_lo[] from arcs[], their order and the numbers
 * of callers. */
void graph_list_parents(struct graph *g, uint32_t n_symbols, struct callee *callee);

#endif
