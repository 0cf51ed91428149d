/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen_draw: the whole screen from the state. */
#ifndef GPTUI_TUI_SCREEN_DRAW_H
#define GPTUI_TUI_SCREEN_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "tui/keys/keymap.h"

struct surface;

/* Keys of a sequence that is not finished. */
struct pending_keys {
    uint32_t key[KEYS_MAX];
    size_t n;
};

void screen_draw(const struct ui *ui, const struct pending_keys *pending, struct surface *s);

#endif
