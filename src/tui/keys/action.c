/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/action.h"

#include <stdio.h>
#include <string.h>

#include "tui/keys/action_table.h"

struct action_def action_get(enum action a)
{
    bool of_option = a >= ACTION_OPTION_1 && a <= ACTION_OPTION_LAST;
    struct action_def d = action_table[of_option ? ACTION_OPTION_1 : a];
    if (of_option) {
        d.param = option_key_at((unsigned)(a - ACTION_OPTION_1) + 1);
        d.help = option_use(d.param)->on_key;
        snprintf(d.name, sizeof d.name, "option-%c", option_get(d.param)->letter);
    }
    return d;
}

enum action action_of_option(unsigned place)
{
    return (enum action)(ACTION_OPTION_1 + (int)place - 1);
}

enum action action_by_name(const char *name, size_t n)
{
    for (int a = ACTION_NONE + 1; a < N_ACTIONS; a++) {
        struct action_def d = action_get((enum action)a);
        if (strlen(d.name) == n && !memcmp(d.name, name, n))
            return (enum action)a;
    }
    return ACTION_NONE;
}

const char *action_group_name(enum action_group g)
{
    static const char *const names[N_ABOUTS] = {
        "Move", "Go", "Find", "View", "Filter", "Output", "Other", "Lists", "Prompts",
    };
    return names[g];
}
