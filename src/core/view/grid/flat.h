/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat: the flat profile as a grid. */
#ifndef GPTUI_VIEW_GRID_FLAT_H
#define GPTUI_VIEW_GRID_FLAT_H

#include "core/view/grid/grid.h"
#include "core/view/rows/run_values.h"

enum flat_column {
    FLAT_PERCENT,
    FLAT_SELF,
    FLAT_PROCESSOR,
    FLAT_WAIT,
    FLAT_ERROR,
    FLAT_CUM,
    FLAT_TOTAL,
    FLAT_TOTAL_PCT,
    FLAT_CALLS,
    FLAT_CALL_RATE,
    FLAT_SELF_CALL,
    FLAT_TOTAL_CALL,
    FLAT_RUNS, /* the first of enum run_column */
    FLAT_HEAT = FLAT_RUNS + N_RUN_COLUMNS,
    FLAT_PAST,
    FLAT_IMAGE,
    FLAT_NAME,
    N_FLAT_COLUMNS,
};

/* Numbers of functions that row filters compare beside those of enum row_value: how many others
 * call it, and from how many places in the code. */
enum { FLAT_CALLERS = 100, FLAT_CALL_SITES };

/* sort and filter may be NULL: gprof's order, all rows. */
struct grid *flat_grid(const struct view_context *v, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter) ATTR_MUST_USE;

#endif
