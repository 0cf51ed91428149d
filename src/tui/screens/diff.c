/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sides compared, function by function. */
#include "core/view/grid/diff.h"

#include "core/options/diff_options.h"
#include "core/session/compare.h"
#include "tui/act/compare.h"
#include "tui/act/options.h"
#include "tui/app/changes.h"
#include "tui/app/screens.h"
#include "tui/app/wording.h"
#include "tui/screens/screens.h"

static struct grid *make(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e)
{
    const struct screen *s = &ui->views->screen[VIEW_DIFF];
    struct diff_look look = {.view = &ui->session->view, .side_by_side = s->by};
    struct err why = ERR_INIT;
    if (session_compares(ui->session)) {
        look.v = session_diff(ui->session, &why);
        look.why = &why;
        if (!look.v) /* the view says so, too, and what else may be compared */
            ui_say_error(ui, &why);
    }
    return diff_grid(&look, style, &s->sort, filter, e);
}

/* The comparison that is shown; NULL: there is none. */
static const struct view_diff *made(const struct ui *ui)
{
    struct err ignored = ERR_INIT;
    return session_compares(ui->session) && ui->views->screen[VIEW_DIFF].grid
               ? session_diff(ui->session, &ignored)
               : NULL;
}

static void status(const struct ui *ui, unsigned width, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_DIFF];
    const struct grid *g = s->grid;
    const struct view_diff *v = made(ui);
    if (!v)
        return;
    if (g->n_hidden)
        text_printf(out, "%u hidden  ", (unsigned)g->n_hidden);
    if (g->sort_column != COLUMN_NONE)
        text_printf(out, "sort: %s (%s)  ", g->columns[g->sort_column].id,
                    g->sort_ascending ? "asc" : "desc");
    if (width >= 100)
        text_str(out, s->by ? "side by side, " : "differences, ");
    if (width >= 100 || (v->diff->repeated && g->sort_column == COLUMN_NONE))
        text_diff_judges(out, v->diff);
}

static void trail(const struct ui *ui, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_DIFF];
    const struct view_diff *v = made(ui);
    if (v)
        text_diff_sides(out, v);
    if (s->filter.n) {
        text_str(out, "  & ");
        text_add(out, s->filter.p, s->filter.n);
    }
}

const struct screen_ops screen_diff = {
    .sorts = true,
    .filters = true,
    .compares = true,
    .columns = diff_columns,
    .n_columns = &n_diff_columns,
    .styles = "--format=text",
    .beside = BESIDE_RELATIVES,
    .open = compared_open_row,
    .up = compared_open_caller,
    .hottest = compared_go_first,
    .go = compared_go_node,
    .make = make,
    .status = status,
    .trail = trail,
};

/* ---- actions ---- */

static bool is_compared(struct ui *ui)
{
    if (session_compares(ui->session))
        return true;
    ui_warn(ui, "nothing to compare with: :diff FILE names another profile");
    return false;
}

void act_diff_sides(struct ui *ui, const struct call *c)
{
    bool entry = ui->views->at == VIEW_COMPARED;
    struct screen *s = &ui->views->screen[entry ? VIEW_COMPARED : VIEW_DIFF];
    (void)c;
    s->by = !s->by;
    if (entry || ui->views->at == VIEW_DIFF)
        screens_remake(ui);
    ui_say(ui, s->by ? "old and new side by side" : "differences");
}

/* What is compared next: per run, per total, per call of the row's function. */
static bool next_per(struct ui *ui, struct text *out)
{
    struct diff_per per = {DIFF_PER_WHAT_RUN, NULL};
    struct err ignored = ERR_INIT;
    const char *now = ui->session->settings.diff_per;
    node_id n = screen_row(ui).subject.node;
    if (now && !diff_per_parse(&per, now, &ignored))
        return false;
    if (per.what == DIFF_PER_WHAT_RUN) {
        text_str(out, "total");
    } else if (per.what == DIFF_PER_WHAT_TOTAL && n != NO_ID) {
        text_str(out, "calls=");
        return symbol_spec(ui->session, n, out);
    }
    return true;
}

void act_diff_per(struct ui *ui, const struct call *c)
{
    struct text per = {0};
    (void)c;
    if (is_compared(ui) && next_per(ui, &per) &&
        option_replace(ui, option_by_name("diff-per"), per.n ? text_z(&per) : NULL)) {
        if (per.n)
            ui_say(ui, "compared per %s", text_z(&per));
        else
            ui_say(ui, "compared per run");
    }
    text_release(&per);
}
