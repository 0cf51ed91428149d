/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reply: what comes out of a step besides the screen: a message, and requests to the terminal. */
#ifndef GPTUI_TUI_APP_REPLY_H
#define GPTUI_TUI_APP_REPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

enum request_kind {
    REQUEST_NONE,
    REQUEST_COPY, /* text */
    REQUEST_DUMP, /* text: the file's name */
    REQUEST_MOUSE_ON,
    REQUEST_MOUSE_OFF,
    REQUEST_REDRAW,
    REQUEST_SUSPEND,
    REQUEST_FORGET, /* what is remembered from run to run */
    REQUEST_EDIT,   /* text: the line, a line end, the file to open in the editor */
};

/* What only the terminal can do. Who takes a request releases its text. */
struct terminal_request {
    enum request_kind kind;
    struct text text;
};

enum { REQUESTS_MAX = 8 };

struct reply {
    struct text message;
    bool warns; /* the message says that something cannot be */
    struct terminal_request
        requests[REQUESTS_MAX]; /* the oldest first; no more than that are kept */
    size_t n_requests;
};

#endif
