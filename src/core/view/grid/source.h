/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source: what the files of the grid of a source file share. Private to them. */
#ifndef GPTUI_VIEW_GRID_SOURCE_H
#define GPTUI_VIEW_GRID_SOURCE_H

#include "core/load/source/lines.h"
#include "core/view/grid/cells.h"
#include "core/view/rows/source_facts.h"

enum source_column {
    SOURCE_SELF,
    SOURCE_CALLEES,
    SOURCE_HEAT,
    SOURCE_COUNT,
    SOURCE_LINE,
    SOURCE_TEXT,
    N_SOURCE_COLUMNS,
};

struct source_grid {
    struct grid grid;
    struct view_context v;
    const struct source_facts *facts;
    const struct annotated_file *file; /* NULL: no code comes from it */
    struct grid_style style;
    struct text path;          /* as in the debug information, zero-terminated */
    struct source_lines lines; /* n 0 with found false: there is no text */
    bool found;
    struct text notes; /* why not: lines, each with its end */
    uint32_t n_notes;  /* the first rows */
    double max_ticks;
    int width[N_SOURCE_COLUMNS];
    size_t gap;
};

static inline const struct source_grid *source_of(const struct grid *g)
{
    return (const struct source_grid *)g;
}

/* ---- source_rows.c: what the rows are, and all of them that is no number ---- */

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
