/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys go to the pane beside the view, and back. */
#include "tui/app/app_state.h"
#include "tui/app/side_pane.h"

/* Whether the pane can take the keys; it is shown if it is not. */
static bool ready(struct app *a)
{
    if (screen_ops(a->view)->pane == PANE_NONE) {
        app_bad(a, "nothing stands beside this view");
        return false;
    }
    if (!a->layout.pane.rows) {
        a->prefs.v[PREF_PANE] = PANE_ON;
        app_restyle(a);
    }
    pane_settle(a);
    if (!a->layout.pane.rows)
        app_bad(a, "no room for the pane");
    else if (!a->pane.list[LINK_CALLERS].n && !a->pane.list[LINK_CALLEES].n)
        app_say(a, "nothing stands beside this line");
    return a->layout.pane.rows;
}

/* Round: the view, callers, callees; a list without rows is left out. */
void act_pane_next(struct app *a, const struct call *c)
{
    if (!ready(a))
        return;
    int at = (int)a->pane.focus;
    do
        at = (at + c->param + N_FOCUSES) % N_FOCUSES;
    while (at != FOCUS_VIEW && !a->pane.list[at - FOCUS_FIRST].n);
    a->pane.focus = (enum focus)at;
}

void act_pane_list(struct app *a, const struct call *c)
{
    if (pane_has_keys(a) && a->pane.list[c->param].n)
        a->pane.focus = (enum focus)(FOCUS_FIRST + c->param);
}

void act_pane_leave(struct app *a, const struct call *c)
{
    (void)c;
    pane_leave(a);
}
