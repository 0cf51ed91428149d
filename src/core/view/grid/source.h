/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source: a source file with time and counts, as a grid. */
#ifndef GPTUI_VIEW_GRID_SOURCE_H
#define GPTUI_VIEW_GRID_SOURCE_H

#include "core/view/grid/grid.h"
#include "core/view/rows/source_facts.h"

extern const struct grid_column source_columns[];
extern const unsigned n_source_columns;

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

/* ---- files and calls as rows to pick from ---- */

/* Append file number i of f->lines: its time, its share of all, its name, its
 * folder. */
void source_file_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out);

/* Append "self 1.94 s, 13.8%" of a file. */
void source_file_time(const struct view_context *v, const struct annotated_file *file,
                      struct text *out);

/* Append call number i of f->calls: what it takes, how often, the function. */
void source_call_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out);

/* Append "1.94 s = 194 samples, 13.8%". */
void text_line_time(struct text *t, const struct analysis *a, double ticks);

#endif
