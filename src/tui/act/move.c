/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving in whatever list has the keys, and sideways; which list that is. */
#include "core/base/utf8.h"
#include "tui/app/popup.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"

static struct list *current(struct ui *ui)
{
    if (prompt_apart(ui))
        return &screen_here(ui)->list;
    if (popup_top(ui))
        return popup_list(ui);
    return side_pane_has_keys(ui) ? side_pane_list(ui) : &screen_here(ui)->list;
}

static bool scrolls(const struct ui *ui)
{
    return !prompt_apart(ui) && popup_top(ui) && popup_top(ui)->scrolls;
}

/* Whether the keys move in a view with rules and remarks between its rows. */
static bool in_sections(const struct ui *ui)
{
    return screen_ops(ui->views->at)->sections && (int)ui_mode(ui) == view_get(ui->views->at)->mode;
}

/* Whether the row at hand is a rule or a remark: keys can do nothing with it. */
static bool is_idle_row(const struct ui *ui)
{
    enum row_kind k = row_at_hand(ui).kind;
    return k == ROW_SECTION || k == ROW_NOTE;
}

/* Rules and remarks are stepped over; at an end the cursor stays. */
static void move_in_entry(struct ui *ui, int step)
{
    struct list *l = &screen_here(ui)->list;
    size_t from = l->cursor, before;
    do {
        before = l->cursor;
        list_move(l, step);
    } while (is_idle_row(ui) && l->cursor != before);
    if (is_idle_row(ui))
        list_set(l, from);
    if (l->cursor == 1 && l->height > 1)
        list_scroll(l, -1); /* the rule above the first row is seen with it */
}

/* After a longer move: from a rule or remark to the next row in that direction, or else back. */
static void land(struct ui *ui, int step)
{
    if (!in_sections(ui) || !is_idle_row(ui))
        return;
    move_in_entry(ui, step);
    if (is_idle_row(ui))
        move_in_entry(ui, -step);
}

void act_rows(struct ui *ui, const struct call *c)
{
    if (scrolls(ui))
        list_scroll(current(ui), c->param);
    else if (!prompt_apart(ui) && popup_top(ui) && popup_top(ui)->turns)
        list_turn(current(ui), c->param);
    else if (in_sections(ui))
        move_in_entry(ui, c->param);
    else if (ui_mode(ui) == MODE_ICICLE)
        screen_ops(ui->views->at)->step(ui, c->param, 0);
    else
        list_move(current(ui), c->param);
}

void act_pages(struct ui *ui, const struct call *c)
{
    struct list *l = current(ui);
    if (scrolls(ui))
        list_scroll(l, c->param * (ptrdiff_t)l->height);
    else
        list_pages(l, c->param);
    land(ui, c->param);
}

void act_end(struct ui *ui, const struct call *c)
{
    struct list *l = current(ui);
    if (scrolls(ui))
        list_scroll(l, c->param * (ptrdiff_t)l->n);
    else
        list_set(l, c->param < 0 ? 0 : LIST_NONE);
    land(ui, -c->param);
}

/* ---- sideways ---- */

/* By how many columns the widest visible row is wider than the view. */
static int widest(const struct ui *ui)
{
    const struct screen *s = screen_here(ui);
    struct line l = {0};
    int most = 0;
    for (size_t y = 0; y < s->list.height && s->list.top + y < s->list.n; y++) {
        line_clear(&l);
        grid_format(s->grid, (uint32_t)(s->list.top + y), &l);
        if (!l.text.n)
            continue;
        int cols = (int)utf8_cols(l.text.p + l.pinned, l.text.n - l.pinned);
        int room = ui->layout.body.cols - (int)utf8_cols(l.text.p, l.pinned);
        most = cols - room > most ? cols - room : most;
    }
    line_release(&l);
    return most;
}

/* By the columns that the action says; 0: to the start. */
void act_sideways(struct ui *ui, const struct call *c)
{
    struct screen *s = screen_here(ui);
    if (ui_mode(ui) == MODE_ICICLE) {
        screen_ops(ui->views->at)->step(ui, 0, c->param);
        return;
    }
    int most = s->grid ? widest(ui) : 0, skip = c->param ? s->skip + c->param : 0;
    s->skip = skip < most ? skip : most;
    s->skip = s->skip > 0 ? s->skip : 0;
}

/* ---- beside the view ---- */

/* The keys go round: view, callers, callees. A list without rows is left out. */
void act_side_pane_next(struct ui *ui, const struct call *c)
{
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
