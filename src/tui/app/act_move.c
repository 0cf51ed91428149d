/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving in whatever list has the keys, and sideways. */
#include "core/analyze/questions.h"
#include "core/base/utf8.h"
#include "tui/app/act_view.h"
#include "tui/app/app_state.h"
#include "tui/app/side_pane.h"

static struct list *current(struct app *a)
{
    if (a->prompt.def)
        return &app_screen(a)->list;
    if (popup_top(a))
        return popup_top(a)->list(a);
    return pane_has_keys(a) ? pane_list(a) : &app_screen(a)->list;
}

static bool scrolls(const struct app *a)
{
    return !a->prompt.def && popup_top(a) && popup_top(a)->scrolls;
}

/* Whether the keys move in a view in which such rows stand between others. */
static bool in_sections(const struct app *a)
{
    return screen_ops(a->view)->sections && (int)app_mode(a) == view_get(a->view)->mode;
}

/* Rules between the parts of an entry and remarks have nothing to act on. */
static bool is_mute(const struct app *a)
{
    enum row_kind k = app_row(a).kind;
    return k == ROW_SECTION || k == ROW_NOTE;
}

/* Such rows are stepped over; at an end the cursor stays. */
static void move_in_entry(struct app *a, int step)
{
    struct list *l = &app_screen(a)->list;
    size_t from = l->cursor, before;
    do {
        before = l->cursor;
        list_move(l, step);
    } while (is_mute(a) && l->cursor != before);
    if (is_mute(a))
        list_set(l, from);
    if (l->cursor == 1 && l->height > 1)
        list_scroll(l, -1); /* the rule above the first row is seen with it */
}

/* After a longer way: from such a row to the next in that direction, or else back. */
static void land(struct app *a, int step)
{
    if (!in_sections(a) || !is_mute(a))
        return;
    move_in_entry(a, step);
    if (is_mute(a))
        move_in_entry(a, -step);
}

void act_rows(struct app *a, const struct call *c)
{
    if (scrolls(a))
        list_scroll(current(a), c->param);
    else if (in_sections(a))
        move_in_entry(a, c->param);
    else
        list_move(current(a), c->param);
}

void act_half_pages(struct app *a, const struct call *c)
{
    struct list *l = current(a);
    if (scrolls(a))
        list_scroll(l, c->param * (ptrdiff_t)(l->height / 2));
    else
        list_half_pages(l, c->param);
    land(a, c->param);
}

void act_pages(struct app *a, const struct call *c)
{
    struct list *l = current(a);
    if (scrolls(a))
        list_scroll(l, c->param * (ptrdiff_t)l->height);
    else
        list_pages(l, c->param);
    land(a, c->param);
}

void act_first(struct app *a, const struct call *c)
{
    (void)c;
    struct list *l = current(a);
    if (scrolls(a))
        list_scroll(l, -(ptrdiff_t)l->n);
    else
        list_first(l);
    land(a, 1);
}

static void last_row(struct app *a)
{
    struct list *l = current(a);
    if (scrolls(a))
        list_scroll(l, (ptrdiff_t)l->n);
    else
        list_last(l);
    land(a, -1);
}

void go_index(struct app *a, uint64_t index)
{
    node_id n = analysis_numbered(a->session->analysis, index);
    if (n == NO_ID)
        app_bad(a, "there is no entry [%llu]", (unsigned long long)index);
    else
        app_show_node(a, n);
}

/* The views that the digits opened on the way are forgotten. */
static void rewind_digits(struct app *a)
{
    struct history *h = &a->history;
    while (h->n > a->history_before + 1)
        place_release(&h->place[--h->n]);
    if (h->at >= h->n)
        h->at = h->n - 1;
    app_go(a, &a->before_digits);
}

void act_last(struct app *a, const struct call *c)
{
    (void)c;
    if (!a->n_digits) {
        last_row(a);
        return;
    }
    uint64_t index = a->digits;
    a->n_digits = 0;
    a->digits = 0;
    rewind_digits(a);
    go_index(a, index);
}

/* A digit joins those before it. */
static void collect(struct app *a, uint32_t key)
{
    if (key < '0' || key > '9')
        return;
    if (!a->n_digits) {
        place_release(&a->before_digits);
        a->before_digits = app_place(a);
        a->history_before = a->history.at;
    }
    a->n_digits++;
    a->digits = a->digits > 100000000 ? a->digits : a->digits * 10 + key - '0';
}

void act_digit(struct app *a, const struct call *c)
{
    collect(a, c->key);
    app_say(a, "%llu   G: the entry of that index", (unsigned long long)a->digits);
}

void act_view(struct app *a, const struct call *c)
{
    collect(a, c->key);
    if ((int)a->view == c->param)
        return;
    app_leave(a);
    enum view to = (enum view)c->param;
    node_id n = app_row(a).subject.node;
    bool aim = n != NO_ID && screen_ops(to)->enter && screen_ops(to)->enter(a, n);
    app_set_view(a, to);
    if (aim)
        source_aim(a);
    app_arrive(a);
}

void act_view_next(struct app *a, const struct call *c)
{
    int v = (int)a->view;
    do
        v = (v + c->param + N_VIEWS) % N_VIEWS;
    while (!screen_ops((enum view)v));
    struct call as_digit = {.param = v};
    act_view(a, &as_digit);
}

/* ---- sideways ---- */

/* Columns of the part of a visible row that scrolls. */
static int widest(const struct app *a)
{
    const struct screen *s = app_screen_const(a);
    struct line l = {0};
    int most = 0;
    for (size_t y = 0; y < s->list.height && s->list.top + y < s->list.n; y++) {
        line_clear(&l);
        s->grid->ops->format(s->grid, (uint32_t)(s->list.top + y), &l);
        if (!l.text.n)
            continue;
        int cols = (int)utf8_cols(l.text.p + l.pinned, l.text.n - l.pinned);
        int room = a->layout.body.cols - (int)utf8_cols(l.text.p, l.pinned);
        most = cols - room > most ? cols - room : most;
    }
    line_release(&l);
    return most;
}

void act_sideways(struct app *a, const struct call *c)
{
    struct screen *s = app_screen(a);
    int most = s->grid ? widest(a) : 0;
    s->skip += c->param;
    if (s->skip > most)
        s->skip = most;
    if (s->skip < 0)
        s->skip = 0;
}

void act_line_start(struct app *a, const struct call *c)
{
    if (a->n_digits && c->key == '0') {
        act_digit(a, c);
        return;
    }
    app_screen(a)->skip = 0;
}

void act_line_end(struct app *a, const struct call *c)
{
    (void)c;
    struct screen *s = app_screen(a);
    s->skip = s->grid ? widest(a) : 0;
}
