/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source: a source file with time and counts, as a grid. */
#ifndef GPTUI_VIEW_GRID_SOURCE_H
#define GPTUI_VIEW_GRID_SOURCE_H

#include "core/view/grid/grid.h"
#include "core/view/rows/source_facts.h"

/* Rows are the lines of the file at `path` (as in the debug information; copied) that the filter
 * keeps (NULL: all), by their text, `self` and `children`. If its text is not found: where it was
 * looked for, then the lines of which something is known. NULL: why there is nothing to show.
 * `facts` outlives the grid. */
struct grid *source_grid(const struct view_context *v, const struct source_facts *facts,
                         const char *path, const struct grid_style *style,
                         const struct rowfilter *filter) ATTR_MUST_USE;

/* Where the text was found; NULL: nowhere. */
const char *source_grid_path(const struct grid *g);

/* Whether only the end of its path led there. */
bool source_grid_is_near(const struct grid *g);

#endif
