/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys go to the side pane and back. */
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"

/* The keys go round: view, callers, callees. A list without rows is left out. */
void act_side_pane_next(struct ui *ui, const struct call *c)
{
    (void)c;
    /* A closed pane is opened. */
    if (screen_ops(ui->views->at)->beside == BESIDE_NOTHING) {
        ui_warn(ui, "nothing stands beside this view");
        return;
    }
    if (!ui->layout.side_pane.rows) {
        ui->prefs.v[PREF_SIDE_PANE] = SIDE_PANE_ON;
        screens_restyle(ui);
    }
    side_pane_settle(ui);
    if (!ui->layout.side_pane.rows)
        ui_warn(ui, "no room for the pane");
    else if (!ui->side_pane->list[LINK_CALLERS].n && !ui->side_pane->list[LINK_CALLEES].n)
        ui_say(ui, "nothing stands beside this line");
    if (!ui->layout.side_pane.rows)
        return;
    int at = (int)ui->side_pane->focus;
    do
        at = (at + 1) % N_FOCUSES;
    while (at != FOCUS_VIEW && !ui->side_pane->list[at - FOCUS_FIRST].n);
    ui->side_pane->focus = (enum focus)at;
}
