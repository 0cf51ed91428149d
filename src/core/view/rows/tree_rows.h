/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_rows: what rows of a tree of calls show, and where they are bars: an icicle has a level
 * below the other, and each bar is as wide as what it is of the whole. */
#ifndef GPTUI_VIEW_ROWS_TREE_ROWS_H
#define GPTUI_VIEW_ROWS_TREE_ROWS_H

#include "core/analyze/questions/call_tree.h"
#include "core/base/text.h"
#include "core/view/context.h"
#include "core/view/values.h"

/* What stands for code that is not known, as a cycle stands for functions: a name, and what its
 * samples are, after their number. */
extern const struct tree_kind_words {
    const char *name, *help;
} tree_kinds[N_TREE_KINDS];

/* The amounts of a node; node `top` is the whole. */
struct amounts tree_amounts(const struct call_tree *t, uint32_t top, uint32_t node);

struct tree_row {
    uint32_t node, level; /* of the tree; of bars 0 is the whole */
    bool is_again;        /* below a row of its function */

    /* Where rows are bars: */
    uint32_t lo, hi;             /* columns, at least one */
    uint32_t n_small;            /* children of less than a column each, which have no bars: */
    uint32_t small_lo, small_hi; /* what they are together, on the next level; perhaps no column */
    bool is_open;                /* of what is no bar */
    bool is_beside;              /* it is here for what is below it: a filter does not keep it */
    double at;                   /* weight that lies before it */
};

/* The bars of node `top`, the whole, and of those below it, over `cols` columns, at least one; what
 * is needed of the tree is opened. An edge lies where the weight before it ends, to the nearest
 * column: the children of a bar fill exactly their share of its columns, from its first one on, and
 * what is its own stays free at the end. Parents come before their children, these in the order of
 * the tree, each followed by what is below it. Steps are proportional to the nodes that are looked
 * at: the bars and their children. The caller frees the *n bars. */
struct tree_row *icicle_bars(struct call_tree *t, uint32_t top, uint32_t cols,
                             size_t *n) ATTR_MUST_USE;

/* Append what is known of a bar: "32.2%  0.53 s +/-12.3%, self 0.10 s, 30,000 calls, +4 smaller".
 */
void text_tree_bar(struct text *out, const struct call_tree *t, uint32_t top,
                   const struct tree_row *bar);

#endif
