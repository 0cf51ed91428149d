/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/action.h"

#include <string.h>

static const struct action_def TABLE[N_ACTIONS] = {
#define X(id, name, group, run, param, help)                                                       \
    [ACTION_##id] = {name, help, run, param, ABOUT_##group},
    ACTIONS(X)
#undef X
};

const struct action_def *action_get(enum action a)
{
    return &TABLE[a];
}

enum action action_by_name(const char *name, size_t n)
{
    for (int a = ACTION_NONE + 1; a < N_ACTIONS; a++)
        if (strlen(TABLE[a].name) == n && !memcmp(TABLE[a].name, name, n))
            return (enum action)a;
    return ACTION_NONE;
}

const char *action_group_name(enum action_group g)
{
    static const char *const names[N_ABOUTS] = {
        "Move", "Go", "Find", "View", "Filter", "Output", "Other", "Lists", "Prompts",
    };
    return names[g];
}
