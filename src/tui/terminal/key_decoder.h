/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_decoder: bytes from a terminal -> events. Pure; knows no terminal and no clock.
 *
 * 1. The terminal's own key strings (terminfo) come first, then what xterm and its many relatives
 *    send. A sequence that nobody knows is swallowed whole and never typed.
 * 2. A lone Esc and the start of a sequence differ only in what follows: the caller says with
 *    `flush` that nothing followed in time.
 * 3. Alt with a key is Esc and the key at once. */
#ifndef GPTUI_TUI_TERMINAL_KEY_DECODER_H
#define GPTUI_TUI_TERMINAL_KEY_DECODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tui/terminal/event.h"

struct key_string {
    char text[16]; /* zero-terminated */
    uint32_t key;
};

enum { KEYS_MAX_STRINGS = 48, KEYS_BUFFER = 256, KEYS_DOUBLE_CLICK_MS = 400 };

struct key_decoder {
    struct key_string strings[KEYS_MAX_STRINGS];
    size_t n_strings;
    unsigned char buf[KEYS_BUFFER];
    size_t n;           /* bytes waiting in buf */
    struct event click; /* the last press, for double clicks */
    int64_t click_ms;
};

/* Make the terminal send `text` for `key`. Ignored if empty, too long, or no escape sequence. */
void keys_define(struct key_decoder *d, const char *text, uint32_t key);

/* Append up to n bytes; how many fitted is returned. */
size_t keys_feed(struct key_decoder *d, const void *p, size_t n);

/* Take the next event. EVENT_NONE: nothing is complete. now_ms: any clock, for double clicks. */
struct event keys_next(struct key_decoder *d, bool flush, int64_t now_ms);

#endif
