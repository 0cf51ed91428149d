/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompt_draw: the line being typed, and the words that it could be completed with. */
#ifndef GPTUI_TUI_APP_PROMPT_DRAW_H
#define GPTUI_TUI_APP_PROMPT_DRAW_H

struct surface;
struct ui;

/* The prompt's label, text and cursor. */
void draw_prompt(const struct ui *ui, struct surface *s, int row, int col, int cols);

/* Candidates above the prompt, those around the chosen one. */
void draw_completions(const struct ui *ui, struct surface *s);

#endif
