/* SPDX-License-Identifier: GPL-3.0-or-later */
/* window: what the windows of pop-ups have in common: a place, a frame, lines. */
#ifndef GPTUI_TUI_APP_WINDOW_H
#define GPTUI_TUI_APP_WINDOW_H

#include <stdbool.h>

#include "core/view/line.h"
#include "tui/app/ui.h"
#include "tui/widget/list.h"

struct surface;

/* Where a pop-up is, frame included; rows 0: nowhere. Inner rows start below the frame and `lead`
 * lines. */
struct window {
    struct area area;
    int lead;     /* lines above the list: title, prompt */
    int tail;     /* lines below it */
    bool bare;    /* no room for a frame */
    bool scrolls; /* no row is selected */
};

/* The first screen row of the window's list, and how many it has. */
static inline int window_top(const struct window *w)
{
    return w->area.row + w->lead;
}
static inline int window_height(const struct window *w)
{
    int rows = w->area.rows - w->lead - w->tail;
    return rows > 0 ? rows : 0;
}

/* The part of the screen that pop-ups may cover: all but the last lines. */
struct area window_ground(const struct layout *l);

/* A framed window of n inner rows in the middle of it, as large as there is room. */
struct area window_centred(const struct layout *l, int rows, int cols);

/* A frame with a title of n bytes. */
void window_frame(const struct ui *ui, struct surface *s, const struct area *r, const char *title,
                  size_t n);

/* Draw row y of the window's list; one that is reversed is that which the keys act on. */
void window_line(struct surface *s, const struct window *w, int y, const struct line *l,
                 unsigned look);

/* Draw the rows of the list that has the keys, each as `line` makes it, and "12-30 of 77" on the
 * lower edge when not everything fits. */
typedef void window_line_fn(const struct ui *ui, size_t i, struct line *out);
void window_list(const struct ui *ui, struct surface *s, const struct window *w,
                 const struct list *l, window_line_fn *line);

/* The bytes of the words, of n bytes, that fit into `cols` columns, or what fits of a word that is
 * wider; n, if nothing does. */
size_t window_words(const char *p, size_t n, size_t cols);

#endif
