/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_row: one function as a row of a list to pick from: name, total time, self time, index;
 * and its detail line. */
#ifndef GPTUI_VIEW_GRID_FUNCTION_ROW_H
#define GPTUI_VIEW_GRID_FUNCTION_ROW_H

#include "core/view/context.h"
#include "core/view/grid/grid.h"
#include "core/view/line.h"

/* Columns of a row of `cols` that its name has. */
size_t pick_name_cols(unsigned cols);

/* Append the row for `node`, shown as `name`, `cols` columns wide, to an empty line. */
void pick_line(const struct view_context *v, node_id node, const char *name, unsigned cols,
               bool ascii, struct line *out);

/* Append the heading of such rows: with the unit of the profile's times. */
void pick_heading(const struct view_context *v, unsigned cols, struct line *out);

/* Append all about it, for one line of a screen of style->cols columns. */
void pick_detail(const struct view_context *v, node_id node, const struct grid_style *style,
                 struct line *out);

#endif
