/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/screens.h"

#include "tui/app/function_names.h"
#include "tui/app/popup.h"
#include "tui/app/screen.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"

void screens_stale(struct ui *ui)
{
    for (int v = 0; v < N_VIEWS; v++) {
        struct screen *s = &ui->views->screen[v];
        s->row = screen_row_anchor(ui->session, s);
        screen_drop_grid(s);
    }
    for (int p = 0; p < N_POPUPS; p++)
        if (popup_ops((enum popup)p)->stale)
            popup_ops((enum popup)p)->stale(ui);
    side_pane_stale(ui);
    function_names_release(ui->names);
    ui->search->running = false;
}

void screens_layout(struct ui *ui)
{
    ui->layout = layout_make(ui->layout.rows, ui->layout.cols, &ui->prefs,
                             screen_ops(ui->views->at)->beside != BESIDE_NOTHING);
    if (ui->views->long_detail)
        layout_lengthen_detail(&ui->layout);
}

void screens_restyle(struct ui *ui)
{
    screens_stale(ui);
    screens_layout(ui);
    screens_refresh(ui);
}

void screens_remake(struct ui *ui)
{
    struct screen *s = screen_here(ui);
    s->row = screen_row_anchor(ui->session, s);
    screen_drop_grid(s);
    ui->search->running = false;
    screens_refresh(ui);
}

static struct grid *make_grid(struct ui *ui, struct screen *s, struct err *e)
{
    struct grid_style style = {
        .cols = (unsigned)ui->layout.body.cols,
        .detail_cols = (unsigned)ui->layout.cols,
        .ascii = ui_ascii(ui),
        .names = ui_name_level(ui),
        .brief = ui->layout.brief,
        .grouped = ui->prefs.v[PREF_GROUPING],
        .excluded = true,
        .with = s->with,
        .without = s->without,
    };
    struct rowfilter *filter = NULL;
    if (s->filter.n) {
        filter = grid_rowfilter(s->filter.p, s->filter.n, e);
        if (!filter)
            return NULL;
    }
    struct grid *g = screen_ops(ui->views->at)->make(ui, &style, filter, e);
    rowfilter_free(filter);
    return g;
}

/* Rows about nothing (rules, headings) are stepped over when a view opens. */
static size_t first_row(const struct grid *g)
{
    for (uint32_t i = 0; i < g->n_rows && i < 64; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        if (r.kind == ROW_PRIMARY || r.kind == ROW_CYCLE || r.kind == ROW_FUNCTION)
            return i;
    }
    return 0;
}

static void remake(struct ui *ui, struct screen *s)
{
    struct err e = ERR_INIT;
    struct grid *g = make_grid(ui, s, &e);
    if (!g) {
        ui_say_error(ui, &e);
        list_resize(&s->list, 0, ui->layout.body.rows);
        return;
    }
    s->grid = g;
    bool is_new = s->row.kind == ROW_TEXT && !s->row.at.there && !s->row.index && !s->row.line;
    size_t was = s->list.cursor - s->list.top;
    list_resize(&s->list, g->n_rows, ui->layout.body.rows);
    if (!g->n_rows)
        return;
    size_t row = is_new ? first_row(g) : screen_find_row(ui->session, g, &s->row);
    if (row >= g->n_rows)
        row = g->n_rows - 1;
    /* as far from the top as before, so that the eye need not search */
    list_set(&s->list, row);
    if (!is_new && was < s->list.height && s->list.cursor - s->list.top != was)
        list_scroll(&s->list, (ptrdiff_t)(s->list.cursor - s->list.top) - (ptrdiff_t)was);
    if (!list_visible(&s->list, row))
        list_center(&s->list, row);
}

void screens_refresh(struct ui *ui)
{
    struct screen *s = screen_here(ui);
    if (!s->grid)
        remake(ui, s);
    else
        list_resize(&s->list, s->grid->n_rows, ui->layout.body.rows);
    s->list.lost = (size_t)ui->layout.body_lost;
    ui->dirty = true;
}

void screens_open(struct ui *ui, enum view v)
{
    enum view before = ui->views->at;
    ui->views->at = v;
    ui->search->running = false;
    side_pane_leave(ui);
    screens_layout(ui);
    screens_refresh(ui);
    if (screen_here(ui)->grid)
        return;
    ui->views->at = before; /* the work that it needs was interrupted */
    screens_layout(ui);
    screens_refresh(ui);
}
