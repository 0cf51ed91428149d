/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_internal: what the files of the grid of a source file share. Private to them. */
#ifndef GPTUI_VIEW_GRID_SOURCE_INTERNAL_H
#define GPTUI_VIEW_GRID_SOURCE_INTERNAL_H

#include "core/load/code/counters.h"
#include "core/load/source/lines.h"
#include "core/view/grid/cells.h"
#include "core/view/rows/source_facts.h"

enum source_column {
    SOURCE_SELF,
    SOURCE_WAIT,
    SOURCE_CALLEES,
    SOURCE_HEAT,
    SOURCE_COUNT,
    SOURCE_LINE,
    SOURCE_TEXT,
    N_SOURCE_COLUMNS,
};

struct source_range {
    struct range r;
    bool known;
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
    struct code_counters counters;
    bool knows_counters;         /* the code says which functions count their calls */
    struct source_range *ranges; /* per line of the file, of what it calls */
    int width[N_SOURCE_COLUMNS];
    size_t gap;
};

static inline const struct source_grid *source_of(const struct grid *g)
{
    return (const struct source_grid *)g;
}

#endif
