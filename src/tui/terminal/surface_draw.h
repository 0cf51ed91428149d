/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_draw: cells of the surface, written and read back.
 *
 * Looks are LOOK_ bits of theme.h, added to those that a role has. */
#ifndef GPTUI_TUI_TERMINAL_SURFACE_DRAW_H
#define GPTUI_TUI_TERMINAL_SURFACE_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/view/line.h"
#include "tui/terminal/theme.h"

struct surface;

/* Make all cells blank. */
void surface_clear(struct surface *s);

/* n bytes from (row, col), at most `width` columns; returns the column after the last cell used.
 * A wide character that does not fit comes out as a blank. Any row, column and width is fine. */
int surface_text(struct surface *s, int row, int col, int width, const char *p, size_t n,
                 enum role role, unsigned look);

/* A line of a view: its pinned part, then the rest from its column `skip` on, both within `width`
 * columns; the rest of the width is blank in the same look. `<` and `>` mark what is cut off. */
void surface_line(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  unsigned look);

/* `width` cells of one ASCII character or any other one-column one. */
void surface_fill(struct surface *s, int row, int col, int width, uint32_t c, enum role role,
                  unsigned look);

/* Repaint n cells with an additional look (search hits, the cursor row). */
void surface_paint(struct surface *s, int row, int col, int n, unsigned look);

/* Where the real cursor goes (screen readers follow it). visible false hides it. */
void surface_cursor(struct surface *s, int row, int col, bool visible);

/* ---- reading back, for :dump and tests ---- */

/* Append row `row` as text without trailing blanks. */
void surface_read_text(const struct surface *s, int row, struct text *out);

/* Append one letter per cell of the row, without trailing '.': the role (theme_letter). */
void surface_read_roles(const struct surface *s, int row, struct text *out);

/* Append one hexadecimal digit per cell of the row, without trailing '.': the sum of its LOOK_
 * bits, the role's own included; '.' for none. */
void surface_read_looks(const struct surface *s, int row, struct text *out);

struct surface_cursor {
    int row, col;
    bool visible;
};

/* Where the cursor goes, kept within the surface. */
struct surface_cursor surface_read_cursor(const struct surface *s);

#endif
