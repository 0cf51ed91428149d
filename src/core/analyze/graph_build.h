/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/graph_build: the arcs of the files, between addresses, become arcs between symbols; and
 * what graphs made of arcs have in common. Private to core/analyze. */
#ifndef GPTUI_ANALYZE_GRAPH_BUILD_H
#define GPTUI_ANALYZE_GRAPH_BUILD_H

#include "core/analyze/analysis.h"

/* What is noted of a symbol as a callee while a graph is made. */
struct callee {
    uint64_t calls; /* less those of itself */
    uint32_t place; /* how many callers it has; then where in parent[] the next one goes */
    uint32_t mark;
};

/* Fill g, which is all zero, but for the lists by callee. The arcs of callee[0] were created before
 * those of callee[1]. */
struct united {
    struct callee
        *callee[2];   /* per symbol, malloc'ed also on failure; [1] may be NULL: all in [0] */
    uint32_t n_early; /* arcs of [0] */
};

/* In two threads if `apart`. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool unite_arcs(const struct table *t, bool apart, const struct progress *progress, struct graph *g,
                struct united *out, struct err *e) ATTR_MUST_USE;

/* Zeroed arrays per symbol; false when memory runs out. */
bool graph_alloc(struct graph *g, uint32_t n_symbols) ATTR_MUST_USE;

/* Fill parent[], for which there is room, and parent_lo[] from arcs[], their order and the numbers
 * of callers: those of the first n_early arcs in early[], the others in late[], which may be NULL.
 */
void graph_list_parents(struct graph *g, uint32_t n_symbols, struct callee *early,
                        struct callee *late, uint32_t n_early);

#endif
