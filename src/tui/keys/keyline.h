/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keyline: the line that says what can be pressed now, from the labels of the key table: views as
 * tabs, then keys. */
#ifndef GPTUI_TUI_KEYS_KEYLINE_H
#define GPTUI_TUI_KEYS_KEYLINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "tui/keys/action.h"
#include "tui/keys/keymap.h"

struct key_item {
    int col, cols; /* on the line */
    int key_cols;  /* of these, the key's */
    uint16_t action;
    const struct binding *binding;
};

enum { KEY_ITEMS_MAX = 32 };

struct keyline_request {
    const struct keymap *keys;
    enum mode mode;
    int cols;
    enum action on; /* shows the view that is shown, whose tab is marked */
    /* Whether an action can do anything now; what cannot is left out. NULL: all can. */
    bool (*useful)(const void *ctx, enum action action);
    const void *ctx;
};

/* Append the line and fill the items. After the tabs those come first that matter most in the mode,
 * and the last ones go when room is short: then the menu and the search, tabs, and labels marked
 * "!", of which the help stays. Returns the number of items. */
size_t keyline_make(const struct keyline_request *r, struct text *out, struct key_item *items);

/* Append the keys of an unfinished sequence, and those that can follow with what they do in a word,
 * as far as there is one. */
void keyline_pending(const struct keymap *k, enum mode m, const uint32_t *keys, size_t n_keys,
                     struct text *out);

#endif
