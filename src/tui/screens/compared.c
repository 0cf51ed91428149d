/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function in a comparison: callers, the function, callees of both sides, one entry at a time.
 */
#include "core/session/compare.h"
#include "core/view/grid/diff_entry.h"
#include "tui/act/compare.h"
#include "tui/app/wording.h"
#include "tui/screens/screens.h"

static const struct screen *shown(const struct ui *ui)
{
    return &ui->views->screen[VIEW_COMPARED];
}

static struct grid *make(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e)
{
    const struct screen *s = shown(ui);
    struct diff_look look = {
        .view = &ui->session->view, .side_by_side = s->by, .cycle = s->item.cycle};
    struct err why = ERR_INIT;
    if (session_compares(ui->session)) {
        look.v = session_diff(ui->session, &why);
        look.why = &why;
        if (!look.v)
            ui_say_error(ui, &why);
    }
    uint32_t row = look.v ? compared_item(ui, look.v) : NO_ID;
    if (look.v && row == NO_ID)
        row = compared_first(look.v);
    if (row == NO_ID)
        return diff_grid(&look, style, NULL, NULL, e);
    return diff_entry_grid(&look, row, style, &s->sort, filter, e);
}

static void status(const struct ui *ui, unsigned width, struct text *out)
{
    const struct screen *s = shown(ui);
    const struct grid *g = s->grid;
    if (!g || !session_compares(ui->session))
        return;
    if (g->n_hidden)
        text_printf(out, "%u hidden  ", (unsigned)g->n_hidden);
    if (g->sort_column != COLUMN_NONE)
        text_printf(out, "sort: %s (%s)  ", g->columns[g->sort_column].id,
                    g->sort_ascending ? "asc" : "desc");
    if (width >= 100)
        text_str(out, s->by ? "side by side, " : "differences, ");
    text_str(out, width >= 80 ? "compared entry" : "entry");
}

static void trail(const struct ui *ui, struct text *out)
{
    const struct screen *s = shown(ui);
    struct err ignored = ERR_INIT;
    const struct view_diff *v =
        session_compares(ui->session) && s->grid ? session_diff(ui->session, &ignored) : NULL;
    if (v)
        text_diff_sides(out, v);
    if (s->filter.n) {
        text_str(out, "  & ");
        text_add(out, s->filter.p, s->filter.n);
    }
}

const struct screen_ops screen_compared = {
    .sorts = true,
    .filters = true,
    .compares = true,
    .columns = diff_arc_columns,
    .n_columns = &n_diff_arc_columns,
    .beside = BESIDE_SOURCE,
    .pins = true,
    .sections = true,
    .missed = " in this entry; 7 lists all functions",
    .styles = "--format=text -q",
    .open = compared_open_row,
    .up = compared_open_caller,
    .hottest = compared_go_first,
    .go = compared_go_node,
    .make = make,
    .status = status,
    .trail = trail,
};
