/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry: an entry of the call graph, of a function or of a cycle as a whole, as a grid. */
#ifndef GPTUI_VIEW_GRID_ENTRY_H
#define GPTUI_VIEW_GRID_ENTRY_H

#include <stdbool.h>

#include "core/view/grid/grid.h"

struct graph_folds {
    bool members;   /* a cycle's members are not listed */
    bool elsewhere; /* of another profile than the one that is browsed: its rows have no subjects */
};

/* folds and filter may be NULL: nothing folded, all rows. A filter thins out callers, members and
 * callees; the section rules count them. */
struct grid *entry_grid(const struct view_context *v, node_id node, const struct grid_style *style,
                        const struct graph_folds *folds,
                        const struct rowfilter *filter) ATTR_MUST_USE;

/* The node that row i of such a grid names, one of its own analysis; NO_ID: none. */
node_id entry_grid_node(const struct grid *g, uint32_t i);

#endif
