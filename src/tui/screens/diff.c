/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sides compared, function by function. */
#include "core/view/grid/diff.h"

#include "tui/act/compare.h"
#include "tui/app/screens.h"
#include "tui/app/screen.h"

static struct grid *make_diff_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    const struct screen *s = &ui->views->screen[VIEW_DIFF];
    struct diff_look look = {.view = &ui->session->view};
    struct err why = ERR_INIT;
    if (session_compares(ui->session)) {
        look.v = session_diff(ui->session, &why);
        look.why = &why;
        if (!look.v) /* the view says so, too, and what else may be compared */
            ui_say_error(ui, &why);
    }
    return diff_grid(&look, style, &s->sort, filter);
}

/* The comparison that is shown; NULL: there is none. */
static const struct view_diff *made(const struct ui *ui)
{
    return ui->views->screen[VIEW_DIFF].grid ? comparison_here(ui) : NULL;
}

static void status(const struct ui *ui, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_DIFF];
    const struct grid *g = s->grid;
    const struct view_diff *v = made(ui);
    if (!v)
        return;
    text_sort(out, g, "  ");
    if (ui->layout.cols >= 100 || (v->diff->repeated && g->sort_column == COLUMN_NONE))
        text_diff_judges(out, v->diff);
}

static void trail(const struct ui *ui, struct text *out)
{
    const struct view_diff *v = made(ui);
    if (v)
        text_diff_sides(out, v);
}

static bool has_tab(const struct ui *ui)
{
    return session_compares(ui->session);
}

const struct screen_ops screen_diff = {
    .sorts = true,
    .filters = true,
    .compares = true,
    .columns = &diff_columns,
    .styles = "--format=text",
    .beside = BESIDE_RELATIVES,
    .open = compared_open_row,
    .hottest = compared_go_first,
    .go = compared_go_node,
    .has_tab = has_tab,
    .make = make_diff_grid,
    .status = status,
    .trail = trail,
};
