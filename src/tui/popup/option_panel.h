/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_panel: the list of all filters and options, and the command line that they make.
 *
 * Its lines: the items of the option list in order, then the row filter of the view if there is
 * one, then the switches that are not in the list. */
#ifndef GPTUI_TUI_POPUP_OPTION_PANEL_H
#define GPTUI_TUI_POPUP_OPTION_PANEL_H

#include "tui/popup/option_effects.h"

struct option_panel {
    struct option_effects effects;
};

#endif
