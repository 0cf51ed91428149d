/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen_draw.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/notice.h"
#include "core/view/option_effect.h"
#include "core/view/title.h"
#include "tui/app/popup.h"
#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/screens.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/app/watch.h"
#include "tui/app/wording.h"
#include "tui/key_bar.h"
#include "tui/keys/keyline.h"
#include "tui/terminal/surface_draw.h"

enum { SETTINGS_COLS_NARROW = 12, SETTINGS_COLS = 24, SETTINGS_COLS_WIDE = 48 };

size_t tabs_make(const struct ui *ui, struct text *out, struct tab *tabs)
{
    bool wide = ui->layout.cols >= 100;
    size_t n = 0;
    text_char(out, ' ');
    for (int v = VIEW_NONE + 1; v < N_TABS; v++) {
        const struct view_def *d = view_get((enum view)v);
        bool (*has_tab)(const struct ui *ui) = screen_ops((enum view)v)->has_tab;
        bool on = v == (int)view_get(ui->views->at)->tab;
        if (!on && has_tab && !has_tab(ui))
            continue;
        size_t lo = out->n;
        text_printf(out, wide ? "%c%s %s%c" : "%c%s%s%c", on ? '[' : ' ', d->key, d->title,
                    on ? ']' : ' ');
        tabs[n++] = (struct tab){.view = (enum view)v, .col = (int)lo, .cols = (int)(out->n - lo)};
        text_str(out, wide ? "  " : "");
    }
    return n;
}

/* A trail that is too long loses its first steps, not what it begins with: "trail: ". */
static void cut_front(struct text *t, size_t cols)
{
    struct text cut = {0};
    size_t n = 0;
    while (n < t->n && t->p[n] >= 'a' && t->p[n] <= 'z')
        n++;
    size_t label = n && n + 1 < t->n && t->p[n] == ':' && t->p[n + 1] == ' ' ? n + 2 : 0;
    text_add(&cut, t->p, label);
    text_end(&cut, t->p + label, t->n - label, cols > label ? cols - label : 0);
    text_release(t);
    *t = cut;
}

/* "opts: -E x", and apart, since it is never cut, what of the time they leave: " = 1.04 of 1.35 s".
 * Where filters of time can mean samples with x on their path, or what calls of x are taken for, it
 * is said which: "opts on paths: -E x". Without filters the settings stand there (false). */
static bool add_filters(const struct ui *ui, struct text *out, struct text *remains)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    struct text on = {0};
    options_shown(ui->session, &ui->session->options, OPTIONS_FILTERS, ui_name_level(ui), &on);
    const bool has = on.n;
    if (has) {
        text_str(out, " opts");
        if (ui->session->profile->paths)
            text_str(out, ui->session->analysis->paths ? " on paths" : " by calls");
        text_printf(out, ": %s", text_z(&on));
    } else {
        options_shown(ui->session, &ui->session->options, OPTIONS_SETTINGS, ui_name_level(ui), &on);
        text_str(out, on.n ? " opts: " : "");
        text_add(out, on.p, on.n);
    }
    text_release(&on);
    text_char(remains, ' ');
    if (!effect_left(remains, &ui->session->view, o->style == STYLE_GRAPH, true))
        text_clear(remains);
    return has;
}

/* What is set and takes nothing away, how many options are on, the view's own state. */
static void add_settings(const struct ui *ui, bool apart, struct text *out)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    const struct grid *g = screen_here(ui)->grid;
    bool wide = ui->layout.cols >= 100;
    size_t on = options_on(&ui->session->options), all = ui->session->options.n;
    size_t most = wide                    ? SETTINGS_COLS_WIDE
                  : ui->layout.cols >= 80 ? SETTINGS_COLS
                                          : SETTINGS_COLS_NARROW;
    if (apart)
        options_shown(ui->session, &ui->session->options, OPTIONS_SETTINGS, ui_name_level(ui), out);
    if (utf8_cols(text_z(out), out->n) > most) {
        out->n = utf8_fit(out->p, out->n, most - 2, NULL);
        text_str(out, "..");
    }
    text_str(out, out->n ? "  " : "");
    if (on < all || (ui->popup && ui->popup->options))
        text_printf(out, wide ? "%zu of %zu options on  " : "%zu/%zu on  ", on, all);
    if (g && g->n_hidden)
        text_printf(out, "%u hidden  ", (unsigned)g->n_hidden);
    if (o->status)
        o->status(ui, out);
    else if (g)
        text_sort(out, g, "");
}

/* Between the parts of the line of options; the column after it. */
static int draw_bar(const struct ui *ui, struct surface *s, int col)
{
    const char *bar = ui->ascii ? "|" : "\xe2\x94\x82";
    return 1 + surface_text(s, ui->layout.options, col, 1, bar, strlen(bar), ROLE_RULE, 0);
}

/* "opts: -E x | & filter or trail | settings", of which there are those that were chosen: the
 * filters take at least half of what the settings leave, and more if the middle does not need it.
 */
static void draw_options(const struct ui *ui, struct surface *s)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    struct text left = {0}, remains = {0}, middle = {0}, right = {0};
    int row = ui->layout.options;
    bool has_filters = add_filters(ui, &left, &remains);
    const struct text *filter = &screen_here(ui)->filter;
    if (o->trail)
        o->trail(ui, &middle);
    text_str(&middle, !filter->n ? "" : middle.n ? "  & " : "& ");
    text_add(&middle, filter->p, filter->n);
    add_settings(ui, has_filters, &right);
    int right_cols = (int)utf8_cols(text_z(&right), right.n);
    int right_col = ui->layout.cols - right_cols - 1;
    int most = right_col - 6 - (int)utf8_cols(text_z(&middle), middle.n);
    int half = right_col / 2;
    most = most > half ? most : half;
    most -= (int)remains.n;
    most = most > 8 ? most : 8;
    int end = left.n ? surface_text(s, row, 0, most, left.p, left.n, ROLE_PLAIN, 0) : 0;
    if (left.n && (int)utf8_cols(left.p, left.n) > most) /* cut, it ends in dots */
        end = surface_text(s, row, most - 2, 2, "..", 2, ROLE_PLAIN, 0);
    end = surface_text(s, row, end, right_col - end, text_z(&remains), remains.n, ROLE_STRONG, 0);
    int middle_col = left.n || remains.n ? end + 3 : 1, room = right_col - 3 - middle_col;
    if (middle.n && room > 0) {
        cut_front(&middle, (size_t)room);
        if (middle_col > 1)
            draw_bar(ui, s, end + 1);
        end = surface_text(s, row, middle_col, room, middle.p, middle.n, ROLE_PLAIN, 0);
    }
    if (!end)
        right_col = 1;
    else if (right.n && right_col > end + 2)
        draw_bar(ui, s, right_col - 2);
    if (right.n && right_col > end)
        surface_text(s, row, right_col, right_cols, right.p, right.n, ROLE_PLAIN, 0);
    text_release(&left);
    text_release(&remains);
    text_release(&middle);
    text_release(&right);
}

static void draw_heading(const struct ui *ui, struct surface *s)
{
    const struct screen *v = screen_here(ui);
    struct line l = {0};
    if (v->grid)
        v->grid->ops->heading(v->grid, &l);
    surface_line(s, ui->layout.heading, ui->layout.body.col, ui->layout.body.cols, &l, v->skip, 0);
    for (size_t i = 0; v->grid && i < l.n_spans; i++)
        if (l.spans[i].column != COLUMN_NONE && l.spans[i].column == v->grid->sort_column) {
            /* The heading of the column that the rows are sorted by. */
            int skip = l.spans[i].lo >= l.pinned ? screen_here(ui)->skip : 0;
            int lo = (int)utf8_cols(l.text.p, l.spans[i].lo) - skip;
            int hi = (int)utf8_cols(l.text.p, l.spans[i].hi) - skip;
            if (lo >= 0 && hi <= ui->layout.body.cols)
                surface_paint(s, ui->layout.heading, ui->layout.body.col + lo, hi - lo,
                              LOOK_BOLD | LOOK_REVERSE);
        }
    line_release(&l);
}

/* The selected row is reversed while the view has the keys, else only bold. */
static void draw_row(const struct ui *ui, struct surface *s, int y, size_t row, struct line *l)
{
    const struct screen *v = screen_here(ui);
    const struct area *b = &ui->layout.body;
    bool at = row == v->list.cursor, keys = !popup_top(ui) && !side_pane_has_keys(ui);
    line_clear(l);
    v->grid->ops->format(v->grid, (uint32_t)row, l);
    surface_line(s, b->row + y, b->col, b->cols, l, v->skip,
                 !at    ? 0
                 : keys ? LOOK_REVERSE
                        : LOOK_BOLD);
    if (at && keys && b->cols)
        surface_text(s, b->row + y, b->col, 1, ">", 1, ROLE_STRONG, LOOK_REVERSE);
    if (ui->search->regex &&
        !search_mark(s, b->row + y, b->col, b->cols, l, v->skip, ui->search->regex)) {
        /* Mark the whole name of a row that a search finds by what has no room in it. */
        struct text name = {0};
        int lo = (int)utf8_cols(l->text.p, l->pinned);
        int hi = (int)utf8_cols(l->text.p, l->text.n) - v->skip;
        hi = hi < b->cols ? hi : b->cols;
        v->grid->ops->name(v->grid, (uint32_t)row, &name);
        if (l->pinned && lo < hi &&
            regex_find(ui->search->regex, text_z(&name), name.n, 0, NULL, NULL))
            surface_paint(s, b->row + y, b->col + lo, hi - lo, LOOK_UNDERLINE | LOOK_BOLD);
        text_release(&name);
    }
}

static enum row_kind kind_of(const struct grid *g, size_t row)
{
    struct grid_row r = {.kind = ROW_SECTION};
    if (row < g->n_rows)
        g->ops->row(g, (uint32_t)row, &r);
    return r.kind;
}

/* Whether the row begins another part of a grid with sections. */
static bool begins_part(const struct grid *g, size_t row)
{
    enum row_kind k = kind_of(g, row);
    return k == ROW_SECTION || k == ROW_PRIMARY || k == ROW_CYCLE;
}

/* What stands in the first line of the body: the head of the section of the rows below it, if that
 * is out of sight; else the row itself. */
static size_t first_line(const struct screen *v)
{
    size_t top = v->list.top;
    if (!list_lead(&v->list) || v->list.cursor == top || begins_part(v->grid, top) ||
        begins_part(v->grid, top + 1) || kind_of(v->grid, top) == ROW_NOTE)
        return top;
    uint32_t head = grid_section(v->grid, (uint32_t)top);
    return head == NO_ID ? top : head;
}

/* Why there are no rows. */
static void draw_empty(const struct ui *ui, struct surface *s)
{
    const struct screen *v = screen_here(ui);
    const struct area *b = &ui->layout.body;
    struct text why = {0}, filter = {0};
    text_add(&filter, v->filter.p, v->filter.n);
    const struct empty_view empty = {
        .graph = ui->views->at == VIEW_GRAPH,
        .filter = text_z(&filter),
        .n_hidden = v->grid ? v->grid->n_hidden : 0,
        .ascii = ui->ascii,
    };
    empty_reason(&why, &ui->session->view, &empty);
    surface_text(s, b->row, b->col + 1, b->cols - 1, why.p, why.n, ROLE_DIM, 0);
    text_release(&why);
    text_release(&filter);
}

static void draw_body(const struct ui *ui, struct surface *s)
{
    const struct screen *v = screen_here(ui);
    const struct area *b = &ui->layout.body;
    struct line l = {0};
    if (b->rows && !(v->grid && v->grid->n_rows))
        draw_empty(ui, s);
    for (int y = 0; v->grid && y < b->rows; y++) {
        size_t row = list_row_at(&v->list, y);
        if (row == LIST_NONE)
            break;
        draw_row(ui, s, y, y ? row : first_line(v), &l);
    }
    if (list_visible(&v->list, v->list.cursor) && v->list.n)
        surface_cursor(s, b->row + (int)(v->list.cursor - v->list.top), b->col, true);
    else
        surface_cursor(s, 0, 0, false);
    line_release(&l);
}

/* ---- the last lines ---- */

static void draw_message(const struct ui *ui, struct surface *s, int row)
{
    surface_text(s, row, 0, 1, " ", 1, ROLE_PLAIN, 0);
    surface_text(s, row, 1, ui->layout.cols - 1, ui->reply->message.p, ui->reply->message.n,
                 ui->reply->warns ? ROLE_WARNING : ROLE_STRONG, 0);
}

/* The detail line follows the view sideways as far as there is more of it to see. */
static int detail_skip(const struct ui *ui, const struct line *l, int room)
{
    int over = (int)utf8_cols(l->text.p ? l->text.p : "", l->text.n) - room;
    int skip = screen_here(ui)->skip;
    return over < 0 ? 0 : skip < over ? skip : over;
}

static void draw_detail(const struct ui *ui, struct surface *s)
{
    int row = ui->layout.detail, last = row + ui->layout.detail_rows - 1, cols = ui->layout.cols;
    struct line l = {0}, second = {0};
    if (prompt_apart(ui)) {
        draw_prompt(ui, s, last, 0, cols);
        return;
    }
    if (ui->reply->message.n) {
        draw_message(ui, s, last);
        return;
    }
    const struct list *at = detail_at_hand(ui, &l);
    struct text t = {0};
    text_printf(&t, " %zu/%zu ", at->n ? at->cursor + 1 : 0, at->n);
    int room = cols - (int)t.n;
    line_split(&l, &second);
    if (last > row) {
        surface_line(s, row, 0, cols, &l, 0, 0);
        surface_line(s, last, 0, room, &second, detail_skip(ui, &second, room), 0);
    } else {
        surface_line(s, row, 0, room, &l, detail_skip(ui, &l, room), 0);
    }
    surface_text(s, last, room, (int)t.n, t.p, t.n, ROLE_DIM, 0);
    text_release(&t);
    line_release(&l);
    line_release(&second);
}

/* Too small for the whole screen: one line says what there is to say. */
static void draw_plain_status(const struct ui *ui, const struct pending_keys *pending,
                              struct surface *s)
{
    const struct screen *v = screen_here(ui);
    struct text t = {0};
    int row = ui->layout.keys;
    if (row < 0)
        return;
    if (prompt_apart(ui)) {
        draw_prompt(ui, s, row, 0, ui->layout.cols);
        return;
    }
    if (ui->reply->message.n)
        text_add(&t, ui->reply->message.p, ui->reply->message.n);
    else if (pending->n)
        keyline_pending(ui->keys, ui_mode(ui), pending->key, pending->n, &t);
    else
        text_printf(&t, "%zu/%zu  %dx%d, full from %dx%d", v->list.n ? v->list.cursor + 1 : 0,
                    v->list.n, ui->layout.cols, ui->layout.rows, LAYOUT_COLS, LAYOUT_ROWS);
    surface_text(s, row, 0, ui->layout.cols, t.p, t.n, ROLE_DIM, 0);
    text_release(&t);
}

void screen_draw(const struct ui *ui, const struct pending_keys *pending, struct surface *s)
{
    surface_clear(s);
    if (!ui->layout.plain) {
        struct line l = {0};
        const struct title_style style = {.cols = (unsigned)ui->layout.cols,
                                          .grouped = true,
                                          .changed = ui->watch->changed,
                                          .full = ui_name_level(ui) == NAME_FULL,
                                          .findings = ui->findings.counts};
        title_line(&ui->session->view, &style, &l);
        surface_line(s, ui->layout.title, 0, ui->layout.cols, &l, 0, 0);
        line_release(&l);
        if (ui->layout.notice >= 0) {
            /* What the profile lacks. */
            if (screens_notice(ui, &l))
                surface_line(s, ui->layout.notice, 0, ui->layout.cols, &l, 0, 0);
            line_release(&l);
        }
        struct text t = {0};
        struct tab tabs[N_TABS];
        size_t n = tabs_make(ui, &t, tabs);
        surface_text(s, ui->layout.tabs, 0, ui->layout.cols, t.p, t.n, ROLE_PLAIN, 0);
        for (size_t i = 0; i < n; i++)
            if (tabs[i].view == view_get(ui->views->at)->tab)
                surface_text(s, ui->layout.tabs, tabs[i].col, ui->layout.cols - tabs[i].col,
                             t.p + tabs[i].col, (size_t)tabs[i].cols, ROLE_STRONG, LOOK_REVERSE);
        text_release(&t);
        if (ui->layout.options >= 0)
            draw_options(ui, s);
        draw_heading(ui, s);
    }
    draw_body(ui, s);
    if (ui->layout.side_pane.rows)
        side_pane_draw(ui, s);
    popup_draw(ui, s);
    if (ui->layout.plain) {
        draw_plain_status(ui, pending, s);
        return;
    }
    draw_detail(ui, s);
    if (ui->layout.keys < 0)
        return;
    if (prompt_apart(ui) && ui->reply->message.n)
        draw_message(ui, s, ui->layout.keys);
    else
        key_bar_draw(ui, pending, s);
}
