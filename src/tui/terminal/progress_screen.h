/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress_screen: what long work shows on the terminal, and how it is interrupted.
 *
 * Nothing shows for the first tenth of a second. Then one line says the phase and how far it is; q,
 * Esc and Ctrl-C end the work, and what else comes is kept. What is waited for shows at once. */
#ifndef GPTUI_TUI_TERMINAL_PROGRESS_SCREEN_H
#define GPTUI_TUI_TERMINAL_PROGRESS_SCREEN_H

#include <stdbool.h>

#include "core/base/progress.h"
#include "tui/terminal/event.h"

struct surface;

enum { HELD_MOST = 64 };

struct load_screen {
    struct surface *surface;
    const char *what;         /* "loading a.out" */
    struct progress progress; /* to hand to the work */
    int64_t start_ms, shown_ms;
    bool cancelled;
    struct event lost; /* EVENT_LOST if the terminal went away meanwhile */
    struct event held[HELD_MOST];
    unsigned n_held;
};

/* l stays where it is as long as its progress is used. */
void load_screen_init(struct load_screen *l, struct surface *s, const char *what);

/* What came during the work before and did not end it, the oldest first; then EVENT_NONE. */
struct event load_screen_held(struct load_screen *l);

/* A new piece of work begins. what is NULL: nobody waits for it; it shows nothing, and ends as soon
 * as something is pressed, which stays for who reads it next. */
void load_screen_begin(struct load_screen *l, const char *what);

#endif
