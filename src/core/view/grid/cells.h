/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cells: what grids have in common: cells, headings, columns. Private to view's grids and
 * lists. */
#ifndef GPTUI_VIEW_GRID_CELLS_H
#define GPTUI_VIEW_GRID_CELLS_H

#include "core/view/grid/grid.h"
#include "core/view/label.h"
#include "core/view/values.h"

/* A number right in c.width columns; "-" where there is none (not finite). */
void cell_fixed(struct line *l, struct cell c, double v, int digits);
void cell_uint(struct line *l, struct cell c, uint64_t v);
void cell_text(struct line *l, struct cell c, const char *s); /* right */
void cell_left(struct line *l, struct cell c, const char *s);

/* A time of a row in the unit that leaves one to three digits before the point: "3.19 us", "0". */
void cell_seconds(struct line *l, struct cell c, const struct amounts *x, enum row_value value,
                  char abbrev);

/* A bar of `share` (0..1) of c.width columns: eighths of blocks, or '#' on '.'. */
void cell_bar(struct line *l, struct cell c, double share, bool ascii);

/* The base name of the image of s, cut to c.width columns; and the width that a column of them
 * needs, 0 if there is but one image. */
enum { IMAGE_COLS = 20 };
void cell_image(struct line *l, struct cell c, const struct view_context *v, sym_id s, bool ascii);
int image_cols(const struct profile *p);

/* Columns that text_fixed needs for v. */
int fixed_cols(double v, int digits);

/* A column that a grid would like to have: from so many columns of screen on, and how wide. */
struct wish {
    unsigned column, from_cols;
    int width;
};

/* The heading of a grid: columns of the widths given (0: left out), the last one, the name, always
 * there; `gap` blanks between them. Pinned up to the name. */
void line_heading(struct line *out, const struct grid *g, const struct profile *p, const int *width,
                  size_t gap);

/* Columns of a head on its own. */
int head_cols(const struct grid_column *column, const struct profile *p);

/* The blanks before a cell: one of them is the gutter's in the first column. */
void line_gap(struct line *out, size_t gap);

/* Grant wishes in order, those that the style asks for first, while `gap` blanks before each and
 * room for a name are left: width[column] is set for those granted. */
void columns_fit(const struct wish *wishes, size_t n, const struct grid_style *style, size_t gap,
                 int *width);

/* "-- 2 of 2 --" at the right end of a rule of `cols` columns that begins with `title`. */
struct section {
    const char *title;
    uint32_t shown, all;
};
void line_section(struct line *l, const struct section *s, unsigned cols, bool ascii);

/* How hot a share of the total is, for colours. */
enum role heat_role(double pct, enum role cool);

/* A detail line: the name, then the facts; the other way round where the name would push them off
 * a screen of `cols` columns. Releases both. */
void line_detail(struct line *l, unsigned cols, struct text *name, struct text *facts);

#endif
