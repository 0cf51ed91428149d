/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: what can be pressed, made from the table of keys and actions. */
#ifndef GPTUI_TUI_POPUP_HELP_H
#define GPTUI_TUI_POPUP_HELP_H

#include "tui/app/popup.h"
#include "tui/app/search.h"

struct help {
    enum mode about;      /* N_MODES: all bindings */
    struct search search; /* in its lines; the cursor of the list is the line found last */
};

#endif
