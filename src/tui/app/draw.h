/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw: parts of the screen that the view and the pop-ups share. */
#ifndef GPTUI_TUI_APP_DRAW_H
#define GPTUI_TUI_APP_DRAW_H

#include <stddef.h>

#include "tui/app/app.h"

struct line;
struct regex;

/* The tab line and where each tab is on it. */
struct tab {
    enum view view;
    int col, cols;
};
size_t tabs_make(const struct app *a, struct text *out, struct tab *tabs);

/* Mark what r matches in a line drawn at (row, col) by surface_line. */
void draw_matches(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  const struct regex *r);

/* The prompt's label, text and cursor. */
void draw_prompt(const struct app *a, struct surface *s, int row, int col, int cols);

/* Candidates above the prompt, those around the chosen one. */
void draw_completions(const struct app *a, struct surface *s);

#endif
