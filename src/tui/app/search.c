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

/* ---- where ---- */

static bool in_lines(const struct ui *ui)
{
    return popup_top(ui) && popup_top(ui)->searched;
}

struct search *search_here(const struct ui *ui)
{
    return in_lines(ui) ? ui->line_search : ui->search;
}

static struct list *list_here(const struct ui *ui)
{
    return in_lines(ui) ? popup_list(ui) : &screen_here(ui)->list;
}

static bool matches(const struct ui *ui, size_t row, struct text *name)
{
    const struct regex *r = search_here(ui)->regex;
    if (!in_lines(ui))
        return grid_matches(screen_here(ui)->grid, &ui->session->view, (uint32_t)row, r, name);
    const char *line = ui->popups[popup_top(ui)->id].line[row].text;
    return regex_find(r, line, strlen(line), 0, NULL, NULL);
}

/* ---- rows ---- */

/* What matched nothing as an expression is searched again as plain text: "f(x)" usually means
 * itself. */
static bool try_plain(struct ui *ui)
{
    struct search *s = search_here(ui);
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
    s->left = list_here(ui)->n;
    s->running = s->left > 0;
    return s->running;
}

static void say_missed(struct ui *ui, const char *pattern)
{
    const char *hint = in_lines(ui) ? NULL : screen_ops(ui->views->at)->missed;
    ui_warn(ui, "no match for %s%s", pattern, hint ? hint : "");
}

static void not_found(struct ui *ui)
{
    struct search *s = search_here(ui);
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

/* Look from the row after (or at, if `here`) the cursor; of lines, from the top of the window if
 * the cursor is out of sight. */
static void search_start(struct ui *ui, int direction, bool here)
{
    struct search *s = search_here(ui);
    const struct list *l = list_here(ui);
    if (!s->regex) {
        ui_say(ui, "nothing to search for yet");
        return;
    }
    s->direction = direction;
    s->wrapped = s->missed = false;
    s->left = l->n;
    s->at = in_lines(ui) && (here || !list_visible(l, l->cursor)) ? l->top : l->cursor;
    s->start = here ? LIST_NONE : s->at;
    s->running = s->left > 0;
    if (!here && s->running)
        go_on(s, l->n);
    if (s->running)
        search_work(ui);
    else
        not_found(ui);
}

static void say_wrapped(struct ui *ui, int direction)
{
    ui_say(ui, direction > 0 ? "search goes on at the top" : "search goes on at the bottom");
}

static void show_at(struct list *l, size_t row, size_t top)
{
    list_set(l, row);
    list_scroll(l, (ptrdiff_t)top - (ptrdiff_t)l->top);
}

/* In the middle; sideways if the match is out of sight. */
static void show_row(struct ui *ui, size_t row)
{
    struct screen *v = screen_here(ui);
    list_center(&v->list, row);
    struct line l = {0};
    size_t lo, hi;
    grid_format(v->grid, (uint32_t)row, &l);
    if (l.text.n && regex_find(search_here(ui)->regex, l.text.p, l.text.n, l.pinned, &lo, &hi)) {
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
}

static void found(struct ui *ui, size_t row)
{
    struct search *s = search_here(ui);
    s->running = false;
    if (in_lines(ui))
        show_at(popup_list(ui), row, row);
    else
        show_row(ui, row);
    if (row == s->start)
        ui_say(ui, "this is the only match");
    else if (s->wrapped && !s->typing)
        say_wrapped(ui, s->direction);
    else if (s->typing)
        ui_say_nothing(ui);
}

void search_work(struct ui *ui)
{
    struct search *s = search_here(ui);
    const size_t n = list_here(ui)->n;
    struct text name = {0};
    ui->dirty = true;
    if (!screen_here(ui)->grid || s->at >= n) {
        not_found(ui);
        return;
    }
    for (unsigned i = 0; i < SLICE_ROWS && s->left; i++) {
        if (matches(ui, s->at, &name)) {
            found(ui, s->at);
            break;
        }
        go_on(s, n);
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
    struct search *s = search_here(ui);
    if (!in_lines(ui))
        side_pane_leave(ui);
    s->from_cursor = list_here(ui)->cursor;
    s->from_top = list_here(ui)->top;
    s->from_skip = screen_here(ui)->skip;
    prompt_open(ui, &prompt_search, "");
}

void act_search_next(struct ui *ui, const struct call *c)
{
    search_start(ui, c->param, false);
}

/* ---- prompts ---- */

static void back_to_start(struct ui *ui)
{
    const struct search *s = search_here(ui);
    show_at(list_here(ui), s->from_cursor, s->from_top);
    screen_here(ui)->skip = s->from_skip;
}

static void search_changed(struct ui *ui)
{
    const struct text *t = &ui->prompt->edit.text;
    struct search *s = search_here(ui);
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
    struct search *s = search_here(ui);
    s->typing = false;
    if (!*line) {
        const struct past *p = &ui->prompt->pasts[PAST_SEARCH];
        if (p->n) {
            search_set(ui, s, p->line[p->n - 1], strlen(p->line[p->n - 1]));
            search_start(ui, 1, false);
        }
    } else if (s->missed) {
        say_missed(ui, line);
    } else if (s->wrapped && !s->running) {
        say_wrapped(ui, 1);
    }
}

static void search_cancel(struct ui *ui)
{
    search_here(ui)->running = false;
    search_here(ui)->typing = false;
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
