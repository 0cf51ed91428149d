/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key_bar: the key line of the screen: what matters in the view and can do something now. */
#ifndef GPTUI_TUI_KEY_BAR_H
#define GPTUI_TUI_KEY_BAR_H

#include <stddef.h>

#include "tui/keys/keyline.h"

struct pending_keys;
struct surface;

/* Append the line and fill the items; how many there are. */
size_t key_bar_make(const struct ui *ui, struct text *out, struct key_item *items);

/* Draw it, or what can follow the keys of an unfinished sequence. */
void key_bar_draw(const struct ui *ui, const struct pending_keys *pending, struct surface *s);

#endif
