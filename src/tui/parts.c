/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of actions, views and pop-ups: all that there are, for the folders below, which do not
 * know them. */
#include "tui/app/popup.h"
#include "tui/app/ui.h"
#include "tui/app/screen.h"
#include "tui/widget/edit.h"

struct action_def action_get(enum action a)
{
    static const struct action_def table[N_ACTIONS] = {
#define X(id, name, group, run, param, help)                                                       \
    [ACTION_##id] = {name, help, run, param, ABOUT_##group},
        ACTIONS(X)
#undef X
    };
    return table[a];
}

const struct screen_ops *screen_ops(enum view v)
{
    static const struct screen_ops *const table[N_VIEWS] = {
#define V(X, ID, name, ...) [VIEW_##ID] = &screen_##name,
        VIEWS(V, ) INNER_VIEWS(V, )
#undef V
    };
    return v > VIEW_NONE && v < N_VIEWS ? table[v] : NULL;
}

enum view view_of_style(uint32_t style)
{
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++)
        if (screen_ops((enum view)v)->style & style)
            return (enum view)v;
    return VIEW_NONE;
}

const struct popup_ops *popup_ops(enum popup p)
{
    static const struct popup_ops *const table[N_POPUPS] = {
#define P(ID, name) [POPUP_##ID] = &popup_##name,
        POPUPS(P)
#undef P
    };
    return table[p];
}
