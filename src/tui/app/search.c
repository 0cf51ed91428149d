/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/search.h"

#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/popup.h"
#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/terminal/surface_draw.h"

enum { SLICE_ROWS = 2048 };

void search_release(struct search *s)
{
    regex_free(s->regex);
    text_release(&s->pattern);
    *s = (struct search){0};
}

/* A pattern in which every character stands for itself. */
static struct regex *literal(const char *p, size_t n, struct err *e)
{
    struct text quoted = {0};
    for (size_t i = 0; i < n; i++) {
        if (strchr("\\^$.[]|()?*+{}", p[i]))
            text_char(&quoted, '\\');
        text_char(&quoted, p[i]);
    }
    struct regex *r = regex_new(text_z(&quoted), quoted.n, REGEX_SMART, e);
    text_release(&quoted);
    return r;
}

struct regex *search_regex(const char *pattern, size_t n, struct err *e)
{
    struct regex *r = regex_new(pattern, n, REGEX_SMART, e);
    if (r || e->code != ERR_REGEX)
        return r;
    err_clear(e);
    return literal(pattern, n, e);
}

void search_set(struct ui *ui, struct search *s, const char *pattern, size_t n)
{
    struct err e = ERR_INIT;
    regex_free(s->regex);
    s->regex = NULL;
    s->running = false;
    s->missed = false;
    s->plain = false;
    text_clear(&s->pattern);
    text_add(&s->pattern, pattern, n);
    if (!n)
        return;
    s->regex = search_regex(text_z(&s->pattern), n, &e);
    if (!s->regex)
        ui_say_error(ui, &e);
}

/* ---- rows of a view ---- */

/* What matched nothing as an expression is searched again as plain text: "f(x)" usually means
 * itself. */
static bool try_plain(struct ui *ui)
{
    struct search *s = ui->search;
    struct err e = ERR_INIT;
    if (s->plain || regex_is_literal(s->pattern.p, s->pattern.n))
        return false;
    struct regex *r = literal(s->pattern.p, s->pattern.n, &e);
    if (!r)
        return false;
    regex_free(s->regex);
    s->regex = r;
    s->plain = true;
    s->wrapped = false;
    s->left = screen_here(ui)->list.n;
    s->running = s->left > 0;
    return s->running;
}

static void say_missed(struct ui *ui, const char *pattern)
{
    const char *hint = screen_ops(ui->views->at)->missed;
    ui_warn(ui, "no match for %s%s", pattern, hint ? hint : "");
}

static void not_found(struct ui *ui)
{
    struct search *s = ui->search;
    s->running = false;
    s->missed = true;
    say_missed(ui, text_z(&s->pattern));
}

/* The next row of n, round the end. */
static void go_on(struct search *s, size_t n)
{
    s->wrapped |= s->at == (s->direction > 0 ? n - 1 : 0);
    s->at = (s->at + (s->direction > 0 ? 1 : n - 1)) % n;
}

/* Look from the row after (or at, if `here`) the cursor. */
static void search_start(struct ui *ui, int direction, bool here)
{
    struct search *s = ui->search;
    struct screen *v = screen_here(ui);
    if (!s->regex) {
        ui_say(ui, "nothing to search for yet");
        return;
    }
    s->direction = direction;
    s->wrapped = s->missed = false;
    s->left = v->list.n;
    s->at = v->list.cursor;
    s->start = here ? LIST_NONE : s->at;
    s->running = s->left > 0;
    if (!here && s->running)
        go_on(s, v->list.n);
    if (s->running)
        search_work(ui);
    else
        not_found(ui);
}

void search_say_wrapped(struct ui *ui, int direction)
{
    ui_say(ui, direction > 0 ? "search goes on at the top" : "search goes on at the bottom");
}

static void found(struct ui *ui, size_t row)
{
    struct search *s = ui->search;
    s->running = false;
    list_center(&screen_here(ui)->list, row);
    /* Scroll sideways if the match of a row is out of sight. */
    struct screen *v = screen_here(ui);
    struct line l = {0};
    size_t lo, hi;
    grid_format(v->grid, (uint32_t)row, &l);
    if (l.text.n && regex_find(ui->search->regex, l.text.p, l.text.n, l.pinned, &lo, &hi)) {
        const char *p = l.text.p + l.pinned;
        int from = (int)utf8_cols(p, lo - l.pinned), to = (int)utf8_cols(p, hi - l.pinned);
        int room = ui->layout.body.cols - (int)utf8_cols(l.text.p, l.pinned);
        /* The first and last column of the room may be marks of what is cut off. */
        int all = (int)utf8_cols(p, l.text.n - l.pinned), least = to - room + (to < all);
        bool seen = (from > v->skip || !v->skip) && v->skip >= least;
        least = least < from ? least : from - 1;
        if (!seen)
            v->skip = least > 0 ? least : 0;
    }
    line_release(&l);
    if (row == s->start)
        ui_say(ui, "this is the only match");
    else if (s->wrapped && !s->typing)
        search_say_wrapped(ui, s->direction);
    else if (s->typing)
        ui_say_nothing(ui);
}

void search_work(struct ui *ui)
{
    struct search *s = ui->search;
    const struct grid *g = screen_here(ui)->grid;
    struct text name = {0};
    ui->dirty = true;
    if (!g || s->at >= g->n_rows) {
        not_found(ui);
        return;
    }
    for (unsigned i = 0; i < SLICE_ROWS && s->left; i++) {
        if (grid_matches(g, &ui->session->view, (uint32_t)s->at, s->regex, &name)) {
            found(ui, s->at);
            break;
        }
        go_on(s, g->n_rows);
        s->left--;
    }
    text_release(&name);
    if (s->running && !s->left && !try_plain(ui))
        not_found(ui);
    else if (s->running)
        ui_say(ui, "searching...");
}

/* ---- actions ---- */

static const struct prompt_def prompt_search;

void act_search(struct ui *ui, const struct call *c)
{
    if (popup_top(ui) && popup_top(ui)->search) {
        prompt_open(ui, popup_top(ui)->search, "");
        return;
    }
    side_pane_leave(ui);
    ui->search->from_cursor = screen_here(ui)->list.cursor;
    ui->search->from_top = screen_here(ui)->list.top;
    ui->search->from_skip = screen_here(ui)->skip;
    prompt_open(ui, &prompt_search, "");
}

void act_search_next(struct ui *ui, const struct call *c)
{
    if (popup_top(ui) && popup_top(ui)->search_next)
        popup_top(ui)->search_next(ui, c->param);
    else
        search_start(ui, c->param, false);
}

/* ---- prompts ---- */

static void back_to_start(struct ui *ui)
{
    struct list *l = &screen_here(ui)->list;
    list_set(l, ui->search->from_cursor);
    list_scroll(l, (ptrdiff_t)ui->search->from_top - (ptrdiff_t)l->top);
    screen_here(ui)->skip = ui->search->from_skip;
}

static void search_changed(struct ui *ui)
{
    const struct text *t = &ui->prompt->edit.text;
    struct search *s = ui->search;
    /* More of a text that is nowhere is nowhere. */
    const bool nowhere = s->typing && s->missed && t->n >= s->pattern.n &&
                         memcmp(t->p, s->pattern.p, s->pattern.n) == 0 &&
                         regex_is_literal(t->p, t->n);
    back_to_start(ui);
    search_set(ui, s, t->p, t->n);
    s->typing = true;
    if (s->regex && nowhere)
        not_found(ui);
    else if (s->regex)
        search_start(ui, 1, true);
}

static void search_accept(struct ui *ui, const char *line)
{
    ui->search->typing = false;
    if (!*line) {
        const struct past *p = &ui->prompt->pasts[PAST_SEARCH];
        if (p->n) {
            search_set(ui, ui->search, p->line[p->n - 1], strlen(p->line[p->n - 1]));
            search_start(ui, 1, false);
        }
    } else if (ui->search->missed) {
        say_missed(ui, line);
    } else if (ui->search->wrapped && !ui->search->running) {
        search_say_wrapped(ui, 1);
    }
}

static void search_cancel(struct ui *ui)
{
    ui->search->running = false;
    ui->search->typing = false;
    back_to_start(ui);
}

static const struct prompt_def prompt_search = {
    .label = "/",
    .past = PAST_SEARCH,
    .changed = search_changed,
    .accept = search_accept,
    .cancel = search_cancel,
};

/* ---- what is found, on the screen ---- */

bool search_mark(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                 const struct regex *r)
{
    size_t from = l->pinned, lo, hi;
    bool any = false;
    int pinned = (int)utf8_cols(l->text.p, l->pinned), col_from = pinned - skip;
    while (from < l->text.n && col_from < width &&
           regex_find(r, l->text.p, l->text.n, from, &lo, &hi)) {
        if (hi <= lo)
            break;
        any = true;
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
    return any;
}
