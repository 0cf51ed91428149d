/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile: one row per function, in any order. */
#include "tui/screens/screens.h"

static struct grid *make(struct app *a, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e)
{
    struct screen *s = &a->screens[VIEW_FLAT];
    return flat_grid(&a->session->view, style, &s->sort, filter, e);
}

static void status(const struct app *a, unsigned width, struct text *out)
{
    const struct screen *s = &a->screens[VIEW_FLAT];
    const struct grid *g = s->grid;
    if (!g)
        return;
    if (g->n_hidden)
        text_printf(out, "%u hidden  ", (unsigned)g->n_hidden);
    text_str(out, "sort: ");
    if (g->sort_column == COLUMN_NONE)
        text_str(out, "as gprof");
    else
        text_printf(out, "%s (%s)", g->columns[g->sort_column].id,
                    g->sort_ascending ? "asc" : "desc");
    if (width >= 100)
        text_printf(out, "  names: %s", pref_get(PREF_NAMES)->values[a->prefs.v[PREF_NAMES]]);
}

static void trail(const struct app *a, struct text *out)
{
    const struct screen *s = &a->screens[VIEW_FLAT];
    text_str(out, "& ");
    if (s->filter.n)
        text_add(out, s->filter.p, s->filter.n);
    else
        text_str(out, a->cols >= 100 ? "(no row filter)" : "(none)");
}

static bool enter(struct app *a, node_id n)
{
    struct screen *s = &a->screens[VIEW_FLAT];
    struct row_anchor row = {ROW_FUNCTION, study_anchor(a->session, n), s->list.cursor, 0};
    if (!node_is_cycle(a->session->analysis, n))
        app_point(a, s, row);
    return false;
}

const struct screen_ops screen_flat = {
    .sorts = true,
    .filters = true,
    .pane = PANE_LINKS,
    .functions = true,
    .style = STYLE_FLAT,
    .styles = "-Q -p",
    .enter = enter,
    .make = make,
    .status = status,
    .trail = trail,
};
