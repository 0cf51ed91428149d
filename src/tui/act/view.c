/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/view.h"

#include <string.h>

#include "tui/app/changes.h"
#include "tui/act/complete.h"
#include "tui/app/menu.h"
#include "tui/app/prompt.h"
#include "tui/app/screens.h"

/* ---- order ---- */

static bool sorts(struct ui *ui)
{
    if (screen_ops(ui->views->at)->sorts && screen_here(ui)->grid)
        return true;
    ui_warn(ui, "this view has an order of its own");
    return false;
}

void sort_by(struct ui *ui, unsigned i, int ascending)
{
    struct screen *s = screen_here(ui);
    if (!sorts(ui) || i >= s->grid->n_columns || !grid_column_sorts(&s->grid->columns[i]))
        return;
    bool up = !strcmp(s->grid->columns[i].id, "name");
    if (ascending >= 0)
        up = ascending;
    else if (s->grid->sort_column == i)
        up = !s->grid->sort_ascending;
    s->sort = (struct grid_sort){.column = i, .ascending = up};
    screen_sort_anew(s);
    screens_remake(ui);
    ui_say(ui, "sorted by %s, %s", s->grid ? s->grid->columns[i].id : "?",
           up ? "ascending" : "descending");
}

void sort_by_name(struct ui *ui, const char *id, size_t n, int ascending)
{
    const struct grid *g = screen_here(ui)->grid;
    if (!sorts(ui))
        return;
    for (unsigned i = 0; i < g->n_columns; i++)
        if (text_is(id, n, g->columns[i].id)) {
            sort_by(ui, i, ascending);
            return;
        }
    ui_warn(ui, "there is no column %.*s", (int)n, id);
}

static bool offers_sort(const struct grid *g, unsigned i)
{
    return grid_column_sorts(&g->columns[i]) && grid_offers(g, i);
}

static void sort_fill(struct ui *ui)
{
    const struct grid *g = screen_here(ui)->grid;
    menu_add(ui, "%c %-12s %s", g && g->sort_column == COLUMN_NONE ? 'v' : ' ', "gprof",
             "the order of the report");
    for (unsigned i = 0; g && i < g->n_columns; i++)
        if (offers_sort(g, i))
            menu_add(ui, "%c %-12s %s", i == g->sort_column ? (g->sort_ascending ? '^' : 'v') : ' ',
                     g->columns[i].id, g->columns[i].help ? g->columns[i].help : "");
}

static void sort_accept(struct ui *ui, size_t line)
{
    const struct grid *g = screen_here(ui)->grid;
    size_t at = 0; /* line 0 is gprof's */
    for (unsigned i = 0; g && i < g->n_columns; i++)
        if (offers_sort(g, i) && ++at == line) {
            sort_by(ui, i, -1);
            return;
        }
    screen_here(ui)->sort = (struct grid_sort){.column = COLUMN_NONE};
    screen_sort_anew(screen_here(ui));
    screens_remake(ui);
}

void act_sort_menu(struct ui *ui, const struct call *c)
{
    const struct grid *g = screen_here(ui)->grid;
    if (!sorts(ui))
        return;
    struct list *l = menu_open(ui, "sort by (again: the other way round)", sort_fill, sort_accept);
    size_t at = 0;
    for (unsigned i = 0; g->sort_column != COLUMN_NONE && i <= g->sort_column; i++)
        at += offers_sort(g, i);
    list_set(l, at);
}

/* ---- columns ---- */

/* The columns that are shown now, as bits. */
static uint32_t columns_shown(const struct grid *g)
{
    struct line l = {0};
    uint32_t shown = 0;
    grid_heading(g, &l);
    for (size_t i = 0; i < l.n_spans; i++)
        if (l.spans[i].column != COLUMN_NONE)
            shown |= UINT32_C(1) << l.spans[i].column;
    line_release(&l);
    return shown;
}

/* All columns but the name, which is always shown. */
static void columns_fill(struct ui *ui)
{
    const struct grid *g = screen_here(ui)->grid;
    uint32_t shown = g ? columns_shown(g) : 0;
    for (unsigned i = 0; g && i + 1 < g->n_columns; i++)
        if (grid_offers(g, i))
            menu_add(ui, "[%c] %-12s %s", shown >> i & 1 ? 'x' : ' ', g->columns[i].id,
                     g->columns[i].help ? g->columns[i].help : "");
}

/* A column that is added takes no other one away: those shown are asked for as well. */
static void columns_accept(struct ui *ui, size_t line)
{
    struct screen *s = screen_here(ui);
    unsigned i = 0;
    for (size_t left = line; s->grid && (left > 0 || !grid_offers(s->grid, i)); i++)
        left -= grid_offers(s->grid, i);
    uint32_t bit = UINT32_C(1) << i, shown = s->grid ? columns_shown(s->grid) : 0, with = s->with;
    bool was = shown & bit;
    s->columns_by_hand = true;
    s->with = was ? s->with & ~bit : s->with | shown | bit;
    s->without = was ? s->without | bit : s->without & ~bit;
    screens_remake(ui);
    if (was || !s->grid || (columns_shown(s->grid) & (shown | bit)) == (shown | bit))
        return;
    s->with = with;
    s->without |= bit;
    screens_remake(ui);
    ui_warn(ui, "no room for it: take another column away");
}

void act_columns(struct ui *ui, const struct call *c)
{
    const struct grid *g = screen_here(ui)->grid;
    if (!g || g->n_columns < 2) {
        ui_warn(ui, "this view has no columns");
        return;
    }
    menu_open(ui, "columns (Enter: show, hide)", columns_fill, columns_accept);
    ui->menu->stays = true;
}

/* ---- row filter ---- */

void rows_filter(struct ui *ui, const char *filter)
{
    struct screen *s = screen_here(ui);
    struct err e = ERR_INIT;
    if (!screen_ops(ui->views->at)->filters) {
        ui_warn(ui, "this view has no row filter");
        return;
    }
    struct rowfilter *try = *filter ? grid_rowfilter(filter, strlen(filter), &e) : NULL;
    if (*filter && !try) {
        ui_say_error(ui, &e);
        return;
    }
    rowfilter_free(try);
    rows_change(ui, ui->views->at, filter);
    if (s->grid && *filter)
        ui_say(ui, "%u hidden by & %s", (unsigned)s->grid->n_hidden, filter);
}

static const struct prompt_def prompt_rows = {
    .label = "&",
    .past = PAST_ROWS,
    .accept = rows_filter,
    .complete = complete_rows,
};

void act_filter_rows(struct ui *ui, const struct call *c)
{
    if (!screen_ops(ui->views->at)->filters) {
        ui_warn(ui, "this view has no row filter");
        return;
    }
    prompt_open(ui, &prompt_rows, "");
    if (screen_here(ui)->filter.n)
        past_add(&ui->prompt->pasts[PAST_ROWS], screen_here(ui)->filter.p,
                 screen_here(ui)->filter.n);
}

/* ---- settings ---- */

void pref_change(struct ui *ui, enum pref p, int v)
{
    bool other = ui->prefs.v[p] != v;
    ui->prefs.v[p] = v;
    ui->prefs.by_hand[p] = true;
    if (p == PREF_MOUSE && other)
        ui_request(ui, v ? REQUEST_MOUSE_ON : REQUEST_MOUSE_OFF, "", 0);
    if (p == PREF_NAMES && other) /* shorter ones may all lie left of what is seen */
        for (int i = 0; i < N_VIEWS; i++)
            ui->views->screen[i].skip = 0;
    if (other)
        screens_restyle(ui);
    ui_say(ui, "%s: %s", pref_get(p)->name, pref_get(p)->values[v]);
}

void act_names(struct ui *ui, const struct call *c)
{
    pref_change(ui, PREF_NAMES, (ui->prefs.v[PREF_NAMES] + 1) % pref_n_values(PREF_NAMES));
}

void act_side_pane(struct ui *ui, const struct call *c)
{
    bool shown = ui->layout.side_pane.rows > 0;
    pref_change(ui, PREF_SIDE_PANE, shown ? SIDE_PANE_OFF : SIDE_PANE_ON);
    if (!shown && !ui->layout.side_pane.rows)
        ui_warn(ui, "no room for the pane");
}

static void options_fill(struct ui *ui)
{
    for (int i = 0; i < N_PREFS; i++) {
        const struct pref_def *d = pref_get((enum pref)i);
        menu_add(ui, "%-8s %-10s %s", d->name, d->values[ui->prefs.v[i]], d->help);
    }
}

static void options_accept(struct ui *ui, size_t line)
{
    enum pref p = (enum pref)line;
    pref_change(ui, p, (ui->prefs.v[p] + 1) % pref_n_values(p));
}

void settings_choose(struct ui *ui)
{
    menu_open(ui, "settings (Enter: next value)", options_fill, options_accept);
    ui->menu->stays = true;
}

/* ---- the rest ---- */

void act_terminal(struct ui *ui, const struct call *c)
{
    ui_request(ui, (enum request_kind)c->param, "", 0);
}

void act_quit(struct ui *ui, const struct call *c)
{
    ui->status = c->param;
}
