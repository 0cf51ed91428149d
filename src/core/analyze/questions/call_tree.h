/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_tree: the measured call paths of a profile as one tree of functions, from where they begin
 * down to what was hit.
 *
 * 1. A node is a function by way of those above it: paths through the same functions are one.
 *    Direct recursion is one node, which says how deep it went. Code that starts programs and
 *    threads is folded into what it starts, but for samples that hit it.
 * 2. A node's `all` is its `self` and that of all below it, in whole samples. That of the root is
 *    what the flat profile adds up to.
 * 3. What is not known is no function's: it has nodes of its own, last below the root. Of some of
 *    it the inner parts of the paths are known: these are below such a node.
 * 4. Children of a node stand together, heaviest first, those alike by name. Parents come before
 *    their children. */
#ifndef GPTUI_ANALYZE_QUESTIONS_CALL_TREE_H
#define GPTUI_ANALYZE_QUESTIONS_CALL_TREE_H

#include "core/analyze/analysis.h"

enum tree_kind {
    TREE_FUNCTION,
    TREE_CUT,      /* paths without their outer part */
    TREE_UNREAD,   /* stacks that could not be read: what was hit is known, and no caller */
    TREE_NOWHERE,  /* paths that begin at addresses of no image */
    TREE_LOST,     /* samples for which the tables of paths had no room */
    TREE_LEFT_OUT, /* samples that filters of time (-e -E -f -F) take out */
    N_TREE_KINDS,
};

struct tree_node {
    sym_id symbol;   /* NO_ID: the root, or what `kind` says */
    uint32_t parent; /* NO_ID: of the root */
    uint32_t child, n_children;
    uint32_t depth; /* of direct recursion: 1 for none */
    enum tree_kind kind;
    double self, all; /* ticks */
    uint64_t path;    /* the same for the same way through the same functions, whatever else is in
                         the tree; never 0 */
};

struct call_tree {
    struct arena memory; /* owns what the rest points to */
    const struct analysis *analysis;
    struct tree_node *nodes; /* the root first */
    uint32_t n;
    double *wait, *wait_all; /* per node: ticks of waiting time, as self and all; NULL: there is
                                none */
    bool *is_entered;        /* per symbol: code without a symbol called it; NULL: it called none */
};

/* The tree of an analysis with call paths, which outlives it. NULL and e (ERR_CANCELLED). Release
 * it with arena_object_free. */
struct call_tree *call_tree_new(const struct analysis *a, const struct progress *progress,
                                struct err *e) ATTR_MUST_USE;

/* What nodes are ranked by: ticks of it and of all below it, waits among them. */
static inline double tree_weight(const struct call_tree *t, uint32_t node)
{
    return t->nodes[node].all + (t->wait ? t->wait_all[node] : 0);
}

/* How often it was called, where that is exact: each function from the first row down to it was
 * counted, and called by nobody but the one above it. 0: nobody knows. */
uint64_t tree_calls(const struct call_tree *t, uint32_t node);

/* Whether node i is below another one. */
bool tree_is_below(const struct call_tree *t, uint32_t i, uint32_t other);

/* Whether its function is above it already: mutual recursion. */
bool tree_is_again(const struct call_tree *t, uint32_t node);

#endif
