/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live state of the views: which grid, which row, which scroll. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

#include "tui/app/app_state.h"
#include "tui/app/side_pane.h"
#include "tui/popup/option_panel.h"

struct grid_row app_row(const struct app *a)
{
    return pane_has_keys(a) && (a->pane.links || a->pane.hot) ? pane_row(a) : app_view_row(a);
}

/* A grid without rows leaves the cursor where it was before: the rows may come back. */
static struct row_anchor row_anchor(const struct app *a, const struct screen *s)
{
    if (!s->grid || !s->grid->n_rows)
        return s->row;
    struct grid_row r = {ROW_TEXT, {NO_ID, NO_ID}, 0};
    if (s->list.cursor < s->grid->n_rows)
        s->grid->ops->row(s->grid, (uint32_t)s->list.cursor, &r);
    return (struct row_anchor){.kind = r.kind,
                               .at = study_anchor(a->session, r.subject.node),
                               .index = s->list.cursor,
                               .line = r.line};
}

struct row_anchor app_row_anchor(const struct app *a)
{
    return row_anchor(a, app_screen_const(a));
}

static void screen_stale(struct app *a, struct screen *s)
{
    if (!s->grid)
        return;
    s->row = row_anchor(a, s);
    grid_free(s->grid);
    s->grid = NULL;
}

void app_stale(struct app *a)
{
    for (int v = 0; v < N_VIEWS; v++)
        screen_stale(a, &a->screens[v]);
    pane_stale(a);
    panel_effects_drop(a);
    a->finder.valid = false;
    a->finder.n_found = 0;
    a->search.running = false;
}

void app_layout(struct app *a)
{
    a->layout = layout_make(a->rows, a->cols, &a->prefs, screen_ops(a->view)->pane != PANE_NONE);
}

void app_restyle(struct app *a)
{
    app_stale(a);
    app_layout(a);
    app_refresh(a);
}

static size_t find_line(const struct grid *g, uint32_t line, size_t otherwise)
{
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        if (r.line >= line)
            return i;
    }
    return otherwise;
}

/* The row that the anchor means: the same line; same kind and subject, else same subject, else the
 * same place. */
static size_t find_row(const struct app *a, const struct grid *g, const struct row_anchor *want)
{
    if (want->line)
        return find_line(g, want->line, want->index);
    node_id node = study_node(a->session, want->at);
    size_t second = LIST_NONE;
    for (uint32_t i = 0; node != NO_ID && i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        if (r.subject.node != node)
            continue;
        if (r.kind == want->kind)
            return i;
        if (second == LIST_NONE)
            second = i;
    }
    return second != LIST_NONE ? second : want->index;
}

void app_point(const struct app *a, struct screen *s, struct row_anchor row)
{
    s->row = row;
    if (s->grid && s->grid->n_rows) {
        size_t at = find_row(a, s->grid, &row);
        list_set(&s->list, at);
    }
}

static struct grid *make_grid(struct app *a, struct screen *s, struct err *e)
{
    struct grid_style style = {
        .cols = (unsigned)a->layout.body.cols,
        .ascii = app_ascii(a),
        .names = app_level(a),
        .with = s->with,
        .without = s->without,
    };
    struct rowfilter *filter = NULL;
    if (s->filter.n) {
        filter = grid_rowfilter(s->filter.p, s->filter.n, e);
        if (!filter)
            return NULL;
    }
    struct grid *g = screen_ops(a->view)->make(a, &style, filter, e);
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

static void remake(struct app *a, struct screen *s)
{
    struct err e = ERR_INIT;
    struct grid *g = make_grid(a, s, &e);
    if (!g) {
        app_say_error(a, &e);
        list_resize(&s->list, 0, a->layout.body.rows);
        return;
    }
    s->grid = g;
    bool fresh = s->row.kind == ROW_TEXT && !s->row.at.there && !s->row.index && !s->row.line;
    size_t was = s->list.cursor - s->list.top;
    list_resize(&s->list, g->n_rows, a->layout.body.rows);
    if (!g->n_rows)
        return;
    size_t row = fresh ? first_row(g) : find_row(a, g, &s->row);
    if (row >= g->n_rows)
        row = g->n_rows - 1;
    /* the same distance from the top as before, so that the eye need not search */
    list_set(&s->list, row);
    if (!fresh && was < s->list.height && s->list.cursor - s->list.top != was)
        list_scroll(&s->list, (ptrdiff_t)(s->list.cursor - s->list.top) - (ptrdiff_t)was);
    if (!list_visible(&s->list, row))
        list_center(&s->list, row);
}

void app_refresh(struct app *a)
{
    struct screen *s = app_screen(a);
    if (!s->grid)
        remake(a, s);
    else
        list_resize(&s->list, s->grid->n_rows, a->layout.body.rows);
    a->dirty = true;
}

void app_set_view(struct app *a, enum view v)
{
    enum view before = a->view;
    a->view = v;
    a->search.running = false;
    pane_leave(a);
    app_layout(a);
    app_refresh(a);
    if (app_screen(a)->grid)
        return;
    a->view = before; /* the work that it needs was broken off */
    app_layout(a);
    app_refresh(a);
}

void screen_set_file(struct screen *s, const char *path)
{
    char *copy = mem_text(path, strlen(path));
    if (!copy)
        return; /* the file stays the one that it was */
    if (s->file && strcmp(s->file, path) != 0) {
        grid_free(s->grid);
        s->grid = NULL;
    }
    free(s->file);
    s->file = copy;
}
