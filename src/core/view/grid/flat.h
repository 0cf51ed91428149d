/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat: the flat profile as a grid. */
#ifndef GPTUI_VIEW_GRID_FLAT_H
#define GPTUI_VIEW_GRID_FLAT_H

#include "core/view/grid/grid.h"

extern const struct grid_column flat_columns[];
extern const unsigned n_flat_columns;

/* sort and filter may be NULL: gprof's order, all rows. */
struct grid *flat_grid(const struct view_context *v, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter,
                       struct err *e) ATTR_MUST_USE;

#endif
