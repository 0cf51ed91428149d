/* SPDX-License-Identifier: GPL-3.0-or-later */
/* event: what reaches the browser, from a terminal or from a script. */
#ifndef GPTUI_TUI_TERMINAL_EVENT_H
#define GPTUI_TUI_TERMINAL_EVENT_H

#include <stdbool.h>
#include <stdint.h>

/* Keys that are not characters. Characters are their code points; control characters too. */
enum key {
    KEY_BASE_ = 0x200000,
    KEYS_UP,
    KEYS_DOWN,
    KEYS_LEFT,
    KEYS_RIGHT,
    KEYS_HOME,
    KEYS_END,
    KEYS_PAGE_UP,
    KEYS_PAGE_DOWN,
    KEYS_INSERT,
    KEYS_DELETE,
    KEYS_BACKSPACE, /* ^H and ^? too */
    KEYS_ENTER,     /* ^M and ^J too */
    KEYS_TAB,
    KEYS_BACK_TAB,
    KEYS_ESCAPE,
    KEYS_F1, /* F1 .. F12 are consecutive */
    KEYS_F12 = KEYS_F1 + 11,
};
#define KEY_ALT 0x400000 /* added to a key pressed with Alt (or after Esc) */

enum mouse_button {
    MOUSE_NONE,
    MOUSE_LEFT,
    MOUSE_MIDDLE,
    MOUSE_RIGHT,
    MOUSE_WHEEL_UP, /* from here on: the wheel */
    MOUSE_WHEEL_DOWN
};

enum event_kind {
    EVENT_NONE, /* nothing within the time asked for */
    EVENT_KEY,
    EVENT_MOUSE,
    EVENT_RESIZE,
    EVENT_RESUME, /* back from being suspended */
    EVENT_LOST,   /* the terminal is gone, or a signal asks the program to end */
};

struct event {
    enum event_kind kind;
    uint32_t key;             /* EVENT_KEY */
    enum mouse_button button; /* EVENT_MOUSE */
    bool double_click;
    int row, col; /* of the mouse, from 0 */
    int signal;   /* EVENT_LOST: SIGHUP, SIGTERM, SIGINT or 0 */
};

#endif
