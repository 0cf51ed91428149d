/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/dominators: which nodes every path to a node leads through. */
#ifndef GPTUI_ANALYZE_DOMINATORS_H
#define GPTUI_ANALYZE_DOMINATORS_H

#include <stdint.h>

#include "core/base/mem.h"
#include "core/base/progress.h"

/* Nodes 0 .. n-1, and node n, the root, at which all paths begin; nothing leads to it. Fewer than
 * UINT32_MAX nodes and arcs. */
struct flow_graph {
    uint32_t n;
    uint32_t *lo; /* n + 2: the arcs of node v lead to to[lo[v]] .. to[lo[v + 1] - 1] */
    uint32_t *to; /* no node to itself; one arc may stand there several times */
};

/* A node dominates another one if all paths from the root to that one lead through it; itself, too.
 * The nearest one above a node is its parent in a tree, and a node dominates what is below it. */
struct dominators {
    struct arena memory; /* owns what the rest points to */
    uint32_t n, n_reached;
    uint32_t *parent;  /* per node: n for the root, NO_ID if no path leads to it */
    uint32_t *reached; /* n_reached: all others than the root, each after its parent */
    uint32_t *place;   /* per node that is reached: a node's own place, then those of what it */
    uint32_t *size;    /* dominates: `size` of them, its own included */
};

/* Time is O(m log n) for m arcs, whatever the graph. Borrows nothing. NULL: the progress (NULL:
 * none) said to stop. Release it with arena_object_free. */
struct dominators *dominators_new(const struct flow_graph *g,
                                  const struct progress *progress) ATTR_MUST_USE;

/* For nodes a and b that are reached. */
static inline bool dominates(const struct dominators *d, uint32_t a, uint32_t b)
{
    return d->place[b] - d->place[a] < d->size[a];
}

#endif
