/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keyline: the line that says what can be pressed now, from the labels of the key table. */
#ifndef GPTUI_TUI_KEYS_KEYLINE_H
#define GPTUI_TUI_KEYS_KEYLINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "tui/keys/action.h"
#include "tui/keys/keymap.h"

struct key_item {
    int col, cols; /* on the line */
    uint16_t action;
    const struct binding *binding;
};

enum { KEY_ITEMS_MAX = 24 };

/* Fill text and items for a mode within `cols` columns; labels marked "!" stay when room is short.
 * `fkeys`: in the views the function keys instead of letters. Returns the number of items. */
size_t keyline_make(const struct keymap *k, enum mode m, int cols, int fkeys, struct text *out,
                    struct key_item *items);

/* Append the keys of an unfinished sequence, and those that can follow with what they do in a word,
 * as far as there is one. */
void keyline_pending(const struct keymap *k, enum mode m, const uint32_t *keys, size_t n_keys,
                     struct text *out);

#endif
