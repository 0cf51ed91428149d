/* SPDX-License-Identifier: GPL-3.0-or-later */
/* act_move: moving in whatever list has the keys, and sideways. */
#ifndef GPTUI_TUI_APP_ACT_MOVE_H
#define GPTUI_TUI_APP_ACT_MOVE_H

#include <stdint.h>

#include "tui/app/ui.h"

/* Open the entry with this index number. */
void go_index(struct ui *ui, uint64_t index);

#endif
