/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree: measured call paths as a tree of functions, as a grid. */
#ifndef GPTUI_VIEW_GRID_TREE_H
#define GPTUI_VIEW_GRID_TREE_H

#include "core/base/intern.h"
#include "core/view/grid/grid.h"
#include "core/view/rows/tree_rows.h"

/* Which rows are open: paths of nodes (tree_node.path), whatever the tree is made from. All zero:
 * none. */
struct open_paths {
    struct intern_numbers numbers;
    bool *is_open; /* by number */
    size_t cap;
};

bool open_paths_has(const struct open_paths *s, uint64_t path);

/* Open the node of a path, or close it. */
void open_paths_set(struct open_paths *s, uint64_t path, bool open);
void open_paths_release(struct open_paths *s);

/* The node of a path; 0, the root, where there is none, or from the other end what leads to it is
 * closed. */
uint32_t tree_find(struct call_tree *t, const struct open_paths *open, uint64_t path);

struct tree_look {
    struct call_tree *tree; /* of which what is to be seen is opened */
    const struct open_paths *open;
    const struct view_diff *diff; /* of a tree of a comparison; else NULL */
    uint64_t root; /* the path of the node that is the whole; if there is none, the root is */
    bool bars;     /* rows have a bar each, the whole, too, as wide as the screen */
};

/* A filter (NULL: none) keeps rows of the whole tree (from the other end: of what is open), and
 * those above them. What `look` points to outlives the grid; `open` is not read any more once it is
 * made. */
struct grid *tree_grid(const struct view_context *v, const struct tree_look *look,
                       const struct grid_style *style,
                       const struct rowfilter *filter) ATTR_MUST_USE;

/* The function of a node (NO_ID: none), and the view that has its name: *v, but for a comparison
 * (NULL: there is none), where it may be gone on the new side. */
sym_id tree_function(const struct call_tree *t, const struct tree_node *x,
                     const struct view_diff *diff, const struct view_context **v);

const struct tree_row *tree_grid_row(const struct grid *g, uint32_t row);

/* Append lines that explain what a row has, as explain.h does for functions. */
void tree_grid_explain(const struct grid *g, uint32_t row, struct text *out);

/* Where rows are bars, append what is to be seen of one, or (small) of its children that have none:
 * in as many columns as it has. */
void tree_grid_bar_line(const struct grid *g, uint32_t row, bool small, struct line *out);

#endif
