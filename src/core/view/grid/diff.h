/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: the functions of a comparison as a grid. */
#ifndef GPTUI_VIEW_GRID_DIFF_H
#define GPTUI_VIEW_GRID_DIFF_H

#include "core/view/grid/grid.h"
#include "core/view/rows/diff_rows.h"

enum diff_column {
    DIFF_COL_OLD_SELF,
    DIFF_COL_NEW_SELF,
    DIFF_COL_DELTA,
    DIFF_COL_ERROR,
    DIFF_COL_REAL,
    DIFF_COL_PCT,
    DIFF_COL_OLD_TOTAL,
    DIFF_COL_NEW_TOTAL,
    DIFF_COL_DELTA_TOTAL,
    DIFF_COL_OLD_CALLS,
    DIFF_COL_NEW_CALLS,
    DIFF_COL_DELTA_CALLS,
    DIFF_COL_CALLS_PCT,
    DIFF_COL_OLD_PER_CALL,
    DIFF_COL_NEW_PER_CALL,
    DIFF_COL_PER_CALL_PCT,
    DIFF_COL_NAME,
};

/* What a column shows of an enum diff_value, and how: grid_column.value, here and in other sheets.
 */
enum { DIFF_HOW_BITS = 3, DIFF_HOW_MASK = (1 << DIFF_HOW_BITS) - 1 };
#define DIFF_SHOWS(what, how)                                                                      \
    .cell = CELL_TEXT, .least = 1, .value = DIFF_VALUE_##what << DIFF_HOW_BITS | DIFF_HOW_##how

double diff_cell_number(const struct diff *d, const struct diff_row *r, unsigned shows);
void diff_cell_text(const struct diff *d, const struct diff_row *r, unsigned shows,
                    struct text *out);
enum role diff_cell_role(const struct diff_row *r, unsigned shows, enum role real);

struct diff_look {
    const struct view_diff *v; /* NULL: nothing to compare with; rows say how to get something */
    const struct err *why;     /* v is NULL: what failed; NULL: nobody asked for a comparison */
    const struct view_context *view; /* of the new side */
};

/* sort and filter may be NULL: the largest differences first, all rows. The subject of a row is its
 * function on the new side; what is gone has none. */
struct grid *diff_grid(const struct diff_look *look, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter) ATTR_MUST_USE;

/* The row of the comparison in row i of such a grid; NO_ID: none. */
uint32_t diff_grid_row(const struct grid *g, uint32_t i);

#endif
