/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/keys/views.h"

#include "tui/keys/keymap.h"

const struct view_def *view_get(enum view v)
{
    static const struct view_def table[N_VIEWS] = {
#define V(X, ID, name, title, key, noun, help)                                                     \
    [VIEW_##ID] = {title, key, noun, MODE_##ID, VIEW_##ID},
        VIEWS(V, )
#undef V
#define V(X, ID, name, OUTER, title, key, noun)                                                    \
    [VIEW_##ID] = {title, key, noun, MODE_##ID, VIEW_##OUTER},
            INNER_VIEWS(V, )
#undef V
    };
    return &table[v];
}
