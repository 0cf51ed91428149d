/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_effects: what each item of the option list changes, in samples and calls, found out while
 * nothing is pressed. */
#ifndef GPTUI_TUI_POPUP_OPTION_EFFECTS_H
#define GPTUI_TUI_POPUP_OPTION_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/session/session.h"

struct option_effects {
    struct text *note; /* `ready` of n are there; n 0: not begun */
    size_t n, ready;
    bool given_up; /* no memory, or interrupted */
};

/* Nothing is left to find out, or the program is too large for it. */
bool option_effects_ready(const struct option_effects *f, const struct session *s);

void option_effects_work(struct option_effects *f, const struct session *s); /* one item */
void option_effects_release(struct option_effects *f);

/* What item i changes; "" as long as that is not known. */
const char *option_effect(const struct option_effects *f, size_t i);

#endif
