/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen from the state; nothing here changes the app. */
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/title.h"
#include "tui/app/app_state.h"
#include "tui/app/draw.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/keys/keyline.h"
#include "tui/popup/option_panel.h"
#include "tui/popup/popups.h"
#include "tui/terminal/surface.h"

static void draw_title(const struct app *a, struct surface *s)
{
    struct line l = {0};
    title_line(&a->session->view, a->findings, (unsigned)a->cols, &l);
    surface_line(s, a->layout.title, 0, a->cols, &l, 0, 0);
    line_release(&l);
}

size_t tabs_make(const struct app *a, struct text *out, struct tab *tabs)
{
    bool wide = a->cols >= 100;
    size_t n = 0;
    text_char(out, ' ');
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++) {
        const struct view_def *d = view_get((enum view)v);
        bool on = v == (int)a->view;
        size_t lo = out->n;
        text_printf(out, wide ? "%c%s %s%c" : "%c%s%s%c", on ? '[' : ' ', d->key, d->title,
                    on ? ']' : ' ');
        tabs[n++] = (struct tab){.view = (enum view)v, .col = (int)lo, .cols = (int)(out->n - lo)};
        text_str(out, wide ? "  " : "");
    }
    return n;
}

static void draw_tabs(const struct app *a, struct surface *s)
{
    struct text t = {0};
    struct tab tabs[N_VIEWS];
    size_t n = tabs_make(a, &t, tabs);
    surface_text(s, a->layout.tabs, 0, a->cols, t.p, t.n, ROLE_PLAIN, 0);
    for (size_t i = 0; i < n; i++)
        if (tabs[i].view == a->view)
            surface_text(s, a->layout.tabs, tabs[i].col, a->cols - tabs[i].col, t.p + tabs[i].col,
                         (size_t)tabs[i].cols, ROLE_STRONG, 0);
    text_release(&t);
}

/* Keep the end of a trail that is too long. */
static void cut_front(struct text *t, size_t cols)
{
    size_t lo = 0;
    while (lo < t->n && utf8_cols(t->p + lo, t->n - lo) > cols) {
        lo++;
        while (lo < t->n && ((unsigned char)t->p[lo] & 0xc0) == 0x80)
            lo++;
    }
    if (lo < 3 || !cols)
        return;
    memmove(t->p, t->p + lo, t->n - lo);
    t->n -= lo;
    if (t->n >= 2)
        memcpy(t->p, "..", 2);
}

/* Text in so many columns; one that is cut ends in dots. The column after it. */
static int draw_cut(struct surface *s, int row, int cols, const struct text *t)
{
    int end = surface_text(s, row, 0, cols, t->p, t->n, ROLE_PLAIN, 0);
    if (cols > 2 && (int)utf8_cols(t->p, t->n) > cols)
        end = surface_text(s, row, cols - 2, 2, "..", 2, ROLE_PLAIN, 0);
    return end;
}

/* "opts: -b -E x    & filter or trail         status": the options take at least half of what the
 * status leaves, and more if the middle does not need it. */
static void draw_options(const struct app *a, struct surface *s)
{
    const struct screen_ops *o = screen_ops(a->view);
    struct text left = {0}, middle = {0}, right = {0};
    int row = a->layout.options;
    size_t on, all;
    panel_counts(a, &on, &all);
    text_str(&left, " opts: ");
    study_read_options(a->session, &a->session->options, app_level(a), &left);
    if (!on)
        text_str(&left, "none");
    if (o->trail)
        o->trail(a, &middle);
    if (on < all || (a->popup && a->popup->options))
        text_printf(&right, a->cols < 100 ? "%zu/%zu on  " : "%zu of %zu options on  ", on, all);
    if (o->status)
        o->status(a, (unsigned)a->cols, &right);
    int right_cols = (int)utf8_cols(right.p ? right.p : "", right.n);
    int most = a->cols - right_cols - 5 - (int)utf8_cols(middle.p ? middle.p : "", middle.n);
    int half = (a->cols - right_cols) / 2;
    most = most > half ? most : half;
    int end = draw_cut(s, row, most > 8 ? most : 8, &left);
    int room = a->cols - right_cols - 2 - (end + 3);
    if (middle.n && room > 0) {
        cut_front(&middle, (size_t)room);
        surface_text(s, row, end + 3, room, middle.p, middle.n, ROLE_PLAIN, 0);
    }
    if (right.n && a->cols - right_cols - 1 > end)
        surface_text(s, row, a->cols - right_cols - 1, right_cols, right.p, right.n, ROLE_PLAIN, 0);
    text_release(&left);
    text_release(&middle);
    text_release(&right);
}

/* The heading of the column that the rows are sorted by. */
static void draw_sorted(const struct app *a, struct surface *s, const struct line *l,
                        const struct span *at)
{
    int skip = at->lo >= l->pinned ? app_screen_const(a)->skip : 0;
    int lo = (int)utf8_cols(l->text.p, at->lo) - skip;
    int hi = (int)utf8_cols(l->text.p, at->hi) - skip;
    int end = a->layout.body.cols;
    if (lo >= 0 && hi <= end)
        surface_paint(s, a->layout.heading, a->layout.body.col + lo, hi - lo,
                      LOOK_BOLD | LOOK_REVERSE);
}

static void draw_heading(const struct app *a, struct surface *s)
{
    const struct screen *v = app_screen_const(a);
    struct line l = {0};
    if (v->grid)
        v->grid->ops->heading(v->grid, &l);
    surface_line(s, a->layout.heading, a->layout.body.col, a->layout.body.cols, &l, v->skip, 0);
    for (size_t i = 0; v->grid && i < l.n_spans; i++)
        if (l.spans[i].column != COLUMN_NONE && l.spans[i].column == v->grid->sort_column)
            draw_sorted(a, s, &l, &l.spans[i]);
    line_release(&l);
}

void draw_matches(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  const struct regex *r)
{
    size_t from = l->pinned, lo, hi;
    int pinned = (int)utf8_cols(l->text.p, l->pinned), col_from = pinned - skip;
    while (from < l->text.n && col_from < width &&
           regex_find(r, l->text.p, l->text.n, from, &lo, &hi)) {
        if (hi <= lo)
            break;
        int x = col_from + (int)utf8_cols(l->text.p + from, lo - from);
        int n = (int)utf8_cols(l->text.p + lo, hi - lo);
        col_from = x + n;
        if (x < pinned) {
            n -= pinned - x;
            x = pinned;
        }
        if (x + n > width)
            n = width - x;
        if (n > 0)
            surface_paint(s, row, col + x, n, LOOK_UNDERLINE | LOOK_BOLD);
        from = hi;
    }
}

/* The selected row is marked while the view has the keys, else only set off. */
static void draw_row(const struct app *a, struct surface *s, int y, size_t row, struct line *l)
{
    const struct screen *v = app_screen_const(a);
    const struct area *b = &a->layout.body;
    bool at = row == v->list.cursor, keys = !popup_top(a) && !pane_has_keys(a);
    line_clear(l);
    v->grid->ops->format(v->grid, (uint32_t)row, l);
    surface_line(s, b->row + y, b->col, b->cols, l, v->skip,
                 !at    ? 0
                 : keys ? LOOK_REVERSE
                        : LOOK_BOLD);
    if (at && keys && b->cols)
        surface_text(s, b->row + y, b->col, 1, ">", 1, ROLE_STRONG, LOOK_REVERSE);
    if (search_shown(a))
        draw_matches(s, b->row + y, b->col, b->cols, l, v->skip, search_shown(a));
}

static void draw_body(const struct app *a, struct surface *s)
{
    const struct screen *v = app_screen_const(a);
    const struct area *b = &a->layout.body;
    struct line l = {0};
    static const char empty[] =
        " nothing to show: no data (8 tells), or options or the row filter (&) hide it";
    if (!v->grid || !v->grid->n_rows)
        surface_text(s, b->row, b->col, b->rows ? b->cols : 0, empty, strlen(empty), ROLE_DIM, 0);
    for (int y = 0; v->grid && y < b->rows; y++) {
        size_t row = list_row_at(&v->list, y);
        if (row == LIST_NONE)
            break;
        draw_row(a, s, y, row, &l);
    }
    if (list_visible(&v->list, v->list.cursor) && v->list.n)
        surface_cursor(s, b->row + (int)(v->list.cursor - v->list.top), b->col, true);
    else
        surface_cursor(s, 0, 0, false);
    line_release(&l);
}

/* ---- the last lines ---- */

static void draw_message(const struct app *a, struct surface *s, int row)
{
    surface_text(s, row, 0, 1, " ", 1, ROLE_PLAIN, 0);
    surface_text(s, row, 1, a->cols - 1, a->message.p, a->message.n,
                 a->message_bad ? ROLE_WARNING : ROLE_STRONG, 0);
}

/* The detail line follows the view sideways as far as there is more of it to see. */
static int detail_skip(const struct app *a, const struct line *l, int room)
{
    int over = (int)utf8_cols(l->text.p ? l->text.p : "", l->text.n) - room;
    int skip = app_screen_const(a)->skip;
    return over < 0 ? 0 : skip < over ? skip : over;
}

static void draw_detail(const struct app *a, struct surface *s)
{
    const struct screen *v = app_screen_const(a);
    int row = a->layout.detail;
    struct line l = {0};
    if (prompt_apart(a)) {
        draw_prompt(a, s, row, 0, a->cols);
        return;
    }
    if (a->message.n) {
        draw_message(a, s, row);
        return;
    }
    const struct list *at = &v->list;
    if (a->popup && a->popup->detail) {
        at = a->popup->detail(a, &l);
    } else if (pane_has_keys(a)) {
        at = pane_list_const(a);
        pane_detail(a, &l);
    } else if (v->grid && v->list.cursor < v->grid->n_rows) {
        v->grid->ops->detail(v->grid, (uint32_t)v->list.cursor, &l);
    }
    struct text t = {0};
    text_printf(&t, " %zu/%zu ", at->n ? at->cursor + 1 : 0, at->n);
    surface_line(s, row, 0, a->cols - (int)t.n, &l, detail_skip(a, &l, a->cols - (int)t.n), 0);
    surface_text(s, row, a->cols - (int)t.n, (int)t.n, t.p, t.n, ROLE_DIM, 0);
    text_release(&t);
    line_release(&l);
}

static void draw_keys(const struct app *a, struct surface *s)
{
    struct text t = {0};
    struct key_item items[KEY_ITEMS_MAX];
    if (prompt_apart(a) && a->message.n) {
        draw_message(a, s, a->layout.keys);
        return;
    }
    keyline_make(&a->keys, app_mode(a), a->cols, a->prefs.v[PREF_BAR] == BAR_FKEYS, &t, items);
    if (a->n_pending) {
        text_clear(&t);
        keyline_pending(&a->keys, app_mode(a), a->pending, a->n_pending, &t);
    }
    surface_text(s, a->layout.keys, 0, a->cols, t.p, t.n, ROLE_DIM, 0);
    text_release(&t);
}

/* Too small for the whole screen: one line says what there is to say. */
static void draw_plain_status(const struct app *a, struct surface *s)
{
    const struct screen *v = app_screen_const(a);
    struct text t = {0};
    int row = a->layout.keys;
    if (row < 0)
        return;
    if (prompt_apart(a)) {
        draw_prompt(a, s, row, 0, a->cols);
        return;
    }
    if (a->message.n)
        text_add(&t, a->message.p, a->message.n);
    else if (a->n_pending)
        keyline_pending(&a->keys, app_mode(a), a->pending, a->n_pending, &t);
    else
        text_printf(&t, "%zu/%zu  %dx%d, full from %dx%d", v->list.n ? v->list.cursor + 1 : 0,
                    v->list.n, a->cols, a->rows, LAYOUT_COLS, LAYOUT_ROWS);
    surface_text(s, row, 0, a->cols, t.p, t.n, ROLE_DIM, 0);
    text_release(&t);
}

void app_draw(const struct app *a, struct surface *s)
{
    surface_clear(s);
    if (!a->layout.plain) {
        draw_title(a, s);
        draw_tabs(a, s);
        draw_options(a, s);
        draw_heading(a, s);
    }
    draw_body(a, s);
    if (a->layout.pane.rows)
        pane_draw(a, s);
    popups_draw(a, s);
    if (a->layout.plain) {
        draw_plain_status(a, s);
        return;
    }
    draw_detail(a, s);
    if (a->layout.keys >= 0)
        draw_keys(a, s);
}
