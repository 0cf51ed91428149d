/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/compare.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "core/view/grid/diff.h"
#include "tui/app/changes.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"

static void drop(struct option_list *l, const char *option)
{
    option_list_drop(l, option_by_name(option));
}

/* ---- files ---- */

void compare_files(struct ui *ui, const char *const *files, size_t n)
{
    struct option_list before = options_copy(ui), l = options_copy(ui);
    struct err e = ERR_INIT;
    const bool was = session_compares(ui->session);
    drop(&l, "diff");
    for (size_t i = 0; i < n; i++)
        option_list_add(&l, option_by_name("diff"), files[i]);
    if (!options_change(ui, &l)) {
        option_list_release(&before);
    } else if (n && !session_diff(ui->session, &e)) {
        options_change(ui, &before);
        ui_say_error(ui, &e);
    } else {
        option_list_release(&before);
        if (n)
            ui_run(ui, ACTION_VIEW_DIFF, 0);
        else
            ui_say(ui, was ? "no longer compared" : "nothing was compared");
    }
}

/* ---- runs ---- */

/* The other side: what it has now unless that is nothing, or among these; else all others. False:
 * there is none. */
static bool find_others(const struct ui *ui, int side, const bool *these, bool *others)
{
    uint32_t n = 0, n_common = 0, n_now = 0;
    const struct profile *p = ui->session->profile;
    const struct profile_runs *all = profile_all_runs(p);
    const struct settings *o = &ui->session->settings;
    /* Which runs it has now; the new one: none if all are shown. */
    for (uint32_t i = 0; i < all->n; i++) {
        const struct profile_run *r = &all->v[i];
        const char *file = r->n_files ? ui->session->whole->files[r->file].path : r->name;
        others[i] = side == SIDE_BASE && p->shown_runs && p->shown_runs[i];
        for (size_t k = 0; side == SIDE_NEW && !others[i] && k < o->n_diff_files; k++)
            others[i] = !strcmp(o->diff_files[k], file);
        n_now += others[i];
        n_common += others[i] && these[i];
    }
    for (uint32_t i = 0; i < all->n; i++) {
        others[i] = n_now && !n_common ? others[i] : !these[i];
        n += others[i];
    }
    return n > 0;
}

/* Compare with the files of some runs, showing others alone. */
static bool compare_sides(struct ui *ui, const bool *base, const bool *shown)
{
    const struct profile *p = ui->session->whole;
    const struct profile_runs *r = p->runs;
    struct option_list l = options_copy(ui);
    struct text words = {0};
    drop(&l, "diff");
    drop(&l, "diff-image");
    drop(&l, "only-runs");
    profile_runs_list(r, shown, &words);
    option_list_add(&l, option_by_name("only-runs"), text_z(&words));
    for (uint32_t i = 0; i < r->n; i++)
        if (base[i] && !r->v[i].n_files)
            option_list_add(&l, option_by_name("diff"), r->v[i].name);
    for (uint32_t k = 0; r->is_set && k < p->n_files; k++)
        if (r->run_of[k] != NO_RUN && base[r->run_of[k]])
            option_list_add(&l, option_by_name("diff"), p->files[k].path);
    text_release(&words);
    return options_change(ui, &l);
}

bool compare_runs(struct ui *ui, int side, const bool *these)
{
    bool *others = mem_array(profile_all_runs(ui->session->profile)->n, sizeof *others);
    bool ok = find_others(ui, side, these, others);
    if (!ok)
        ui_warn(ui, "no run is left to compare these with");
    else if (side == SIDE_BASE)
        ok = compare_sides(ui, these, others);
    else
        ok = compare_sides(ui, others, these);
    free(others);
    return ok;
}

/* ---- the functions compared ---- */

static uint32_t row_of_node(const struct view_diff *v, node_id n)
{
    const struct diff *d = v->diff;
    bool known = n != NO_ID && n < v->side[DIFF_NEW]->analysis->n_symbols;
    return known ? d->row_of[DIFF_NEW][n] : NO_ID;
}

/* The row of the comparison at hand; NO_ID: none. */
static uint32_t row_here(const struct ui *ui, const struct view_diff *v)
{
    const struct screen *s = screen_here(ui);
    if (ui->views->at == VIEW_DIFF && !side_pane_has_keys(ui))
        return s->grid ? diff_grid_row(s->grid, (uint32_t)s->list.cursor) : NO_ID;
    node_id n = anchor_node(ui->session, s->item);
    n = n != NO_ID && !side_pane_has_keys(ui) ? n : row_at_hand(ui).subject.node;
    return row_of_node(v, analysis_symbol_of(ui->session->analysis, n));
}

void compared_open_row(struct ui *ui)
{
    const struct view_diff *v = comparison_here(ui);
    uint32_t row = v ? row_here(ui, v) : NO_ID;
    node_id n = row_at_hand(ui).subject.node;
    if (n != NO_ID)
        open_entry(ui, n);
    else if (row != NO_ID)
        ui_say(ui, "it is gone: b shows the entry of the base");
    else
        ui_say(ui, "nothing to open on this line");
}

node_id base_node(const struct ui *ui, const struct analysis *base)
{
    struct anchor item = ui->views->screen[VIEW_BASE].item;
    sym_id s = anchor_gone(base, item);
    uint32_t cycle = s != NO_ID && item.cycle ? base->cycles->cycle[s] : 0;
    return cycle ? cycle_node(base, cycle) : s;
}

void base_open_node(struct ui *ui, node_id n)
{
    const struct view_diff *v = comparison_here(ui);
    const struct analysis *base = v ? v->side[DIFF_OLD]->analysis : NULL;
    if (!base || n == NO_ID) {
        ui_say(ui, "nothing to open on this line");
        return;
    }
    bool here = ui->views->at == VIEW_BASE && n == base_node(ui, base);
    bool cycle = node_is_cycle(base, n) || (here && node_cycle_number(base, n));
    if (here && (!cycle || node_is_cycle(base, n))) {
        ui_say(ui, "this is the entry shown");
    } else { /* the entry of a function of the base, or of its cycle */
        struct screen *s = &ui->views->screen[VIEW_BASE];
        places_leave(ui);
        s->item = anchor_of_gone(base, analysis_symbol_of(base, n));
        s->item.cycle = cycle;
        s->skip = 0;
        screen_drop_grid(s);
        screen_point(ui->session, s, (struct row_anchor){.kind = ROW_PRIMARY, .at = NO_ANCHOR});
        screens_open(ui, VIEW_BASE);
        places_arrive(ui);
    }
}

void compared_open_base(struct ui *ui)
{
    const struct view_diff *v = comparison_here(ui);
    if (v && ui->views->at == VIEW_BASE) {
        /* From the base's entry to that of the new side. */
        sym_id old = analysis_symbol_of(v->side[DIFF_OLD]->analysis,
                                        base_node(ui, v->side[DIFF_OLD]->analysis));
        sym_id new =
            old == NO_ID ? NO_ID : v->diff->rows[v->diff->row_of[DIFF_OLD][old]].symbol[DIFF_NEW];
        if (new == NO_ID)
            ui_warn(ui, "it is gone: the new side has no such function");
        else
            open_entry(ui, new);
        return;
    }
    uint32_t row = v ? row_here(ui, v) : NO_ID;
    sym_id old = row == NO_ID ? NO_ID : v->diff->rows[row].symbol[DIFF_OLD];
    if (!v)
        ui_warn(ui, "nothing is compared: :diff FILE names another profile");
    else if (row == NO_ID)
        ui_warn(ui, "no function here");
    else if (old == NO_ID)
        ui_warn(ui, "it is new: the base has no such function");
    else
        base_open_node(ui, old);
}

/* To the row of the list. */
static void go_row(struct ui *ui, const struct view_diff *v, uint32_t row)
{
    struct screen *s = screen_here(ui);
    uint32_t i = 0;
    while (s->grid && i < s->grid->n_rows && diff_grid_row(s->grid, i) != row)
        i++;
    if (s->grid && i < s->grid->n_rows)
        list_set(&s->list, i);
    else if (diff_row_is_empty(&v->diff->rows[row]))
        ui_warn(ui, "it has neither time nor calls on either side: -z lists it");
    else
        ui_warn(ui, "the row filter hides it");
}

void compared_go_first(struct ui *ui)
{
    const struct view_diff *v = comparison_here(ui);
    struct diff_rows rows = {0};
    if (v)
        diff_rows_make(&rows, v, true, true);
    if (!rows.n)
        ui_warn(ui, "nothing is compared");
    else
        go_row(ui, v, rows.row[0]);
    arena_release(&rows.memory);
}

bool compared_go_node(struct ui *ui, node_id n)
{
    const struct view_diff *v = comparison_here(ui);
    uint32_t row = v ? row_of_node(v, n) : NO_ID;
    if (row != NO_ID)
        go_row(ui, v, row);
    return row != NO_ID;
}
