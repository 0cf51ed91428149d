/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/mouse.h"

#include "core/base/utf8.h"
#include "tui/act/view.h"
#include "tui/app/popup.h"
#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/window.h"
#include "tui/key_bar.h"

enum { WHEEL_ROWS = 3 };

/* The column of the heading under the pointer, or COLUMN_NONE. */
static unsigned heading_column(const struct ui *ui, int col)
{
    const struct screen *v = screen_here(ui);
    struct line l = {0};
    unsigned found = COLUMN_NONE;
    grid_heading(v->grid, &l);
    int pinned = (int)utf8_cols(l.text.p, l.pinned);
    for (size_t i = 0; i < l.n_spans; i++) {
        const struct span *sp = &l.spans[i];
        int lo = (int)utf8_cols(l.text.p, sp->lo), hi = (int)utf8_cols(l.text.p, sp->hi);
        int shift = lo >= pinned ? v->skip : 0;
        /* a click between two headings means the one to the right, as numbers are flush right */
        if (sp->column != COLUMN_NONE)
            found = sp->column;
        if (sp->column != COLUMN_NONE && col < hi - shift)
            break;
    }
    line_release(&l);
    return found;
}

/* A click in the list of a pop-up selects, a double click acts; one outside closes. */
static void click_popup(struct ui *ui, const struct event *e)
{
    const struct popup_ops *top = popup_top(ui);
    struct window w = popup_window(ui);
    struct list *l = popup_list(ui);
    if (!area_holds(&w.area, e->row, e->col)) {
        ui_run(ui, top->typed ? ACTION_PROMPT_CANCEL : ACTION_CANCEL, 0);
        return;
    }
    size_t row = list_row_at(l, e->row - window_top(&w));
    if (row == LIST_NONE || e->row < window_top(&w) || top->scrolls)
        return;
    list_set(l, row);
    enum action act = e->double_click ? top->double_click : top->click;
    if (act != ACTION_NONE)
        ui_run(ui, act, 0);
}

static void click_body(struct ui *ui, const struct event *e)
{
    struct list *l = &screen_here(ui)->list;
    const bool bars = screen_here(ui)->bars;
    const int line = e->row - ui->layout.body.row, col = e->col - ui->layout.body.col;
    size_t row = bars ? screen_ops(ui->views->at)->bar_at(ui, line, col) : list_row_at(l, line);
    if (row == LIST_NONE)
        return;
    side_pane_leave(ui);
    list_set(l, row);
    if (bars && e->button == MOUSE_LEFT && !e->double_click)
        ui_run(ui, ACTION_TREE_ROOT, 0);
    else if (e->double_click && !bars)
        ui_run(ui, ACTION_OPEN, 0);
}

static void click(struct ui *ui, const struct event *e)
{
    const struct layout *l = &ui->layout;
    if (e->row == l->keys && !l->plain) {
        struct text t = {0};
        struct key_item items[KEY_ITEMS_MAX];
        size_t n = key_bar_make(ui, &t, items);
        text_release(&t);
        for (size_t i = 0; i < n; i++)
            if (e->col >= items[i].col && e->col < items[i].col + items[i].cols) {
                ui_run(ui, (enum action)items[i].action, 0);
                return;
            }
    } else if (popup_list(ui)) {
        click_popup(ui, e);
    } else if (ui->prompt->def) {
        return; /* the line being typed is not lost to a click */
    } else if (e->row == l->heading) {
        bool sorts = screen_here(ui)->grid && screen_ops(ui->views->at)->sorts;
        unsigned c = sorts ? heading_column(ui, e->col - l->body.col) : COLUMN_NONE;
        if (c != COLUMN_NONE)
            sort_by(ui, c, -1);
    } else if (area_holds(&l->side_pane, e->row, e->col)) {
        side_pane_click(ui, e);
    } else if (area_holds(&l->body, e->row, e->col)) {
        click_body(ui, e);
    }
}

/* A right click selects a row of the view or the side pane and opens its menu. */
static void click_right(struct ui *ui, const struct event *e)
{
    struct event plain = *e;
    const struct layout *l = &ui->layout;
    plain.double_click = false;
    if (popup_list(ui) || ui->prompt->def)
        return;
    if (area_holds(&l->side_pane, e->row, e->col))
        side_pane_click(ui, &plain);
    else if (area_holds(&l->body, e->row, e->col))
        click_body(ui, &plain);
    else
        return;
    ui_run(ui, ACTION_ROW_MENU, 0);
}

void mouse_event(struct ui *ui, const struct event *e)
{
    if (!ui->prefs.v[PREF_MOUSE] || e->row < 0 || e->col < 0)
        return;
    ui->dirty = true;
    ui_say_nothing(ui);
    if (e->button >= MOUSE_WHEEL_UP) {
        /* The list under the pointer scrolls; its cursor stays. */
        struct list *l = popup_list(ui);
        const int down = e->button == MOUSE_WHEEL_UP ? -1 : 1;
        if (!l)
            l = side_pane_list_at(ui, e->row, e->col);
        if (!l && screen_here(ui)->bars) /* which are seen from that under the cursor */
            screen_ops(ui->views->at)->step(ui, down, 0);
        else
            list_scroll(l ? l : &screen_here(ui)->list, down * WHEEL_ROWS);
    } else if (e->button == MOUSE_LEFT)
        click(ui, e);
    else if (e->button == MOUSE_RIGHT)
        click_right(ui, e);
}
