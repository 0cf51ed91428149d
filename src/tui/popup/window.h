/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window: what the windows of pop-ups have in common: a place, a frame, lines. */
#ifndef GPTUI_TUI_POPUP_WINDOW_H
#define GPTUI_TUI_POPUP_WINDOW_H

#include "core/view/line.h"
#include "tui/app/popup.h"

/* The part of the screen that pop-ups may cover: all but the last lines. */
struct area window_ground(const struct app *a);

/* A framed window of n inner rows in the middle of it, as large as there is room. */
struct area window_centred(const struct app *a, int rows, int cols);

/* A frame with a title of n bytes. */
void window_frame(const struct app *a, struct surface *s, const struct area *r, const char *title,
                  size_t n);

/* Draw row y of the window's list: a text, or a line, selected or not. */
void window_text(struct surface *s, const struct window *w, int y, const struct text *t,
                 enum role role, unsigned look);
void window_line(struct surface *s, const struct window *w, int y, const struct line *l, bool at);

/* "12-30 of 77" on the lower edge when not everything fits. */
void window_position(struct surface *s, const struct window *w, const struct list *l);

#endif
