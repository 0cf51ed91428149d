/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modules: the profile rolled up by image, folder, file or namespace, as a grid. */
#ifndef GPTUI_VIEW_GRID_MODULES_H
#define GPTUI_VIEW_GRID_MODULES_H

#include "core/view/grid/grid.h"
#include "core/view/rows/modules.h"

enum modules_column {
    MODULES_PERCENT,
    MODULES_SELF,
    MODULES_WAIT,
    MODULES_WALL,
    MODULES_ERROR,
    MODULES_FUNCTIONS,
    MODULES_CALLED,
    MODULES_CALLS_IN,
    MODULES_CALLS_OUT,
    MODULES_TIME_IN,
    MODULES_NAME,
};

/* sort and filter may be NULL: most time of their own first, all rows. The subject of a row is its
 * first function, so that a cursor finds the group again. */
struct grid *modules_grid(const struct view_context *v, enum modules_by by,
                          const struct grid_style *style, const struct grid_sort *sort,
                          const struct rowfilter *filter) ATTR_MUST_USE;

/* What a row stands for; the grid's. */
const struct module *modules_grid_row(const struct grid *g, uint32_t row);

/* The range of the time of the calls into a row; NULL: it is not known, or times are measured. Good
 * while g is. */
const struct range *modules_grid_range(const struct grid *g, uint32_t row);

/* The row with function s; NO_ID: there is none. */
uint32_t modules_grid_find(const struct grid *g, sym_id s);

/* Append a symspec that selects the functions of a row, or a row filter that keeps them. False
 * where no symspec can, as in strict mode. */
bool modules_grid_spec(const struct grid *g, uint32_t row, struct text *out);
void modules_grid_filter(const struct grid *g, uint32_t row, struct text *out);

#endif
