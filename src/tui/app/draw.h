/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw: what the view and the pop-ups have in common in what they draw. */
#ifndef GPTUI_TUI_APP_DRAW_H
#define GPTUI_TUI_APP_DRAW_H

#include <stdbool.h>

struct line;
struct regex;
struct surface;

/* Mark what r matches in a line drawn at (row, col) by surface_line. False: that is nothing. */
bool draw_matches(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  const struct regex *r);

#endif
