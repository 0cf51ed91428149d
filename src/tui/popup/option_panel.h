/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_panel: the list of all filters and options, and the command line that they make.
 *
 * Its lines: the items of the option list in order, then the row filter of the view if there is
 * one, then the switches that are not in the list. */
#ifndef GPTUI_TUI_POPUP_OPTION_PANEL_H
#define GPTUI_TUI_POPUP_OPTION_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

/* What each item of the option list changes, in samples and calls, found out while nothing is
 * pressed. */
struct option_effects {
    struct text *note; /* `ready` of n are there; n 0: not begun */
    size_t n, ready;
};

struct option_panel {
    struct option_effects effects;
};

/* What item i changes; "" as long as that is not known. */
const char *option_effect(const struct option_panel *p, size_t i);

#endif
