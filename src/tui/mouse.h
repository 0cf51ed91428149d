/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mouse: what a click means where it falls. */
#ifndef GPTUI_TUI_MOUSE_H
#define GPTUI_TUI_MOUSE_H

#include "tui/app/ui.h"
#include "tui/terminal/event.h"

void mouse_event(struct ui *ui, const struct event *e);

#endif
