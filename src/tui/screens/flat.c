/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile: one row per function, in any order. */
#include "core/view/grid/flat.h"
#include "core/view/label.h"
#include "tui/history/anchor.h"
#include "tui/history/history.h"
#include "tui/app/screen.h"

static struct grid *make_flat_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    struct screen *s = &ui->views->screen[VIEW_FLAT];
    session_both_ways(ui->session, true);
    return flat_grid(&ui->session->view, style, &s->sort, filter);
}

static bool enter(struct ui *ui, node_id n)
{
    struct screen *s = &ui->views->screen[VIEW_FLAT];
    struct row_anchor row = {
        .kind = ROW_FUNCTION, .at = anchor_of_node(ui->session, n), .index = s->list.cursor};
    if (node_is_cycle(ui->session->analysis, n))
        return false;
    /* What is taken out stands at the end: what is left is seen from the top. */
    if (function_excluded(&ui->session->view, n))
        row = (struct row_anchor){.kind = ROW_PRIMARY, .at = NO_ANCHOR};
    screen_point(ui->session, s, row);
    return false;
}

const struct screen_ops screen_flat = {
    .sorts = true,
    .filters = true,
    .columns = &flat_columns,
    .beside = BESIDE_RELATIVES,
    .functions = true,
    .style = STYLE_FLAT,
    .styles = "-Q -p",
    .enter = enter,
    .make = make_flat_grid,
};
