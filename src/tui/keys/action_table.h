/* SPDX-License-Identifier: GPL-3.0-or-later */
/* action_table: the actions with their handlers. It stands apart from those who look things up in
 * it, so that they call handlers by way of the table only. */
#ifndef GPTUI_TUI_KEYS_ACTION_TABLE_H
#define GPTUI_TUI_KEYS_ACTION_TABLE_H

#include "tui/keys/action.h"

extern const struct action_def action_table[N_ACTIONS];

#endif
