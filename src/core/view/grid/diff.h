/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: the functions of a comparison as a grid, by their differences or side by side. */
#ifndef GPTUI_VIEW_GRID_DIFF_H
#define GPTUI_VIEW_GRID_DIFF_H

#include "core/view/grid/grid.h"
#include "core/view/rows/diff_rows.h"

extern const struct grid_column diff_columns[];
extern const unsigned n_diff_columns;

struct diff_look {
    const struct view_diff *v; /* NULL: nothing to compare with; rows say how to get something */
    const struct err *why;     /* v is NULL: what failed; NULL: nobody asked for a comparison */
    const struct view_context *view; /* of the new side */
    bool side_by_side;
    bool cycle; /* of an entry: that of the function's cycle, if it is in one on either side */
};

/* sort and filter may be NULL: the largest differences first, all rows. The subject of a row is its
 * function on the new side; what is gone has none. */
struct grid *diff_grid(const struct diff_look *look, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter,
                       struct err *e) ATTR_MUST_USE;

/* The row of the comparison in row i; NO_ID: none, or g is a grid of another kind. */
uint32_t diff_grid_row(const struct grid *g, uint32_t i);

/* ---- what the grid of an entry (diff_entry.h) has in common with it ---- */

/* How a number is shown of which that is said: `real` where it is. */
enum role verdict_role(enum diff_verdict v, enum role real);

/* Digits after the point of calls: means of several runs need not be whole. */
int diff_count_digits(const struct diff *d);

/* Append the number of a cell: "-" for NaN, "new" for an infinite percentage. */
struct diff_number {
    int digits; /* after the point; not of percentages */
    bool pct, is_signed, grouped;
};
void text_diff_number(struct text *t, double v, struct diff_number how);

/* Append the name of a function within `cols` columns (0: in full), and what became of it. */
void text_diff_name(struct text *out, const struct view_diff *v, const struct diff_row *r,
                    struct name_style style, size_t cols);

/* The detail line of a function, to an empty line: its name, and in words how it differs. */
void line_diff_detail(struct line *out, const struct view_diff *v, const struct diff_row *r,
                      const struct grid_style *style);

#endif
