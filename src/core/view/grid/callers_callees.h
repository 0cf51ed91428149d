/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers_callees: the functions that call another one, or are called by it, as a grid, heaviest
 * first: shown beside the row that names that function. Callees end with its own time. */
#ifndef GPTUI_VIEW_GRID_CALLERS_CALLEES_H
#define GPTUI_VIEW_GRID_CALLERS_CALLEES_H

#include "core/view/grid/grid.h"

enum link_side { LINK_CALLERS, LINK_CALLEES };

/* Of `node`, a function or a cycle of v's analysis; v outlives the grid. A row's subject is the
 * node at the other end and the arc to it, nothing for the function's own time. Calls, then times
 * give way to names. Detail lines have style->detail_cols columns. */
struct grid *links_grid(const struct view_context *v, node_id node, enum link_side side,
                        const struct grid_style *style) ATTR_MUST_USE;

#endif
