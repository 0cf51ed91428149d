/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers_callees: callers and callees of one function or cycle as short rows, for a pane beside a
 * view.
 *
 * Shares are parts of the time of the function with its callees, as the call graph has it (callers
 * of a cycle's member: of the cycle's); the heaviest link comes first. Callees have one more row,
 * the function's own time. */
#ifndef GPTUI_VIEW_GRID_CALLERS_CALLEES_H
#define GPTUI_VIEW_GRID_CALLERS_CALLEES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/view/grid/grid.h"

struct links;

enum link_side { LINK_CALLERS, LINK_CALLEES };

/* For `node`, which is one of v's analysis; v outlives the result. NULL: no memory. */
struct links *links_new(const struct view_context *v, node_id node) ATTR_MUST_USE;
void links_free(struct links *l);

uint32_t links_n(const struct links *l, enum link_side side);

/* The node at the other end of row i and the arc to it, NO_ID for the function's own time. */
struct subject links_subject(const struct links *l, enum link_side side, uint32_t i);

/* Append row i to an empty line, for style->cols columns; the numbers are pinned. Calls, then times
 * give way to names. */
void links_line(struct links *l, enum link_side side, uint32_t i, const struct grid_style *style,
                struct line *out);

/* Append row i in full to an empty line: name, place, calls. */
void links_detail(const struct links *l, enum link_side side, uint32_t i,
                  const struct grid_style *style, struct line *out);

#endif
