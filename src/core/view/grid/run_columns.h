/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_columns: the columns that lists of functions have for a set of runs, or a sum that knows its
 * runs: its mean and the most of it, and how it grows with the size of their input.
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
                                  .sortable = true, .seconds = true},                              \
            [(at) + RUN_GROWTH_CALLS] = {"growth-calls", "calls~n^",                               \
                                         "calls grow with this power of the input's size",         \
                                         .sortable = true},                                        \
            [(at) + RUN_GROWTH_TIME] = {"growth-time", "time~n^",                                  \
                                        "time grows with this power of the input's size",          \
                                        .sortable = true}

/* Those of a grid. */
struct run_columns {
    const struct analysis *a; /* NULL: no runs are known */
    unsigned at;
    bool ascii, grouped;
    bool grows;    /* growth is known */
    bool no_calls; /* calls of rows are not known by run: set by who made it */
    struct growth_reader growth;
};

/* a: NULL for none of them. False when memory runs out. Release it in any case. */
bool run_columns_make(struct run_columns *r, const struct analysis *a,
                      const struct grid_style *style, unsigned at) ATTR_MUST_USE;
void run_columns_release(struct run_columns *r);

/* Bits of the columns that no row can fill (grid.absent). */
uint32_t run_columns_absent(const struct run_columns *r);

/* Append the wishes for them, the dearest first, to a list with room; returns how many there are
 * then. `most`: ticks that no row exceeds in any run. */
size_t run_columns_wish(const struct run_columns *r, const struct grid *g, double most,
                        struct wish *wishes, size_t n);

/* Whether columns of these widths need more of a row than its spread. */
bool run_columns_need_numbers(const struct run_columns *r, const int *width);

static inline bool is_run_column(const struct run_columns *r, unsigned column)
{
    return column >= r->at && column < r->at + N_RUN_COLUMNS;
}

/* Put a cell of one of these columns; s: NULL where nothing is known; x: the numbers of the row,
 * NULL unless they are needed. */
void run_columns_put(const struct run_columns *r, const struct run_spread *s,
                     const struct run_numbers *x, struct cell c, struct line *out);

/* Append "slowest 17: 1.93 s, mean 1.41 s" to the facts of a row, of repeats of one program by how
 * much they differ, and `gap`; nothing where no run has more than chance gives it, or where runs
 * have sizes. */
struct run_words {
    const char *gap;
    bool ascii, grouped;
};
void text_slowest(struct text *t, const struct analysis *a, const struct run_spread *s,
                  const struct run_words *w);

/* Append "1.98+-0.05": an exponent that is known, with half of its interval. */
void text_slope(struct text *t, const struct slope *s, bool ascii);

#endif
