/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cells: what grids have in common: cells, headings, columns. Private to view's grids and
 * lists. */
#ifndef GPTUI_VIEW_GRID_CELLS_H
#define GPTUI_VIEW_GRID_CELLS_H

#include "core/view/grid/grid.h"
#include "core/view/label.h"
#include "core/view/marks.h"
#include "core/view/number.h"
#include "core/view/rows/both_ways.h"
#include "core/view/values.h"

/* A number right in c.width columns; "-" where there is none (not finite). */
void cell_decimal(struct line *l, struct cell c, double v, int digits);
void cell_text(struct line *l, struct cell c, const char *s); /* right */
void cell_left(struct line *l, struct cell c, const char *s);

/* The sign of a mark; what is certain is drawn quietly. */
void cell_mark(struct line *l, struct cell c, enum mark m);

/* A number that is assumed, and its mark after it; SIGNED_COLS more than the number alone. */
enum { SIGNED_COLS = 2 };
void cell_marked(struct line *l, struct cell c, double v, enum mark m);

/* A time of a row in the unit that leaves one to three digits before the point: "3.19 us", "0". */
void cell_seconds(struct line *l, struct cell c, const struct amounts *x, enum row_value value,
                  char abbrev);

/* A bar of `share` (0..1) of c.width columns: eighths of blocks, or '#' on '.'. */
void cell_bar(struct line *l, struct cell c, double share, bool ascii);

/* A line through c.width numbers, the largest of which is as high as `most`: eighths of blocks. */
void cell_trail(struct line *l, struct cell c, const uint8_t *v, unsigned most, bool ascii);

/* s, which need not be safe to show, cut to c.width columns; flush left. */
void cell_cut(struct line *l, struct cell c, const char *s, bool ascii);

/* The width that a column of images needs, 0 if there is but one image. */
enum { IMAGE_COLS = 20 };
int image_cols(const struct profile *p);

/* Append, to the facts of a row with that percentage, where to read why it is above 100. */
void text_over(struct text *t, double pct);

/* Columns that cell_decimal needs for v. */
int decimal_cols(double v, int digits, bool grouped);

/* "4.49 s". */
struct figure ticks_of(const struct analysis *a, double ticks);

/* Columns of names in a list, the second from screens of FULL_COLS on: with fewer, numbers give
 * way. */
enum { NAME_COLS = 20, NAME_COLS_FULL = 30, FULL_COLS = 80 };
/* "-- 2 of 2 --" at the right end of a rule of `cols` columns that begins with `title`. */
struct section {
    const char *title;
    uint32_t shown, all;
};
void line_section(struct line *l, const struct section *s, unsigned cols, bool ascii);

/* How hot a share of the total is, for colours. */
enum role heat_role(double pct);

/* A detail line: the name in full, with its number if `index`, and the facts; these come first
 * where there is no room for both. A name too long for a line is elided as in lists. Releases the
 * facts.
 */
void line_detail(struct line *l, const struct grid_style *style, const struct view_context *v,
                 node_id n, bool index, struct text *facts);

/* A detail line of something else than a function. Releases both texts. */
void line_detail_of(struct line *l, const struct grid_style *style, struct text *name,
                    struct text *facts);

#endif
