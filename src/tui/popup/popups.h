/* SPDX-License-Identifier: GPL-3.0-or-later */
/* popups: where the windows over the view are, and what is in them. */
#ifndef GPTUI_TUI_POPUP_POPUPS_H
#define GPTUI_TUI_POPUP_POPUPS_H

#include "tui/widget/layout.h"

struct app;
struct surface;

/* The window of the help, menu, finder or panel that is open, frame included; rows 0: none. Inner
 * rows start below the frame and `lead` lines. */
struct window {
    struct area area;
    int lead;  /* lines above the list: title, prompt */
    int tail;  /* lines below it */
    bool bare; /* no room for a frame */
};
struct window popup_window(const struct app *a);

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

/* Fit the lists of all pop-ups to the screen. */
void popups_fit(struct app *a);

void popups_draw(const struct app *a, struct surface *s);

#endif
