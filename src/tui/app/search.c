/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/search.h"

#include <string.h>

#include "core/base/utf8.h"

#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/app/side_pane.h"

enum { SLICE_ROWS = 2048 };

void search_release(struct search *s)
{
    regex_free(s->regex);
    text_release(&s->pattern);
    *s = (struct search){0};
}

/* A pattern in which every character stands for itself. */
static void quote(const char *p, size_t n, struct text *out)
{
    for (size_t i = 0; i < n; i++) {
        if (strchr("\\^$.[]|()?*+{}", p[i]))
            text_char(out, '\\');
        text_char(out, p[i]);
    }
}

static struct regex *literal(const char *p, size_t n, struct err *e)
{
    struct text quoted = {0};
    quote(p, n, &quoted);
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

void search_set(struct app *a, struct search *s, const char *pattern, size_t n)
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
        app_say_error(a, &e);
}

/* ---- rows of a view ---- */

static bool row_matches(const struct grid *g, uint32_t i, const struct regex *r, struct text *t)
{
    text_clear(t);
    g->ops->name(g, i, t);
    return t->n && regex_find(r, t->p, t->n, 0, NULL, NULL);
}

/* "f(x)" is searched again as it stands: in source more is meant so than not. */
static bool try_plain(struct app *a)
{
    struct search *s = &a->search;
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
    s->left = app_screen(a)->list.n;
    s->running = s->left > 0;
    return s->running;
}

static void say_missed(struct app *a, const char *pattern)
{
    const char *hint = screen_ops(a->view)->missed;
    app_bad(a, "no match for %s%s", pattern, hint ? hint : "");
}

static void not_found(struct app *a)
{
    struct search *s = &a->search;
    s->running = false;
    s->missed = true;
    say_missed(a, text_z(&s->pattern));
}

void search_start(struct app *a, int direction, bool here)
{
    struct search *s = &a->search;
    struct screen *v = app_screen(a);
    if (!s->regex) {
        app_say(a, "nothing to search for yet");
        return;
    }
    s->direction = direction;
    s->wrapped = s->missed = false;
    s->left = v->list.n;
    s->at = v->list.cursor;
    s->running = s->left > 0;
    if (!here && s->running) {
        size_t n = v->list.n, next = direction > 0 ? s->at + 1 : s->at + n - 1;
        s->wrapped = direction > 0 ? s->at + 1 == n : s->at == 0;
        s->at = next % n;
    }
    if (s->running)
        search_work(a);
    else
        not_found(a);
}

/* Where to scroll so that columns from..to of a text `all` wide are seen in `room`, whose first and
 * last column may be marks of what is cut off. */
static int skip_for(int skip, int from, int to, int all, int room)
{
    int least = to < all ? to - room + 1 : to - room;
    bool seen = (from > skip || !skip) && skip >= least;
    if (seen)
        return skip;
    least = least < from ? least : from - 1;
    return least > 0 ? least : 0;
}

/* Scroll sideways if the match of a row is out of sight. */
static void show_match(struct app *a, size_t row)
{
    struct screen *v = app_screen(a);
    struct line l = {0};
    size_t lo, hi;
    v->grid->ops->format(v->grid, (uint32_t)row, &l);
    if (l.text.n && regex_find(a->search.regex, l.text.p, l.text.n, l.pinned, &lo, &hi)) {
        const char *p = l.text.p + l.pinned;
        int from = (int)utf8_cols(p, lo - l.pinned), to = (int)utf8_cols(p, hi - l.pinned);
        int room = a->layout.body.cols - (int)utf8_cols(l.text.p, l.pinned);
        v->skip = skip_for(v->skip, from, to, (int)utf8_cols(p, l.text.n - l.pinned), room);
    }
    line_release(&l);
}

void search_say_wrapped(struct app *a, int direction)
{
    app_say(a, direction > 0 ? "search goes on at the top" : "search goes on at the bottom");
}

static void found(struct app *a, size_t row)
{
    struct search *s = &a->search;
    s->running = false;
    list_center(&app_screen(a)->list, row);
    show_match(a, row);
    if (s->wrapped && !s->typing)
        search_say_wrapped(a, s->direction);
    else if (s->typing)
        text_clear(&a->message);
}

static void step(struct search *s, size_t n)
{
    if (s->direction > 0)
        s->wrapped = s->wrapped || s->at + 1 == n;
    else
        s->wrapped = s->wrapped || s->at == 0;
    s->at = (s->direction > 0 ? s->at + 1 : s->at + n - 1) % n;
    s->left--;
}

void search_work(struct app *a)
{
    struct search *s = &a->search;
    const struct grid *g = app_screen(a)->grid;
    struct text name = {0};
    a->dirty = true;
    if (!g || s->at >= g->n_rows) {
        not_found(a);
        return;
    }
    for (unsigned i = 0; i < SLICE_ROWS && s->left; i++) {
        if (row_matches(g, (uint32_t)s->at, s->regex, &name)) {
            found(a, s->at);
            break;
        }
        step(s, g->n_rows);
    }
    text_release(&name);
    if (s->running && !s->left && !try_plain(a))
        not_found(a);
    else if (s->running)
        app_say(a, "searching...");
}

const struct regex *search_shown(const struct app *a)
{
    return a->search.regex;
}

/* ---- actions ---- */

void act_search(struct app *a, const struct call *c)
{
    (void)c;
    if (popup_top(a) && popup_top(a)->search) {
        prompt_open(a, popup_top(a)->search, "");
        return;
    }
    pane_leave(a);
    a->search.from_cursor = app_screen(a)->list.cursor;
    a->search.from_top = app_screen(a)->list.top;
    a->search.from_skip = app_screen(a)->skip;
    prompt_open(a, &prompt_search, "");
}

void act_search_next(struct app *a, const struct call *c)
{
    if (popup_top(a) && popup_top(a)->search_next)
        popup_top(a)->search_next(a, c->param);
    else
        search_start(a, c->param, false);
}

/* The name that keys act on, as a view's rows have it; the pane hands the keys back for that. */
static void row_name(struct app *a, struct text *out)
{
    const struct screen *v = app_screen(a);
    node_id n = app_row(a).subject.node;
    const char *name = n == NO_ID ? "" : study_name(a->session, n, app_level(a));
    if (pane_has_keys(a))
        text_shown(out, name, strlen(name), app_ascii(a));
    else if (v->grid && v->list.cursor < v->grid->n_rows)
        v->grid->ops->name(v->grid, (uint32_t)v->list.cursor, out);
    pane_leave(a);
}

void act_search_row(struct app *a, const struct call *c)
{
    (void)c;
    struct text name = {0}, pattern = {0};
    row_name(a, &name);
    quote(name.p, name.n, &pattern);
    if (!name.n) {
        app_bad(a, "no name on this line");
    } else {
        past_add(&a->pasts[PAST_SEARCH], pattern.p, pattern.n);
        search_set(a, &a->search, text_z(&pattern), pattern.n);
        a->search.typing = false;
        search_start(a, 1, false);
    }
    text_release(&name);
    text_release(&pattern);
}

/* ---- prompts ---- */

static void back_to_start(struct app *a)
{
    struct list *l = &app_screen(a)->list;
    list_set(l, a->search.from_cursor);
    list_scroll(l, (ptrdiff_t)a->search.from_top - (ptrdiff_t)l->top);
    app_screen(a)->skip = a->search.from_skip;
}

static void search_changed(struct app *a)
{
    const struct edit *e = &a->prompt.edit;
    back_to_start(a);
    search_set(a, &a->search, e->text.p, e->text.n);
    a->search.typing = true;
    if (a->search.regex)
        search_start(a, 1, true);
}

static void search_accept(struct app *a, const char *line)
{
    a->search.typing = false;
    if (!*line) {
        const struct past *p = &a->pasts[PAST_SEARCH];
        if (p->n) {
            search_set(a, &a->search, p->line[p->n - 1], strlen(p->line[p->n - 1]));
            search_start(a, 1, false);
        }
    } else if (a->search.missed) {
        say_missed(a, line);
    } else if (a->search.wrapped && !a->search.running) {
        search_say_wrapped(a, 1);
    }
}

static void search_cancel(struct app *a)
{
    a->search.running = false;
    a->search.typing = false;
    back_to_start(a);
}

const struct prompt_def prompt_search = {
    .label = "/",
    .past = PAST_SEARCH,
    .changed = search_changed,
    .accept = search_accept,
    .cancel = search_cancel,
};
