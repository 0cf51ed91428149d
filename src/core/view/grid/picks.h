/* SPDX-License-Identifier: GPL-3.0-or-later */
/* picks: what there is to pick from: functions as a grid (name, total time, self time, index);
 * files and calls of the source view as words. */
#ifndef GPTUI_VIEW_GRID_PICKS_H
#define GPTUI_VIEW_GRID_PICKS_H

#include "core/view/grid/grid.h"
#include "core/view/rows/source_facts.h"

/* Row i is about node[row[i]], or node[i] where row is NULL; copied. */
struct picks {
    const node_id *node;
    const uint32_t *row;
    uint32_t n;
};

/* Where style->cols are few, names are alone. v outlives the grid. */
struct grid *picks_grid(const struct view_context *v, const struct picks *picks,
                        const struct grid_style *style) ATTR_MUST_USE;

/* ---- files and calls as rows to pick from ---- */

/* Append file number i of f->lines: its time, its share of all, its name, its
 * folder. */
void source_file_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out);

/* Append "self 1.94 s, 13.8%" of a file. */
void source_file_time(const struct view_context *v, const struct annotated_file *file,
                      struct text *out);

/* Append a call: what it takes, how often, the function. */
void source_call_row(const struct view_context *v, const struct source_facts *f,
                     const struct source_call *c, const struct grid_style *style, struct text *out);

/* Append "1.94 s = 194 samples, 13.8%". */
void text_line_time(struct text *t, const struct analysis *a, double ticks);

#endif
