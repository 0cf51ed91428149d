/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: the functions of a comparison as a grid. */
#ifndef GPTUI_VIEW_GRID_DIFF_H
#define GPTUI_VIEW_GRID_DIFF_H

#include "core/view/grid/grid.h"
#include "core/view/rows/diff_rows.h"

extern const struct grid_column diff_columns[];
extern const unsigned n_diff_columns;

struct diff_look {
    const struct view_diff *v; /* NULL: nothing to compare with; rows say how to get something */
    const struct err *why;     /* v is NULL: what failed; NULL: nobody asked for a comparison */
    const struct view_context *view; /* of the new side */
};

/* sort and filter may be NULL: the largest differences first, all rows. The subject of a row is its
 * function on the new side; what is gone has none. */
struct grid *diff_grid(const struct diff_look *look, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter,
                       struct err *e) ATTR_MUST_USE;

/* The row of the comparison in row i of such a grid; NO_ID: none. */
uint32_t diff_grid_row(const struct grid *g, uint32_t i);

#endif
