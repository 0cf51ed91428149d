/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_tree: the measured call paths of a profile as one tree of functions, from where they begin
 * down to what was hit; and the other way round, from what was hit to who called it.
 *
 * 1. A node is a function by way of those above it: paths through the same functions are one.
 *    Direct recursion is one node, which says how deep it went. Code that starts programs and
 *    threads is folded into what it starts, but for samples that hit it.
 * 2. A node's `all` is its `self` and that of all below it, in whole samples. That of the root is
 *    what the flat profile adds up to.
 * 3. What is not known is no function's: it has nodes of its own, last below the root. Of some of
 *    it the inner parts of the paths are known: these are below such a node.
 * 4. Children of a node stand together, heaviest first, those alike by name. Parents come before
 *    their children.
 * 5. Children of a node are made when somebody asks for them (tree_open): what nobody looks at
 *    costs its frames alone, which a single pass over the paths makes. Where there is no progress,
 *    steps are nearly proportional to the frames that a node stands for, and to the callers of its
 *    function. */
#ifndef GPTUI_ANALYZE_QUESTIONS_CALL_TREE_H
#define GPTUI_ANALYZE_QUESTIONS_CALL_TREE_H

#include "core/analyze/questions/diff.h"

enum tree_kind {
    TREE_FUNCTION,
    TREE_CUT,      /* paths without their outer part */
    TREE_UNREAD,   /* stacks that could not be read: what was hit is known, and no caller */
    TREE_NOWHERE,  /* paths that begin at addresses of no image */
    TREE_UNNAMED,  /* samples that hit no function */
    TREE_LOST,     /* samples for which the tables of paths had no room */
    TREE_LEFT_OUT, /* samples that filters of time (-e -E -f -F) take out */
    N_TREE_KINDS,
};

/* Does a key of frames stand for that, and not for a function? */
static inline bool tree_is_kind(uint32_t key)
{
    return ~key < N_TREE_KINDS;
}

struct tree_node {
    sym_id symbol;   /* NO_ID: the root, or what `kind` says; in a comparison the row of that */
    uint32_t parent; /* NO_ID: of the root */
    uint32_t child, n_children; /* until is_made, n_children only says whether there are some */
    uint32_t depth;             /* of direct recursion: 1 for none */
    uint8_t kind;               /* enum tree_kind */
    bool is_counted;            /* how often it was called is known: see tree_calls */
    bool is_made;               /* its children are there */
    uint8_t marks;              /* those of the frames that it stands for */
    double self, all;           /* ticks */
    double beside, beside_all;  /* likewise, of waiting time; in a comparison, of the old side */
    uint64_t path;              /* the same for the same way through the same functions, whatever
                                   else is in the tree; never 0 */
};

/* A function, or (key: ~kind) what stands for one, in one path of those that the tree is made of:
 * frames of direct recursion are one. The first one is the root, and none is before its `up`. */
struct tree_frame {
    uint32_t key, up, depth;
    uint32_t child, next; /* frames below it that have anything, one after the other; 0: no more */
    double self, all, beside, beside_all; /* as of nodes */
};

/* From the other end, a node is a function by way of those that it called: `all` are the samples of
 * the function below the root that were called this way, `self` those of them that nobody is known
 * to have called. */
struct call_tree {
    const struct call_tree *down; /* what it is the other end of; NULL: it goes down itself */
    const struct analysis *analysis;
    const struct diff *diff;   /* of a comparison; else NULL */
    struct tree_node *nodes;   /* the root first */
    struct tree_frame *frames; /* those of `down`, if there is one */
    size_t n, n_frames;
    uint32_t *items; /* frames that nodes stand for, those of a node together; from the other end
                        those with something of their own */
    uint32_t n_items;
    uint32_t *by; /* from the other end, per frame: the next one further out; else NULL */
    bool has_waits;
    bool forest;     /* made of counted calls */
    double old_rate; /* of a comparison: ticks of the new side that are worth one of the old */
    sym_id *caller;  /* per symbol: who calls it; NULL: in a comparison, and from the other end */
    struct diff tested; /* see tree_differences */
    uint8_t *marks;     /* per frame: see tree_keep; NULL: all of them are kept */
    uint32_t n_hidden;  /* frames that have anything, and no mark */
};

/* The tree of an analysis with call paths, which outlives it. NULL and e (ERR_CANCELLED). Release
 * it with call_tree_free. */
struct call_tree *call_tree_new(const struct analysis *a, const struct progress *progress,
                                struct err *e) ATTR_MUST_USE;

/* What is certain without call paths: a function that only one other one called, and that counts
 * its calls, is below that one; all others are below the root, also where they call each other. No
 * time is shared out: `all` is what the functions that are here have. It outlives as above. */
struct call_tree *call_tree_forest(const struct analysis *a) ATTR_MUST_USE;

/* Two trees of call paths as one, all of it open, whose functions are rows of d, the comparison of
 * what they are made of. Only d is to outlive it. */
struct call_tree *call_tree_compare(const struct call_tree *const side[N_DIFF_SIDES],
                                    const struct diff *d) ATTR_MUST_USE;

/* In a comparison, differences of the nodes that there are, a row each, tested among them by
 * samples: nobody knows how runs differ. Its sides and rows alone are there, until the next node
 * is. */
const struct diff *tree_differences(struct call_tree *t);

/* NULL is fine. */
void call_tree_free(struct call_tree *t);

/* How many other functions are known to call s. */
uint32_t tree_n_callers(const struct call_tree *t, sym_id s);

/* A tree from the other end; it borrows `down`, and is released in the same way. */
struct call_tree *call_tree_invert(const struct call_tree *down) ATTR_MUST_USE;

/* Make the nodes of a tree that goes down anew: of functions that are kept, by the key of their
 * frames and N_TREE_KINDS, and of those above them. They have what they have in the whole tree.
 * NULL: all. If nothing changes, nodes stay. */
void tree_keep(struct call_tree *t, const bool *keeps);

/* Make the children of a node, if they are not there. Nodes may move. */
void tree_open(struct call_tree *t, uint32_t node);

/* The node after one of those that are `top` or below it, each before its children; NO_ID: none.
 * into: its children are made, and are among them. *level follows. */
uint32_t tree_next(struct call_tree *t, uint32_t top, uint32_t node, bool into, uint32_t *level);

/* What nodes are ranked by: ticks of it and of all below it, waits among them; in a comparison
 * those of both sides. */
static inline double tree_weight(const struct call_tree *t, uint32_t node)
{
    const struct tree_node *x = &t->nodes[node];
    return x->all + (t->diff ? t->old_rate : 1) * x->beside_all;
}

/* How often it was called, where that is exact: each function from the first row down to it was
 * counted, and called by nobody but the one above it. 0: nobody knows. */
static inline uint64_t tree_calls(const struct call_tree *t, uint32_t node)
{
    const struct tree_node *x = &t->nodes[node];
    return x->is_counted && x->symbol != NO_ID ? t->analysis->all_arcs->calls[x->symbol] : 0;
}

#endif
