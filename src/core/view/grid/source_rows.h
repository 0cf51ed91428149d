/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_rows: what the rows of a source file are, and all of them that is no number. */
#ifndef GPTUI_VIEW_GRID_SOURCE_ROWS_H
#define GPTUI_VIEW_GRID_SOURCE_ROWS_H

#include "core/view/grid/source_internal.h"

/* The number of the source line of a row, 0 for a note. */
uint32_t source_row_line(const struct source_grid *x, uint32_t row);

/* What is known of a row, or NULL; and its number in the facts. */
const struct annotated_line *source_row_facts(const struct source_grid *x, uint32_t row);
static inline uint32_t source_row_number(const struct source_grid *x,
                                         const struct annotated_line *l)
{
    return (uint32_t)(l - x->facts->lines->lines);
}

/* Append the text of a row: its source, or without one the function. */
void source_row_text(const struct source_grid *x, uint32_t row, struct text *out);

/* Append a note to an empty line. */
void source_row_note(const struct source_grid *x, uint32_t row, struct line *out);

/* Read the text of `path` (NULL: none is known), or note why there is none. Fails with ERR_MEMORY.
 */
bool source_rows_fill(struct source_grid *x, const char *path, struct err *e) ATTR_MUST_USE;

/* Operations of the grid. */
void source_row(const struct grid *g, uint32_t i, struct grid_row *out);
void source_detail(const struct grid *g, uint32_t i, struct line *out);

#endif
