/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/action_table.h"

const struct action_def action_table[N_ACTIONS] = {
#define X(id, name, group, run, param, help)                                                       \
    [ACTION_##id] = {name, help, run, param, ABOUT_##group},
    ACTIONS(X)
#undef X
};
