/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/act_view.h"

#include <string.h>

#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/app/search.h"

/* The grid is made again; the cursor stays on its subject. */
static void again(struct app *a)
{
    struct screen *s = app_screen(a);
    s->row = app_row_anchor(a);
    grid_free(s->grid);
    s->grid = NULL;
    a->search.running = false;
    app_refresh(a);
}

/* ---- order ---- */

static bool sorts(struct app *a)
{
    if (screen_ops(a->view)->sorts && app_screen(a)->grid)
        return true;
    app_bad(a, "this view has an order of its own");
    return false;
}

void sort_by(struct app *a, unsigned i, int ascending)
{
    struct screen *s = app_screen(a);
    if (!sorts(a) || i >= s->grid->n_columns || !s->grid->columns[i].sortable)
        return;
    bool up = !strcmp(s->grid->columns[i].id, "name");
    if (ascending >= 0)
        up = ascending;
    else if (s->grid->sort_column == i)
        up = !s->grid->sort_ascending;
    s->sort = (struct grid_sort){.column = i, .ascending = up};
    again(a);
    app_say(a, "sorted by %s, %s", s->grid ? s->grid->columns[i].id : "?",
            up ? "ascending" : "descending");
}

void sort_by_name(struct app *a, const char *id, size_t n, int ascending)
{
    const struct grid *g = app_screen(a)->grid;
    if (!sorts(a))
        return;
    for (unsigned i = 0; i < g->n_columns; i++)
        if (strlen(g->columns[i].id) == n && !memcmp(g->columns[i].id, id, n)) {
            sort_by(a, i, ascending);
            return;
        }
    app_bad(a, "there is no column %.*s", (int)n, id);
}

void act_sort_invert(struct app *a, const struct call *c)
{
    (void)c;
    struct screen *s = app_screen(a);
    if (!sorts(a))
        return;
    if (s->grid->sort_column == COLUMN_NONE)
        app_bad(a, "gprof's own order: sort by a column first (s)");
    else
        sort_by(a, s->grid->sort_column, !s->grid->sort_ascending);
}

/* The nearest sortable column in that direction, round the ends; gprof's order is one of them. */
void act_sort_step(struct app *a, const struct call *c)
{
    struct screen *s = app_screen(a);
    if (!sorts(a))
        return;
    int states = (int)s->grid->n_columns + 1; /* the last one: gprof's order */
    int at = s->grid->sort_column == COLUMN_NONE ? states - 1 : (int)s->grid->sort_column;
    do
        at = (at + states + c->param) % states;
    while (at != states - 1 && !s->grid->columns[at].sortable);
    if (at != states - 1) {
        sort_by(a, (unsigned)at, -1);
        return;
    }
    s->sort = (struct grid_sort){.column = COLUMN_NONE};
    again(a);
    app_say(a, "gprof's own order");
}

static void sort_fill(struct app *a)
{
    const struct grid *g = app_screen(a)->grid;
    for (unsigned i = 0; g && i < g->n_columns; i++)
        if (g->columns[i].sortable)
            menu_add(a, "%c %-12s %s", i == g->sort_column ? (g->sort_ascending ? '^' : 'v') : ' ',
                     g->columns[i].id, g->columns[i].help ? g->columns[i].help : "");
    menu_add(a, "%c %-12s %s", g && g->sort_column == COLUMN_NONE ? 'v' : ' ', "gprof",
             "the order of the report");
}

static void sort_accept(struct app *a, size_t line)
{
    const struct grid *g = app_screen(a)->grid;
    size_t at = 0;
    for (unsigned i = 0; g && i < g->n_columns; i++)
        if (g->columns[i].sortable && at++ == line) {
            sort_by(a, i, -1);
            return;
        }
    app_screen(a)->sort = (struct grid_sort){.column = COLUMN_NONE};
    again(a);
}

void act_sort_menu(struct app *a, const struct call *c)
{
    (void)c;
    const struct grid *g = app_screen(a)->grid;
    if (!sorts(a))
        return;
    menu_open(a, "sort by (again: the other way round)", sort_fill, sort_accept);
    size_t at = 0;
    for (unsigned i = 0; i < g->n_columns && i != g->sort_column; i++)
        at += g->columns[i].sortable;
    list_set(&a->menu.list, at);
}

/* ---- columns ---- */

/* Those shown now, as bits. */
static uint32_t columns_shown(const struct grid *g)
{
    struct line l = {0};
    uint32_t shown = 0;
    g->ops->heading(g, &l);
    for (size_t i = 0; i < l.n_spans; i++)
        if (l.spans[i].column != COLUMN_NONE)
            shown |= UINT32_C(1) << l.spans[i].column;
    line_release(&l);
    return shown;
}

/* All but the name, which always stands. */
static void columns_fill(struct app *a)
{
    const struct grid *g = app_screen(a)->grid;
    uint32_t shown = g ? columns_shown(g) : 0;
    for (unsigned i = 0; g && i + 1 < g->n_columns; i++)
        menu_add(a, "[%c] %-12s %s", shown >> i & 1 ? 'x' : ' ', g->columns[i].id,
                 g->columns[i].help ? g->columns[i].help : "");
}

/* One more takes the place of none: those shown are asked for as well. */
static void columns_accept(struct app *a, size_t i)
{
    struct screen *s = app_screen(a);
    uint32_t bit = UINT32_C(1) << i, shown = s->grid ? columns_shown(s->grid) : 0, with = s->with;
    bool was = shown & bit;
    s->with = was ? s->with & ~bit : s->with | shown | bit;
    s->without = was ? s->without | bit : s->without & ~bit;
    again(a);
    if (was || !s->grid || (columns_shown(s->grid) & (shown | bit)) == (shown | bit))
        return;
    s->with = with;
    s->without |= bit;
    again(a);
    app_bad(a, "no room for it: take another column away");
}

void act_columns(struct app *a, const struct call *c)
{
    (void)c;
    const struct grid *g = app_screen(a)->grid;
    if (!g || g->n_columns < 2) {
        app_bad(a, "this view has no columns");
        return;
    }
    menu_open(a, " columns (Enter: show, hide) ", columns_fill, columns_accept);
    a->menu.stays = true;
}

/* ---- row filter ---- */

void rows_filter(struct app *a, const char *filter)
{
    struct screen *s = app_screen(a);
    struct err e = ERR_INIT;
    if (!screen_ops(a->view)->filters) {
        app_bad(a, "this view has no row filter");
        return;
    }
    struct rowfilter *try = *filter ? grid_rowfilter(filter, strlen(filter), &e) : NULL;
    if (*filter && !try) {
        app_say_error(a, &e);
        return;
    }
    rowfilter_free(try);
    text_clear(&s->filter);
    text_str(&s->filter, filter);
    again(a);
    if (s->grid && *filter)
        app_say(a, "%u rows hidden by & %s", (unsigned)s->grid->n_hidden, filter);
}

static void rows_accept(struct app *a, const char *line)
{
    rows_filter(a, line);
}

const struct prompt_def prompt_rows = {
    .label = "&",
    .past = PAST_ROWS,
    .accept = rows_accept,
    .complete = complete_rows,
};

void act_filter_rows(struct app *a, const struct call *c)
{
    (void)c;
    if (!screen_ops(a->view)->filters) {
        app_bad(a, "this view has no row filter");
        return;
    }
    prompt_open(a, &prompt_rows, "");
    if (app_screen(a)->filter.n)
        past_add(&a->pasts[PAST_ROWS], app_screen(a)->filter.p, app_screen(a)->filter.n);
}

/* The filter typed so far with a limit after it, for a number to be typed. */
void act_limit(struct app *a, const struct call *c)
{
    act_filter_rows(a, c);
    if (!a->prompt.def)
        return;
    struct text t = {0};
    const struct text *now = &app_screen(a)->filter;
    text_add(&t, now->p, now->n);
    text_str(&t, now->n ? " total%>=" : "total%>=");
    edit_set(&a->prompt.edit, t.p, t.n);
    text_release(&t);
}

/* ---- settings ---- */

void pref_change(struct app *a, enum pref p, int v)
{
    bool other = a->prefs.v[p] != v;
    a->prefs.v[p] = v;
    if (p == PREF_MOUSE && other)
        app_effect(a, v ? EFFECT_MOUSE_ON : EFFECT_MOUSE_OFF, "", 0);
    if (p == PREF_FOLD && other)
        for (int i = 0; i < N_VIEWS; i++)
            a->screens[i].folded = v;
    if (p == PREF_NAMES && other) /* shorter ones may all lie left of what is seen */
        for (int i = 0; i < N_VIEWS; i++)
            a->screens[i].skip = 0;
    if (other)
        app_restyle(a);
    app_say(a, "%s: %s", pref_get(p)->name, pref_get(p)->values[v]);
}

void act_names(struct app *a, const struct call *c)
{
    (void)c;
    pref_change(a, PREF_NAMES, (a->prefs.v[PREF_NAMES] + 1) % pref_n_values(PREF_NAMES));
}

void act_pane(struct app *a, const struct call *c)
{
    (void)c;
    bool shown = a->layout.pane.rows > 0;
    pref_change(a, PREF_PANE, shown ? PANE_OFF : PANE_ON);
    if (!shown && !a->layout.pane.rows)
        app_bad(a, "no room for the pane");
}

void act_pane_side(struct app *a, const struct call *c)
{
    (void)c;
    pref_change(a, PREF_SIDE, a->layout.side ? SIDE_BELOW : SIDE_RIGHT);
    if (a->prefs.v[PREF_SIDE] == SIDE_RIGHT && !a->layout.side)
        app_bad(a, "beside the view only from 110 columns");
}

void act_mouse(struct app *a, const struct call *c)
{
    (void)c;
    pref_change(a, PREF_MOUSE, !a->prefs.v[PREF_MOUSE]);
}

static void options_fill(struct app *a)
{
    for (int i = 0; i < N_PREFS; i++) {
        const struct pref_def *d = pref_get((enum pref)i);
        menu_add(a, "%-8s %-10s %s", d->name, d->values[a->prefs.v[i]], d->help);
    }
}

static void options_accept(struct app *a, size_t line)
{
    enum pref p = (enum pref)line;
    pref_change(a, p, (a->prefs.v[p] + 1) % pref_n_values(p));
}

void act_options_menu(struct app *a, const struct call *c)
{
    (void)c;
    menu_open(a, "settings (Enter: next value)", options_fill, options_accept);
    a->menu.stays = true;
}

/* ---- the rest ---- */

void act_redraw(struct app *a, const struct call *c)
{
    (void)c;
    app_effect(a, EFFECT_REDRAW, "", 0);
}

void act_suspend(struct app *a, const struct call *c)
{
    (void)c;
    app_effect(a, EFFECT_SUSPEND, "", 0);
}

void act_cancel(struct app *a, const struct call *c)
{
    (void)c;
    a->search.running = false;
    search_set(a, &a->search, "", 0);
}

void act_quit(struct app *a, const struct call *c)
{
    a->status = c->param;
}
