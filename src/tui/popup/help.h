/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: what can be pressed, made from the table of keys and actions. */
#ifndef GPTUI_TUI_POPUP_HELP_H
#define GPTUI_TUI_POPUP_HELP_H

#include "tui/app/popup.h"

struct help {
    enum mode about; /* N_MODES: all bindings */
};

#endif
