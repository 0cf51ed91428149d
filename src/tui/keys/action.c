/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/action.h"

#include "core/base/text.h"

enum action action_by_name(const char *name, size_t n)
{
    for (int a = ACTION_NONE + 1; a < N_ACTIONS; a++)
        if (text_is(name, n, action_get((enum action)a).name))
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
