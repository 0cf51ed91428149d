/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph of the base of a comparison, one entry at a time. Its rows are of another profile:
 * options and the other views know nothing of them. */
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/utf8.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/entry.h"
#include "tui/act/compare.h"
#include "tui/app/screens.h"
#include "tui/app/screen.h"

static struct grid *make_base_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    const struct view_diff *v = comparison_here(ui);
    const struct diff_look nothing = {.view = &ui->session->view};
    const struct graph_folds folds = {.elsewhere = true};
    if (!v)
        return diff_grid(&nothing, style, NULL, NULL);
    const struct view_context *base = v->side[DIFF_OLD];
    node_id n = base_node(ui, base->analysis);
    n = n == NO_ID ? analysis_first_entry(base->analysis) : n;
    return entry_grid(base, n, style, &folds, filter);
}

static void open_row(struct ui *ui)
{
    const struct screen *s = screen_here(ui);
    bool some = s->grid && comparison_here(ui);
    base_open_node(ui, some ? entry_grid_node(s->grid, (uint32_t)s->list.cursor) : NO_ID);
}

static void up(struct ui *ui)
{
    const struct view_diff *v = comparison_here(ui);
    const struct analysis *base = v ? v->side[DIFF_OLD]->analysis : NULL;
    node_id n = base ? base_node(ui, base) : NO_ID;
    node_id caller = n == NO_ID ? NO_ID : analysis_heaviest_caller(base, n);
    if (caller == NO_ID)
        ui_say(ui, "nothing known calls it");
    else
        base_open_node(ui, caller);
}

static void status(const struct ui *ui, struct text *out)
{
    text_str(out, "entry of the base");
}

static void trail(const struct ui *ui, struct text *out)
{
    const struct screen *s = screen_here(ui);
    const struct view_diff *v = s->grid ? comparison_here(ui) : NULL;
    if (v)
        text_visible(out, v->label[DIFF_OLD], strlen(v->label[DIFF_OLD]));
}

const struct screen_ops screen_base = {
    .filters = true,
    .compares = true,
    .columns = &entry_columns,
    .pins = true,
    .sections = true,
    .missed = " in this entry; 7 lists all functions",
    .styles = "--format=text",
    .open = open_row,
    .up = up,
    .make = make_base_grid,
    .status = status,
    .trail = trail,
};
