/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: what can be pressed, made from the table of keys and actions. */
#ifndef GPTUI_TUI_POPUP_HELP_H
#define GPTUI_TUI_POPUP_HELP_H

#include <stddef.h>

#include "tui/app/popup.h"
#include "tui/app/search.h"

struct help {
    enum mode about;  /* N_MODES: all bindings */
    struct list list; /* its cursor: the line found last */
    char **line;      /* n lines, owned, for a window of `cols` columns */
    size_t n, cap, cols;
    struct search search; /* in these lines; stays when the help is closed */
};

extern const struct popup_ops popup_help;

#endif
