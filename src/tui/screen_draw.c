/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/screen_draw.h"

#include <limits.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/notice.h"
#include "core/view/label.h"
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

/* ---- the title ---- */

/* What was chosen stands between the title and its findings, part by part: options, what the view
 * is about, its row filter, how its rows are chosen. */
enum { CHOSEN_OPTIONS, CHOSEN_SUBJECT, CHOSEN_ROWS, CHOSEN_STATUS, N_CHOSEN };
enum { CHOSEN_COLS_LEAST = 8, BAR_COLS = 3 };

/* "opts: -E x". Where filters of time can mean samples with x on their path, or what calls of x are
 * taken for, it is said which: "opts on paths: -E x". */
static void add_options(const struct ui *ui, struct text *out)
{
    const struct session *x = ui->session;
    struct text on = {0};
    options_shown(x, &x->options, OPTIONS_CHOSEN, ui_name_level(ui), &on);
    if (on.n)
        text_printf(out, "opts%s: %s",
                    !x->profile->paths || !filter_sets(&x->view) ? ""
                    : x->analysis->paths                         ? " on paths"
                                                                 : " by calls",
                    text_z(&on));
    text_release(&on);
}

static void add_status(const struct ui *ui, struct text *out)
{
    static const char *const watched[] = {[WATCH_FILES] = "",
                                          [WATCH_RUNS] = "",
                                          [WATCH_ENDED] = "ended  ",
                                          [WATCH_EARLY] = "ended early  "};
    const struct screen_ops *o = screen_ops(ui->views->at);
    const struct grid *g = screen_here(ui)->grid;
    size_t on = options_on(&ui->session->options), all = ui->session->options.n;
    const struct watch *w = ui->watch;
    text_str(out, watched[w->state]);
    if (w->state == WATCH_RUNS && w->frozen)
        text_str(out, "frozen  ");
    else if (w->state == WATCH_RUNS)
        text_printf(out, "running, %g s  ", (double)w->every_ms / 1000);
    if (on < all)
        text_printf(out, "%zu of %zu on  ", on, all);
    if (g && g->n_hidden)
        text_printf(out, "%u hidden  ", (unsigned)g->n_hidden);
    if (o->status)
        o->status(ui, out);
    else if (g)
        text_sort(out, g, "");
    while (out->n && out->p[out->n - 1] == ' ')
        out->n--;
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

static void cut_end(struct text *t, int cols)
{
    if ((int)utf8_cols(text_z(t), t->n) <= cols)
        return;
    t->n = utf8_fit(t->p, t->n, cols > 2 ? (size_t)cols - 2 : 0, NULL);
    text_str(t, "..");
}

/* The columns of the parts with bars before them; those of the widest are cut until `room` is
 * enough, if it can be. A trail gives way to options. */
static int fit_chosen(struct text *parts, int room)
{
    int cols[N_CHOSEN], sum = 0, widest = 0;
    for (int i = 0; i < N_CHOSEN; i++) {
        cols[i] = (int)utf8_cols(text_z(&parts[i]), parts[i].n);
        sum += cols[i] ? cols[i] + BAR_COLS : 0;
    }
    for (; sum > room; sum--, cols[widest]--) {
        for (int i = 0; i < N_CHOSEN; i++)
            widest = cols[i] << (i == CHOSEN_SUBJECT) > cols[widest] << (widest == CHOSEN_SUBJECT)
                         ? i
                         : widest;
        if (cols[widest] <= CHOSEN_COLS_LEAST)
            break;
    }
    for (int i = 0; i < N_CHOSEN; i++) {
        struct text *t = &parts[i];
        if (i != CHOSEN_SUBJECT)
            cut_end(t, cols[i]);
        else if ((int)utf8_cols(text_z(t), t->n) > cols[i])
            cut_front(t, (size_t)cols[i]);
    }
    return sum;
}

static void draw_title(const struct ui *ui, struct surface *s)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    const struct text *filter = &screen_here(ui)->filter;
    const int row = ui->layout.title, cols = ui->layout.cols;
    struct text parts[N_CHOSEN] = {0};
    struct line l = {0};
    add_options(ui, &parts[CHOSEN_OPTIONS]);
    if (o->trail)
        o->trail(ui, &parts[CHOSEN_SUBJECT]);
    if (filter->n)
        text_printf(&parts[CHOSEN_ROWS], "& %.*s", (int)filter->n, filter->p);
    add_status(ui, &parts[CHOSEN_STATUS]);
    const struct title_style style = {.cols = (unsigned)cols,
                                      .beside = (unsigned)fit_chosen(parts, INT_MAX),
                                      .graph = o->style == STYLE_GRAPH,
                                      .changed = ui->watch->changed,
                                      .full = ui_name_level(ui) == NAME_FULL,
                                      .findings = ui->findings.counts};
    title_line(&ui->session->view, &style, &l);
    surface_line(s, row, 0, cols, &l, 0, 0);
    int col = (int)utf8_cols(l.text.p, l.spans[0].hi);
    int end = l.n_spans > 1 ? (int)utf8_cols(l.text.p, l.spans[1].lo) - 1 : cols;
    fit_chosen(parts, end - col);
    for (int i = 0; i < N_CHOSEN; i++) {
        const char *bar = ui->ascii ? " | " : " \xe2\x94\x82 ";
        const int room = end - col - BAR_COLS;
        if (parts[i].n && room >= 2) {
            cut_end(&parts[i], room);
            col = surface_text(s, row, col, end - col, bar, strlen(bar), ROLE_RULE, 0);
            col = surface_text(s, row, col, end - col, parts[i].p, parts[i].n, ROLE_PLAIN, 0);
        }
        text_release(&parts[i]);
    }
    line_release(&l);
}

static void draw_heading(const struct ui *ui, struct surface *s)
{
    const struct screen *v = screen_here(ui);
    struct line l = {0};
    if (ui->layout.heading < 0)
        return;
    if (v->grid)
        grid_heading(v->grid, &l);
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
    grid_format(v->grid, (uint32_t)row, l);
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
        grid_name(v->grid, (uint32_t)row, &name);
        if (l->pinned && lo < hi &&
            regex_find(ui->search->regex, text_z(&name), name.n, 0, NULL, NULL))
            surface_paint(s, b->row + y, b->col + lo, hi - lo, LOOK_UNDERLINE | LOOK_BOLD);
        text_release(&name);
    }
}

static enum row_kind kind_of(const struct grid *g, size_t row)
{
    return row < g->n_rows ? grid_row_at(g, (uint32_t)row).kind : ROW_SECTION;
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
    empty_reason(&why, &ui->session->view, text_z(&filter), v->grid ? v->grid->n_hidden : 0,
                 ui->ascii);
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
    if (v->bars && v->grid && v->grid->n_rows) {
        screen_ops(ui->views->at)->draw(ui, s);
        return;
    }
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
    int row = ui->layout.detail, cols = ui->layout.cols;
    struct line l = {0};
    if (prompt_apart(ui)) {
        draw_prompt(ui, s, row, 0, cols);
    } else if (ui->reply->message.n) {
        draw_message(ui, s, row);
    } else if (screens_notice(ui, &l)) {
        surface_line(s, row, 0, cols, &l, 0, 0);
    } else {
        const struct list *at = detail_at_hand(ui, &l);
        struct text t = {0};
        text_printf(&t, " %zu/%zu ", at->n ? at->cursor + 1 : 0, at->n);
        int room = cols - (int)t.n;
        surface_line(s, row, 0, room, &l, detail_skip(ui, &l, room), 0);
        surface_text(s, row, room, (int)t.n, t.p, t.n, ROLE_DIM, 0);
        text_release(&t);
    }
    line_release(&l);
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
        draw_title(ui, s);
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
