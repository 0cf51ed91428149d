/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph, one entry at a time: callers, the primary function, callees. */
#include "core/analyze/entry.h"
#include "core/analyze/questions/questions.h"
#include "core/view/grid/entry.h"
#include "core/view/label.h"
#include "tui/history/anchor.h"
#include "tui/history/history.h"
#include "tui/app/screen.h"

static struct grid *make_graph_grid(struct ui *ui, const struct grid_style *style,
                                    const struct rowfilter *filter)
{
    struct screen *s = &ui->views->screen[VIEW_GRAPH];
    node_id n = anchor_node(ui->session, s->item);
    session_both_ways(ui->session, false);
    if (n == NO_ID)
        n = analysis_first_entry(ui->session->analysis);
    if (!s->item.there)
        s->item = anchor_of_node(ui->session, n);
    struct graph_folds folds = {.members = s->folded};
    return entry_grid(&ui->session->view, n, style, &folds, filter);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct analysis *an = ui->session->analysis;
    node_id n = anchor_node(ui->session, ui->views->screen[VIEW_GRAPH].item);
    if (n != NO_ID && !analysis_has_entry(an, n, ui->session->settings.unused))
        text_str(out, "not in the report");
}

enum { TRAIL_MAX = 6, TRAIL_NAME = 40 };

/* The last entries that led here, the latest first. */
static size_t trail_steps(const struct ui *ui, node_id *steps)
{
    const struct history *h = ui->history;
    size_t n = 0;
    for (size_t i = h->n ? h->at + 1 : 0; i-- > 0 && n < TRAIL_MAX;) {
        if (h->place[i].view != VIEW_GRAPH)
            continue;
        node_id node = anchor_node(ui->session, h->place[i].item);
        if (node != NO_ID && (!n || steps[n - 1] != node))
            steps[n++] = node;
    }
    return n;
}

static void trail(const struct ui *ui, struct text *out)
{
    node_id steps[TRAIL_MAX];
    size_t n = trail_steps(ui, steps);
    n = n > 1 ? n : 0;
    text_str(out, n ? "trail: " : "");
    while (n > 0) {
        n--;
        text_function_within(out, &ui->session->view, steps[n],
                             (struct name_style){ui_name_level(ui), ui->ascii, false}, TRAIL_NAME);
        if (n)
            text_str(out, ", ");
    }
}

static bool enter(struct ui *ui, node_id n)
{
    struct screen *s = &ui->views->screen[VIEW_GRAPH];
    s->item = anchor_of_node(ui->session, n);
    screen_drop_grid(s);
    screen_sort_anew(s);
    screen_point(ui->session, s, (struct row_anchor){.kind = ROW_PRIMARY, .at = s->item});
    return false;
}

const struct screen_ops screen_graph = {
    .filters = true,
    .columns = &entry_columns,
    .beside = BESIDE_SOURCE,
    .pins = true,
    .sections = true,
    .style = STYLE_GRAPH,
    .missed = " in this entry; f finds any function",
    .styles = "-P -q",
    .enter = enter,
    .make = make_graph_grid,
    .status = status,
    .trail = trail,
};
