/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/compare.h"

#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "core/session/compare.h"
#include "core/view/grid/diff_entry.h"
#include "tui/app/changes.h"
#include "tui/app/places.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"

static const char *const side_options[N_RUN_SIDES] = {"diff-base", "diff-new"};

static void drop(struct option_list *l, const char *option)
{
    option_list_drop(l, option_by_name(option));
}

/* ---- files ---- */

static bool list_files(struct option_list *l, const char *const *files, size_t n)
{
    bool ok = true;
    drop(l, "diff");
    drop(l, side_options[RUNS_BASE]);
    drop(l, side_options[RUNS_NEW]);
    for (size_t i = 0; ok && i < n; i++)
        ok = option_list_add(l, option_by_name("diff"), files[i]);
    return ok;
}

void compare_files(struct ui *ui, const char *const *files, size_t n)
{
    struct option_list before, l = {0};
    struct err e = ERR_INIT;
    if (!option_list_copy(&before, &ui->session->options)) {
        ui_warn(ui, "out of memory");
        return;
    }
    bool copied = option_list_copy(&l, &before) && list_files(&l, files, n);
    if (!copied) {
        ui_warn(ui, "out of memory");
    } else if (options_change(ui, &l)) {
        if (!n) {
            ui_say(ui, "no longer compared");
        } else if (session_diff(ui->session, &e)) {
            ui_run(ui, ACTION_VIEW_DIFF, 0);
        } else {
            options_change_copy(ui, &before);
            ui_say_error(ui, &e);
        }
    }
    option_list_release(&l);
    option_list_release(&before);
}

/* ---- runs ---- */

/* Whether runs can be compared so; else a message says why not. */
static bool sides_exist(struct ui *ui, const char *const asked[N_RUN_SIDES])
{
    struct text list[N_RUN_SIDES] = {{0}, {0}};
    struct err e = ERR_INIT;
    bool ok = run_sides_list(ui->session->profile->runs, asked, list, &e);
    if (!ok)
        ui_say_error(ui, &e);
    text_release(&list[RUNS_BASE]);
    text_release(&list[RUNS_NEW]);
    return ok;
}

/* Make the sides those asked for; NULL: nothing is said of it. */
static bool set_sides(struct ui *ui, const char *const asked[N_RUN_SIDES])
{
    struct option_list l;
    if (!sides_exist(ui, asked))
        return false;
    bool ok = option_list_copy(&l, &ui->session->options);
    if (ok) {
        drop(&l, "diff");
        drop(&l, "diff-image");
    }
    for (int i = 0; ok && i < N_RUN_SIDES; i++) {
        drop(&l, side_options[i]);
        ok = !asked[i] || option_list_add(&l, option_by_name(side_options[i]), asked[i]);
    }
    if (!ok)
        ui_warn(ui, "out of memory");
    ok = ok && options_change(ui, &l);
    option_list_release(&l);
    return ok;
}

bool compare_runs(struct ui *ui, int side, const char *list)
{
    const struct settings *now = &ui->session->settings;
    const char *asked[N_RUN_SIDES] = {now->diff_base, now->diff_new};
    asked[side] = list;
    return set_sides(ui, asked);
}

void act_diff_swap(struct ui *ui, const struct call *c)
{
    const struct settings *now = &ui->session->settings;
    const char *asked[N_RUN_SIDES] = {now->diff_base, now->diff_new};
    struct text list[N_RUN_SIDES] = {{0}, {0}};
    struct err e = ERR_INIT;
    (void)c;
    if (!session_compares(ui->session) || now->n_diff_files) {
        ui_warn(ui, now->n_diff_files
                        ? "other files are compared: start with them the other way round"
                        : "nothing is compared: b and B in Runs say what");
    } else if (!run_sides_list(ui->session->whole->runs, asked, list, &e)) {
        ui_say_error(ui, &e);
    } else if (set_sides(
                   ui, (const char *const[]){text_z(&list[RUNS_NEW]), text_z(&list[RUNS_BASE])})) {
        ui_say(ui, "base and new changed places");
    }
    text_release(&list[RUNS_BASE]);
    text_release(&list[RUNS_NEW]);
}

/* ---- entries ---- */

static uint32_t row_of_node(const struct view_diff *v, node_id n)
{
    const struct diff *d = v->diff;
    bool known = n != NO_ID && n < v->side[DIFF_NEW]->analysis->n_symbols;
    return known ? d->row_of[DIFF_NEW][n] : NO_ID;
}

uint32_t compared_item(const struct ui *ui, const struct view_diff *v)
{
    struct anchor item = ui->views->screen[VIEW_COMPARED].item;
    item.cycle = false; /* the function that stands for it */
    sym_id gone = anchor_gone(v->side[DIFF_OLD]->analysis, item);
    return gone != NO_ID ? v->diff->row_of[DIFF_OLD][gone]
                         : row_of_node(v, anchor_node(ui->session, item));
}

/* The row of the comparison at hand; NO_ID: none. */
static uint32_t row_here(const struct ui *ui, const struct view_diff *v)
{
    const struct screen *s = screen_here(ui);
    if (side_pane_has_keys(ui))
        return row_of_node(v, row_at_hand(ui).subject.node);
    if (!s->grid)
        return NO_ID;
    return ui->views->at == VIEW_COMPARED ? diff_entry_grid_row(s->grid, (uint32_t)s->list.cursor)
                                          : diff_grid_row(s->grid, (uint32_t)s->list.cursor);
}

/* Is the entry of a cycle shown? */
static bool shows_cycle(const struct ui *ui)
{
    return ui->views->at == VIEW_COMPARED && ui->views->screen[VIEW_COMPARED].item.cycle;
}

/* Open the entry of a function, or of its cycle. */
static void open_item(struct ui *ui, const struct view_diff *v, uint32_t row, bool cycle)
{
    struct screen *s = &ui->views->screen[VIEW_COMPARED];
    const struct diff_row *r = &v->diff->rows[row];
    places_leave(ui);
    s->by = screen_here(ui)->by;
    s->item = r->symbol[DIFF_NEW] == NO_ID
                  ? anchor_of_gone(v->side[DIFF_OLD]->analysis, r->symbol[DIFF_OLD])
                  : anchor_of_node(ui->session, r->symbol[DIFF_NEW]);
    s->item.cycle = cycle;
    s->skip = 0;
    screen_drop_grid(s);
    screen_point(ui->session, s,
                 (struct row_anchor){cycle ? ROW_CYCLE : ROW_PRIMARY, s->item, 0, 0});
    screens_open(ui, VIEW_COMPARED);
    places_arrive(ui);
}

static void open_row(struct ui *ui, const struct view_diff *v, uint32_t row)
{
    open_item(ui, v, row, false);
}

/* The comparison shown, NULL where there is none. */
static const struct view_diff *comparison(struct ui *ui)
{
    struct err ignored = ERR_INIT;
    return session_compares(ui->session) ? session_diff(ui->session, &ignored) : NULL;
}

void compared_open_row(struct ui *ui)
{
    const struct view_diff *v = comparison(ui);
    uint32_t row = v ? row_here(ui, v) : NO_ID;
    bool cycle = shows_cycle(ui);
    enum row_kind kind = row_at_hand(ui).kind;
    bool here = ui->views->at == VIEW_COMPARED && row != NO_ID &&
                (cycle ? kind == ROW_CYCLE : row == compared_item(ui, v));
    if (row == NO_ID)
        ui_say(ui, "nothing to open on this line");
    else if (here && !cycle && diff_row_in_cycle(v->diff, &v->diff->rows[row]))
        open_item(ui, v, row, true);
    else if (here)
        ui_say(ui, "this is the entry shown");
    else
        open_row(ui, v, row);
}

void compared_open_caller(struct ui *ui)
{
    const struct view_diff *v = comparison(ui);
    uint32_t row = !v                               ? NO_ID
                   : ui->views->at == VIEW_COMPARED ? compared_item(ui, v)
                                                    : row_here(ui, v);
    struct diff_entry x;
    if (row == NO_ID) {
        ui_warn(ui, "no function here");
        return;
    }
    if (!diff_entry_make(
            &x, &(struct diff_entry_order){
                    .v = v, .row = row, .cycle = shows_cycle(ui), .column = COLUMN_NONE})) {
        ui_warn(ui, "out of memory");
        return;
    }
    uint32_t n = x.count[DIFF_CALLERS].shown, up = n ? x.rows[n].row : NO_ID; /* after the rule */
    diff_entry_release(&x);
    if (up == NO_ID)
        ui_say(ui, "nothing known calls it");
    else
        open_row(ui, v, up);
}

uint32_t compared_first(const struct view_diff *v)
{
    struct diff_rows rows;
    if (!diff_rows_make(&rows, &(struct diff_order){.v = v, .column = COLUMN_NONE, .all = true}))
        return NO_ID;
    uint32_t first = rows.n ? rows.row[0] : NO_ID;
    diff_rows_release(&rows);
    return first;
}

/* To a row of the comparison: in the list, or from an entry to its entry. */
static void go_row(struct ui *ui, const struct view_diff *v, uint32_t row)
{
    struct screen *s = screen_here(ui);
    uint32_t i = 0;
    if (ui->views->at == VIEW_COMPARED) {
        open_row(ui, v, row);
        return;
    }
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
    const struct view_diff *v = comparison(ui);
    uint32_t first = v ? compared_first(v) : NO_ID;
    if (first == NO_ID)
        ui_warn(ui, "nothing is compared");
    else
        go_row(ui, v, first);
}

bool compared_go_node(struct ui *ui, node_id n)
{
    const struct view_diff *v = comparison(ui);
    uint32_t row = v ? row_of_node(v, analysis_symbol_of(ui->session->analysis, n)) : NO_ID;
    if (row != NO_ID && node_is_cycle(ui->session->analysis, n))
        open_item(ui, v, row, true);
    else if (row != NO_ID)
        go_row(ui, v, row);
    return row != NO_ID;
}

/* Is a function of the old side so called there, raw or as it is shown? */
static bool old_reads_as(const struct ui *ui, const struct view_diff *v, sym_id old,
                         const char *name)
{
    const struct view_context *side = v->side[DIFF_OLD];
    bool is_so = !strcmp(symbol_name(side->analysis, old), name);
    enum name_level levels[] = {ui_name_level(ui), NAME_FULL};
    for (size_t i = 0; !is_so && i < ARRAY_LEN(levels); i++) {
        struct text t = {0};
        text_name(&t, side, old, (struct name_style){levels[i], ui->ascii, false});
        is_so = !strcmp(text_z(&t), name);
        text_release(&t);
    }
    return is_so;
}

void compared_go_old_symbol(struct ui *ui, sym_id old)
{
    const struct view_diff *v = comparison(ui);
    if (v && old < v->side[DIFF_OLD]->analysis->n_symbols)
        go_row(ui, v, v->diff->row_of[DIFF_OLD][old]);
}

bool compared_go_old(struct ui *ui, const char *name)
{
    const struct view_diff *v = screen_ops(ui->views->at)->compares ? comparison(ui) : NULL;
    uint32_t n = v ? v->side[DIFF_OLD]->analysis->n_symbols : 0;
    for (sym_id old = 0; old < n; old++)
        if (old_reads_as(ui, v, old, name)) {
            compared_go_old_symbol(ui, old);
            return true;
        }
    return false;
}
