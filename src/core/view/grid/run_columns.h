/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_columns: the columns that lists of functions have for a set of runs, or a sum that knows its
 * runs: its mean and the most of it.
 *
 * A grid has them in a row, from its column `at` on, in the order of enum run_column. */
#ifndef GPTUI_VIEW_GRID_RUN_COLUMNS_H
#define GPTUI_VIEW_GRID_RUN_COLUMNS_H

#include "core/view/grid/cells.h"
#include "core/view/rows/run_values.h"

/* Their entries of a table of columns. */
#define RUN_COLUMNS(at)                                                                            \
    [(at) + RUN_MEAN] = {"mean", "mean", "mean over the runs", .sortable = true, .seconds = true}, \
            [(at) + RUN_WORST] = {"worst", "worst", "most of the runs; the line below says which", \
                                  .sortable = true, .seconds = true}

/* Those of a grid. */
struct run_columns {
    const struct analysis *a; /* NULL: no runs are known */
    unsigned at;
    bool grouped;
};

/* a: NULL for none of them. */
struct run_columns run_columns_of(const struct analysis *a, const struct grid_style *style,
                                  unsigned at);

/* Bits of the columns that no row can fill (grid.absent). */
uint32_t run_columns_absent(const struct run_columns *r);

/* Append the wishes for them, the dearest first, to a list with room; returns how many there are
 * then. `most`: ticks that no row exceeds in any run. */
size_t run_columns_wish(const struct run_columns *r, const struct grid *g, double most,
                        struct wish *wishes, size_t n);

static inline bool is_run_column(const struct run_columns *r, unsigned column)
{
    return column >= r->at && column < r->at + N_RUN_COLUMNS;
}

/* Put a cell of one of these columns; s: NULL where nothing is known. */
void run_columns_put(const struct run_columns *r, const struct run_spread *s, struct cell c,
                     struct line *out);

/* Append "slowest 17: 1.93 s, mean 1.41 s" to the facts of a row, of repeats of one program by how
 * much they differ, and `gap`; nothing where no run has more than chance gives it. */
struct run_words {
    const char *gap;
    bool ascii, grouped;
};
void text_slowest(struct text *t, const struct analysis *a, const struct run_spread *s,
                  const struct run_words *w);

#endif
