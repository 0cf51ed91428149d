/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs: the runs of a set as a grid, one row each. */
#ifndef GPTUI_VIEW_GRID_RUNS_H
#define GPTUI_VIEW_GRID_RUNS_H

#include "core/view/grid/grid.h"

/* marked: per run, borrowed; NULL: none is. sort and filter may be NULL: the order of the set, all
 * runs. A row's `line` is the number of its run, from 1. Files that were left out follow the runs
 * as rows without one. Where the profile is no set there is one row, which says so. */
struct runs_grid_request {
    const struct view_context *v;
    const struct grid_style *style;
    const struct grid_sort *sort;
    const struct rowfilter *filter;
    const bool *marked;
};
struct grid *runs_grid(const struct runs_grid_request *r) ATTR_MUST_USE;

#endif
