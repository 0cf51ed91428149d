/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_entry: the callers and callees of a function in a comparison as a grid. */
#ifndef GPTUI_VIEW_GRID_DIFF_ENTRY_H
#define GPTUI_VIEW_GRID_DIFF_ENTRY_H

#include "core/view/grid/diff.h"
#include "core/view/grid/grid.h"
#include "core/view/rows/diff_arcs.h"

extern const struct grid_column diff_arc_columns[];
extern const unsigned n_diff_arc_columns;

/* The entry of a row of the comparison look->v, which is not NULL. sort and filter may be NULL:
 * what differs most stands next to the function, all arcs. Subjects are functions and arcs of
 * look->view; what is gone has none. */
struct grid *diff_entry_grid(const struct diff_look *look, uint32_t row,
                             const struct grid_style *style, const struct grid_sort *sort,
                             const struct rowfilter *filter, struct err *e) ATTR_MUST_USE;

/* The row of the comparison that row i names; NO_ID: none, or g is a grid of another kind. */
uint32_t diff_entry_grid_row(const struct grid *g, uint32_t i);

#endif
