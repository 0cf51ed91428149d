/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/finder.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions.h"
#include "core/base/mem.h"
#include "core/view/grid/function_row.h"
#include "tui/app/act_options.h"
#include "tui/app/app_state.h"
#include "tui/app/draw.h"
#include "tui/app/prompts.h"
#include "tui/app/search.h"
#include "tui/popup/popups.h"
#include "tui/popup/window.h"
#include "tui/terminal/surface.h"

enum { SLICE_NAMES = 512, FINDER_COLS = 74 };

static const struct popup_ops popup_finder;

void finder_release(struct finder *f)
{
    free(f->items);
    free(f->nodes);
    free(f->found);
    free(f->classes);
    *f = (struct finder){0};
}

bool finder_ready(const struct app *a)
{
    return a->finder.valid && a->finder.ready == a->finder.n;
}

/* Heaviest first: the order of the call graph's entries, without cycles and lines. */
static bool begin(struct app *a)
{
    struct finder *f = &a->finder;
    const struct analysis *an = a->session->analysis;
    uint32_t n = an->n_symbols;
    finder_release(f);
    f->items = mem_array_raw(n, sizeof *f->items);
    f->nodes = mem_array_raw(n, sizeof *f->nodes);
    f->found = mem_array_raw(n, sizeof *f->found);
    f->classes = mem_array_raw(n, sizeof *f->classes);
    if (!f->items || !f->nodes || !f->found || !f->classes) {
        finder_release(f);
        f->valid = true; /* nothing can be found, but nothing is waited for */
        return false;
    }
    uint32_t at = 0;
    for (sym_id s; (s = analysis_next_ranked(an, &at)) != NO_ID;)
        if (!(an->table->symbols[s].flags & SYM_LINE))
            f->nodes[f->n++] = s;
    f->valid = true;
    return true;
}

static void rank_fuzzy(struct finder *f, const struct text *typed)
{
    struct fuzzy pattern;
    fuzzy_init(&pattern, typed->p ? typed->p : "", typed->n);
    f->n_found = f->ready ? fuzzy_rank(&pattern, f->items, f->ready, f->classes, f->found) : 0;
}

/* All that match, heaviest first. */
static void rank_regex(struct finder *f, struct text *typed)
{
    struct err e = ERR_INIT;
    struct regex *r = search_regex(text_z(typed), typed->n, &e);
    f->n_found = 0;
    for (uint32_t i = 0; r && i < f->ready; i++)
        if (regex_find(r, f->items[i].name, f->items[i].n, 0, NULL, NULL))
            f->found[f->n_found++] = i;
    regex_free(r);
}

static void rank(struct app *a)
{
    struct finder *f = &a->finder;
    if (f->regex)
        rank_regex(f, &a->prompt.edit.text);
    else
        rank_fuzzy(f, &a->prompt.edit.text);
    f->list.n = 0;
    popups_fit(a);
}

void finder_work(struct app *a)
{
    struct finder *f = &a->finder;
    if (!f->valid && !begin(a))
        return;
    for (unsigned i = 0; i < SLICE_NAMES && f->ready < f->n; i++) {
        const char *name = study_name(a->session, f->nodes[f->ready], app_level(a));
        size_t len = strlen(name);
        f->items[f->ready++] =
            (struct fuzzy_item){.name = name, .n = (uint32_t)len, .mask = fuzzy_mask(name, len)};
    }
    if (a->popup != &popup_finder)
        return;
    a->dirty = true;
    if (f->ready == f->n || f->ready % (64 * SLICE_NAMES) == 0)
        rank(a);
}

/* The selected function; NO_ID if there is none. */
static node_id selected(const struct finder *f)
{
    return f->list.cursor < f->n_found ? f->nodes[f->found[f->list.cursor]] : NO_ID;
}

/* ---- the pop-up ---- */

static struct window window(const struct app *a)
{
    int cols = a->cols * 3 / 4;
    struct window w = {.tail = 1};
    w.area =
        window_centred(a, a->layout.rows > 30 ? 20 : 12, cols > FINDER_COLS ? cols : FINDER_COLS);
    w.bare = w.area.rows < 3;
    w.lead = w.bare ? 1 : w.area.rows > 6 ? 3 : 2; /* frame, prompt, heading */
    w.tail = !w.bare;
    return w;
}

static void fit(struct app *a)
{
    struct window w = window(a);
    list_resize(&a->finder.list, a->finder.n_found, window_height(&w));
}

/* Row i of those found, within `cols` columns. */
static void format(const struct app *a, size_t i, int cols, struct line *out)
{
    const struct finder *f = &a->finder;
    uint32_t item = f->found[i];
    pick_line(&a->session->view, f->nodes[item], f->items[item].name, cols > 0 ? (unsigned)cols : 0,
              app_ascii(a), out);
}

static void draw(const struct app *a, struct surface *s, const struct window *w)
{
    const struct finder *f = &a->finder;
    struct line l = {0};
    struct text t = {0};
    if (w->bare)
        surface_fill(s, w->area.row, w->area.col, w->area.cols, ' ', ROLE_PLAIN, 0);
    else
        window_frame(a, s, &w->area, "", 0);
    text_printf(&t, " %u of %u%s ", (unsigned)f->n_found, (unsigned)f->n,
                finder_ready(a) ? "" : "  gathering names...");
    int cols = w->area.cols - 2, end = w->area.row + w->area.rows - 1, in = w->bare ? 0 : 2;
    if (!w->bare)
        surface_text(s, end, w->area.col + 2, cols - 2, t.p, t.n, ROLE_STRONG, 0);
    if (w->lead > 2) {
        pick_heading(&a->session->view, cols > 0 ? (unsigned)cols : 0, &l);
        surface_line(s, w->area.row + 2, w->area.col + 1, cols, &l, 0, 0);
    }
    for (int y = 0; y < window_height(w) && f->list.top + (size_t)y < f->n_found; y++) {
        size_t i = f->list.top + (size_t)y;
        line_clear(&l);
        format(a, i, w->area.cols - 2, &l);
        window_line(s, w, y, &l, i == f->list.cursor);
    }
    if (a->prompt.def)
        draw_prompt(a, s, w->area.row + !w->bare, w->area.col + in, w->area.cols - 2 * in);
    text_release(&t);
    line_release(&l);
}

static const struct list *detail(const struct app *a, struct line *out)
{
    struct grid_style style = {
        .cols = (unsigned)a->cols, .ascii = app_ascii(a), .names = NAME_FULL};
    node_id n = selected(&a->finder);
    if (n != NO_ID)
        pick_detail(&a->session->view, n, &style, out);
    return &a->finder.list;
}

static struct list *list(struct app *a)
{
    return &a->finder.list;
}

static bool busy(const struct app *a)
{
    return !finder_ready(a);
}

static void close(struct app *a)
{
    a->popup = NULL;
}

static const struct popup_ops popup_finder = {
    .mode = MODE_FINDER,
    .typed = true,
    .double_click = ACTION_PROMPT_ACCEPT,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .detail = detail,
    .busy = busy,
    .work = finder_work,
    .close = close,
};

/* That function, to act on; says so if there is none. */
static node_id chosen(struct app *a)
{
    node_id n = selected(&a->finder);
    if (n == NO_ID)
        app_bad(a, "no function found");
    return n;
}

static void accept(struct app *a, const char *line)
{
    (void)line;
    node_id n = chosen(a);
    close(a);
    if (n != NO_ID)
        app_show_node(a, n);
}

const struct prompt_def prompt_find = {
    .label = "find function > ",
    .past = PAST_FIND,
    .changed = rank,
    .accept = accept,
    .cancel = close,
};

void act_find(struct app *a, const struct call *c)
{
    (void)c;
    prompt_open(a, &prompt_find, "");
    a->popup = &popup_finder;
    a->finder.list = (struct list){0};
    a->finder.regex = false;
    if (!finder_ready(a))
        finder_work(a);
    rank(a);
}

void act_finder_regex(struct app *a, const struct call *c)
{
    (void)c;
    a->finder.regex = !a->finder.regex;
    prompt_label(a, "%s", a->finder.regex ? "find expression > " : prompt_find.label);
    rank(a);
}

void act_finder_source(struct app *a, const struct call *c)
{
    node_id n = chosen(a);
    if (n == NO_ID)
        return;
    act_prompt_cancel(a, c);
    source_show_node(a, n);
}

/* -E with the selected function; the finder is done with that. */
void act_finder_exclude(struct app *a, const struct call *c)
{
    node_id n = chosen(a);
    if (n == NO_ID)
        return;
    act_prompt_cancel(a, c);
    filter_subject(a, option_by_letter('E'), (struct subject){n, NO_ID});
}

void act_finder_rows(struct app *a, const struct call *c)
{
    list_move(&a->finder.list, c->param);
}

void act_finder_pages(struct app *a, const struct call *c)
{
    list_pages(&a->finder.list, c->param);
}
