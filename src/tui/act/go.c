/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going places: entries, heaviest relatives, history. */
#include "core/analyze/questions/questions.h"
#include "tui/act/source.h"
#include "tui/app/changes.h"
#include "tui/app/popup.h"
#include "tui/app/screens.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"
#include "tui/history/history.h"

void act_open(struct ui *ui, const struct call *c)
{
    const struct popup_ops *top = popup_top(ui);
    const struct screen_ops *o = screen_ops(ui->views->at);
    const struct analysis *an = ui->session->analysis;
    node_id n = row_at_hand(ui).subject.node;
    bool here = n != NO_ID && n == anchor_node(ui->session, screen_here(ui)->item);
    uint32_t cycle = here ? node_cycle_number(an, n) : 0;
    if (top && top->accept)
        top->accept(ui);
    else if (side_pane_has_keys(ui) && ui->side_pane->file)
        source_open_line(ui);
    else if (o->open)
        o->open(ui);
    else if (n == NO_ID)
        ui_say(ui, "nothing to open on this line");
    else if (cycle && !node_is_cycle(an, n))
        open_entry(ui, cycle_node(an, cycle));
    else if (here)
        ui_say(ui, "this is the entry shown");
    else
        open_entry(ui, n);
}

void act_caller(struct ui *ui, const struct call *c)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    struct anchor item = screen_here(ui)->item;
    node_id n = item.there ? anchor_node(ui->session, item) : row_at_hand(ui).subject.node;
    node_id up = o->up || n == NO_ID ? NO_ID : analysis_heaviest_caller(ui->session->analysis, n);
    if (o->up)
        o->up(ui);
    else if (n == NO_ID)
        ui_warn(ui, "no function here");
    else if (up == NO_ID)
        ui_say(ui, "nothing known calls it");
    else
        open_entry(ui, up);
}

/* Callers stand with the heaviest last, callees with the heaviest first. */
void act_heaviest(struct ui *ui, const struct call *c)
{
    struct screen *s = screen_here(ui);
    size_t found = LIST_NONE;
    if (screen_ops(ui->views->at)->heaviest) {
        screen_ops(ui->views->at)->heaviest(ui, c->param);
        return;
    }
    for (uint32_t i = 0; s->grid && i < s->grid->n_rows; i++) {
        const struct grid_row r = grid_row_at(s->grid, i);
        if (r.kind != (c->param ? ROW_CALLEE : ROW_CALLER))
            continue;
        found = i;
        if (c->param)
            break;
    }
    if (found == LIST_NONE)
        ui_say(ui, c->param ? "it calls nothing known" : "nothing known calls it");
    else
        list_set(&s->list, found);
}

void act_hottest(struct ui *ui, const struct call *c)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    sym_id best = o->hottest ? NO_ID : analysis_hottest(ui->session->analysis);
    if (o->hottest) {
        o->hottest(ui);
    } else if (best == NO_ID) {
        ui_warn(ui, "no function has any time");
    } else if (!o->functions) {
        open_entry(ui, best);
    } else {
        uint32_t row = grid_find(screen_here(ui)->grid, (struct subject){best, NO_ID});
        if (row == NO_ID)
            ui_warn(ui, "the row filter hides it");
        else
            list_set(&screen_here(ui)->list, row);
    }
}

void act_fold(struct ui *ui, const struct call *c)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    const struct analysis *an = ui->session->analysis;
    node_id here = anchor_node(ui->session, screen_here(ui)->item);
    node_id row = row_at_hand(ui).subject.node;
    node_id n = row != NO_ID && node_cycle_number(an, row) ? row : here;
    uint32_t cycle = n == NO_ID ? 0 : node_cycle_number(an, n);
    if (o->fold)
        o->fold(ui);
    else if (here != NO_ID && node_is_cycle(an, here))
        folds_change(ui);
    else if (cycle)
        open_entry(ui, cycle_node(an, cycle));
    else
        ui_say(ui, "no cycle here");
}

/* ---- history ---- */

void act_history(struct ui *ui, const struct call *c)
{
    struct history *h = ui->history;
    history_update(h, place_here(ui));
    const struct place *p = history_step(h, c->param);
    if (!p) {
        ui_say(ui, c->param < 0 ? "nowhere to go back to" : "nowhere to go forward to");
        return;
    }
    struct place copy = place_copy(p);
    if (!place_go(ui, &copy))
        history_step(h, -c->param);
    place_release(&copy);
}

/* A pop-up; the keys that the pane has; what a search marked; where nothing is marked
 * any more, the step that led here. Whatever else can be ended has keys of its own, and so another
 * Esc. */
void act_cancel(struct ui *ui, const struct call *c)
{
    const struct popup_ops *top = popup_top(ui);
    if (top && top->close)
        top->close(ui);
    else if (top)
        popup_leave(ui, top);
    else if (side_pane_has_keys(ui))
        side_pane_leave(ui);
    else if (ui->search->regex)
        search_set(ui, ui->search, "", 0);
    else if (ui->history->at)
        ui_run(ui, ACTION_BACK, 0);
    else
        ui_say(ui, "nowhere to go back to; q quits");
}

void act_leave(struct ui *ui, const struct call *c)
{
    if (ui->views->at == VIEW_GRAPH && ui->history->at)
        ui_run(ui, ACTION_BACK, 0);
    else
        ui->status = 0;
}
