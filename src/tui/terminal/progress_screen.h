/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress_screen: what long work shows on the terminal, and how it is interrupted.
 *
 * Nothing shows for the first 0.3 seconds. Then one line says the phase and how far it is; q, Esc
 * and Ctrl-C end the work. What is waited for shows at once. */
#ifndef GPTUI_TUI_TERMINAL_PROGRESS_SCREEN_H
#define GPTUI_TUI_TERMINAL_PROGRESS_SCREEN_H

#include <stdbool.h>

#include "core/base/progress.h"
#include "tui/terminal/event.h"

struct surface;

struct load_screen {
    struct surface *surface;
    const char *what;         /* "loading a.out" */
    struct progress progress; /* to hand to the work */
    int64_t start_ms, shown_ms;
    bool cancelled;
    struct event lost; /* EVENT_LOST if the terminal went away meanwhile */
};

/* l stays where it is as long as its progress is used. */
void load_screen_init(struct load_screen *l, struct surface *s, const char *what);

/* A new piece of work begins. what is NULL: nobody waits for it; it shows nothing, and ends as soon
 * as something is pressed, which stays for who reads it next. */
void load_screen_begin(struct load_screen *l, const char *what);

#endif
