/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle_list: all cycles, and of one of them who enters it, what to cut, and what that changes. */
#ifndef GPTUI_TUI_POPUP_CYCLE_LIST_H
#define GPTUI_TUI_POPUP_CYCLE_LIST_H

#include <stdint.h>

#include "core/view/grid/cycle_lines.h"

struct cycle_list {
    uint32_t cycle; /* the one that is shown; 0: all are listed */
    struct cuts *cuts;
    struct analysis *without[CUTS_MOST]; /* with each cut made; NULL: not known */
    struct cycle_lines lines;            /* those shown */
    size_t row;                          /* of the list of all, while one is shown */
};

#endif
