/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_event: what the terminal sends, as events. */
#ifndef GPTUI_TUI_TERMINAL_SURFACE_EVENT_H
#define GPTUI_TUI_TERMINAL_SURFACE_EVENT_H

#include <stdbool.h>

#include "tui/terminal/event.h"

struct surface;

/* Wait for the next event, at most `ms` milliseconds (-1: for ever, 0: only what is there). The
 * new size is in place before EVENT_RESIZE comes. Ctrl-C is EVENT_LOST with SIGINT; all other
 * control keys are keys, Ctrl-Z too (see surface_suspend). Headless: EVENT_NONE, or EVENT_LOST for
 * ms = -1. */
struct event surface_event(struct surface *s, int ms);

/* Is there anything that may become an event? Takes nothing. */
bool surface_waiting(const struct surface *s);

/* Learn the terminal's own key strings. */
void surface_keys_start(struct surface *s);

#endif
