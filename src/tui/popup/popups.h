/* SPDX-License-Identifier: GPL-3.0-or-later */
/* popups: the windows over the view, whichever are open. */
#ifndef GPTUI_TUI_POPUP_POPUPS_H
#define GPTUI_TUI_POPUP_POPUPS_H

#include "tui/app/popup.h"

/* The window of the one that has the keys; rows 0: none is open. */
struct window popup_window(const struct app *a);

/* Fit its list to the screen. */
void popups_fit(struct app *a);

void popups_draw(const struct app *a, struct surface *s);

#endif
