/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mouse: what a click means where it falls. */
#ifndef GPTUI_TUI_MOUSE_H
#define GPTUI_TUI_MOUSE_H

#include "tui/terminal/event.h"

struct app;

void mouse_event(struct app *a, const struct event *e);

#endif
