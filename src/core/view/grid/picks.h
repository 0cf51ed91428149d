/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picks: functions to pick from, as a grid: name, total time, self time, index. */
#ifndef GPTUI_VIEW_GRID_PICKS_H
#define GPTUI_VIEW_GRID_PICKS_H

#include "core/view/grid/grid.h"

/* Row i is about node[row[i]], or node[i] where row is NULL; copied. */
struct picks {
    const node_id *node;
    const uint32_t *row;
    uint32_t n;
};

/* Where style->cols are few, names are alone. v outlives the grid. */
struct grid *picks_grid(const struct view_context *v, const struct picks *picks,
                        const struct grid_style *style) ATTR_MUST_USE;

#endif
