/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/mouse.h"

#include "core/base/utf8.h"
#include "tui/app/act_view.h"
#include "tui/app/app_state.h"
#include "tui/app/draw.h"
#include "tui/app/side_pane.h"
#include "tui/keys/keyline.h"
#include "tui/popup/popups.h"

enum { WHEEL_ROWS = 3 };

static struct list *popup_list(struct app *a)
{
    return popup_top(a) ? popup_top(a)->list(a) : NULL;
}

/* What is under the pointer scrolls, its cursor stays. */
static void wheel(struct app *a, const struct event *e, int direction)
{
    struct list *l = popup_list(a);
    if (!l)
        l = pane_list_at(a, e->row, e->col);
    list_scroll(l ? l : &app_screen(a)->list, direction * WHEEL_ROWS);
}

static void click_keys(struct app *a, int col)
{
    struct text t = {0};
    struct key_item items[KEY_ITEMS_MAX];
    size_t n =
        keyline_make(&a->keys, app_mode(a), a->cols, a->prefs.v[PREF_BAR] == BAR_FKEYS, &t, items);
    text_release(&t);
    for (size_t i = 0; i < n; i++)
        if (col >= items[i].col && col < items[i].col + items[i].cols) {
            app_run(a, (enum action)items[i].action, 0);
            return;
        }
}

static void click_tabs(struct app *a, int col)
{
    struct text t = {0};
    struct tab tabs[N_VIEWS];
    size_t n = tabs_make(a, &t, tabs);
    text_release(&t);
    for (size_t i = 0; i < n; i++)
        if (col >= tabs[i].col && col < tabs[i].col + tabs[i].cols) {
            act_view(a, &(struct call){.param = (int)tabs[i].view});
            return;
        }
}

/* The column of the heading under the pointer, or COLUMN_NONE. */
static unsigned heading_column(const struct app *a, int col)
{
    const struct screen *v = app_screen_const(a);
    struct line l = {0};
    unsigned found = COLUMN_NONE;
    v->grid->ops->heading(v->grid, &l);
    int pinned = (int)utf8_cols(l.text.p, l.pinned);
    for (size_t i = 0; i < l.n_spans; i++) {
        const struct span *sp = &l.spans[i];
        int lo = (int)utf8_cols(l.text.p, sp->lo), hi = (int)utf8_cols(l.text.p, sp->hi);
        int shift = lo >= pinned ? v->skip : 0;
        /* a click between two headings means the one to the right, as numbers are flush right */
        if (sp->column != COLUMN_NONE && col < hi - shift) {
            found = sp->column;
            break;
        }
        if (sp->column != COLUMN_NONE)
            found = sp->column;
    }
    line_release(&l);
    return found;
}

static void click_heading(struct app *a, int col)
{
    if (!app_screen(a)->grid || !screen_ops(a->view)->sorts)
        return;
    unsigned c = heading_column(a, col - a->layout.body.col);
    if (c != COLUMN_NONE)
        sort_by(a, c, -1);
}

/* A click in the list of a pop-up selects, a double click acts; one outside closes. */
static void click_popup(struct app *a, const struct event *e)
{
    const struct popup_ops *top = popup_top(a);
    struct window w = popup_window(a);
    struct list *l = popup_list(a);
    if (!area_holds(&w.area, e->row, e->col)) {
        app_run(a, top->typed ? ACTION_PROMPT_CANCEL : ACTION_CLOSE, 0);
        return;
    }
    size_t row = list_row_at(l, e->row - window_top(&w));
    if (row == LIST_NONE || e->row < window_top(&w) || top->scrolls)
        return;
    list_set(l, row);
    enum action act = e->double_click ? top->double_click : top->click;
    if (act != ACTION_NONE)
        app_run(a, act, 0);
}

static void click_body(struct app *a, const struct event *e)
{
    struct list *l = &app_screen(a)->list;
    size_t row = list_row_at(l, e->row - a->layout.body.row);
    if (row == LIST_NONE)
        return;
    pane_leave(a);
    list_set(l, row);
    if (e->double_click)
        app_run(a, ACTION_OPEN, 0);
}

static void click(struct app *a, const struct event *e)
{
    const struct layout *l = &a->layout;
    if (e->row == l->keys && !l->plain)
        click_keys(a, e->col);
    else if (popup_list(a))
        click_popup(a, e);
    else if (a->prompt.def)
        return; /* the line being typed is not lost to a click */
    else if (e->row == l->tabs)
        click_tabs(a, e->col);
    else if (e->row == l->heading)
        click_heading(a, e->col);
    else if (area_holds(&l->pane, e->row, e->col))
        pane_click(a, e);
    else if (area_holds(&l->body, e->row, e->col))
        click_body(a, e);
}

/* Selects a row of the view or the pane, and tells what can be done with it. */
static void click_right(struct app *a, const struct event *e)
{
    struct event plain = *e;
    const struct layout *l = &a->layout;
    plain.double_click = false;
    if (popup_list(a) || a->prompt.def)
        return;
    if (area_holds(&l->pane, e->row, e->col))
        pane_click(a, &plain);
    else if (area_holds(&l->body, e->row, e->col))
        click_body(a, &plain);
    else
        return;
    app_run(a, ACTION_ROW_MENU, 0);
}

void mouse_event(struct app *a, const struct event *e)
{
    if (!a->prefs.v[PREF_MOUSE] || e->row < 0 || e->col < 0)
        return;
    a->dirty = true;
    text_clear(&a->message);
    if (e->button == MOUSE_WHEEL_UP || e->button == MOUSE_WHEEL_DOWN)
        wheel(a, e, e->button == MOUSE_WHEEL_UP ? -1 : 1);
    else if (e->button == MOUSE_LEFT)
        click(a, e);
    else if (e->button == MOUSE_RIGHT)
        click_right(a, e);
}
