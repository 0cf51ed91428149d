/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_pick: files and calls of the source view as rows to pick from. */
#ifndef GPTUI_VIEW_GRID_SOURCE_PICK_H
#define GPTUI_VIEW_GRID_SOURCE_PICK_H

#include "core/view/grid/grid.h"
#include "core/view/rows/source_facts.h"

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
