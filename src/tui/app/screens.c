/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/screens.h"

#include <string.h>

#include "core/base/hash.h"
#include "core/view/message.h"
#include "core/view/notice.h"
#include "core/view/rows/diff_rows.h"
#include "tui/app/function_names.h"
#include "tui/app/popup.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"

/* Which rows a grid has, and in what order, whatever the analysis: never 0. */
static uint64_t order_of(const struct session *session, const struct grid *g)
{
    uint64_t h = HASH_START;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        const struct grid_row r = grid_row_at(g, i);
        struct anchor at = anchor_of_node(session, r.subject.node);
        uint64_t key[] = {at.addr, r.line, (uint64_t)r.kind << 2 | at.cycle << 1 | at.there};
        h = hash_more(h, (const char *)key, sizeof key);
    }
    return h | 1;
}

void screens_put_away(struct ui *ui, struct screen *s)
{
    s->row = screen_row_anchor(ui->session, s);
    if (s->grid && !s->order)
        s->order = order_of(ui->session, s->grid);
    screen_drop_grid(s);
}

void screens_stale(struct ui *ui)
{
    for (int v = 0; v < N_VIEWS; v++)
        screens_put_away(ui, &ui->views->screen[v]);
    for (int i = 0; i < N_POPUPS; i++) {
        const struct popup_ops *p = popup_ops((enum popup)i);
        if (p->passes)
            popup_leave(ui, p);
        else if (p->stale)
            p->stale(ui);
    }
    side_pane_stale(ui);
    function_names_release(ui->names);
    ui->search->running = false;
}

bool screens_catch_up(struct ui *ui)
{
    const bool waited = session_waits(ui->session);
    if (!session_catch_up(ui->session))
        return false;
    /* Ranges alone change no row of the flat profile. */
    for (int v = 0; v < N_VIEWS && waited; v++)
        if (v != VIEW_FLAT || ui->session->other)
            screens_put_away(ui, &ui->views->screen[v]);
    if (waited)
        side_pane_release(ui->side_pane);
    screens_refresh(ui);
    return true;
}

const struct view_diff *comparison_here(const struct ui *ui)
{
    struct err ignored = ERR_INIT;
    return session_compares(ui->session) ? session_diff(ui->session, &ignored) : NULL;
}

void text_sort(struct text *out, const struct grid *g, const char *after)
{
    if (g->sort_column != COLUMN_NONE)
        text_printf(out, "sort: %s (%s)%s", g->columns[g->sort_column].id,
                    g->sort_ascending ? "asc" : "desc", after);
}

bool screens_notice(const struct ui *ui, struct line *out)
{
    if (!ui->reply->opened)
        return false;
    if (screen_ops(ui->views->at)->notice) {
        text_char(&out->text, ' ');
        screen_ops(ui->views->at)->notice(ui, &out->text);
        line_mark(out, 0, ROLE_WARNING, COLUMN_NONE);
        if (out->text.n > 1)
            return true;
        line_clear(out);
    }
    if (notice_line(&ui->findings.notice, (unsigned)ui->layout.cols, out))
        return true;
    /* How it could be known what is real in a comparison. */
    const struct view_diff *v = ui->views->at == VIEW_DIFF ? comparison_here(ui) : NULL;
    const struct profile *old = v ? v->side[DIFF_OLD]->analysis->profile : NULL;
    text_char(&out->text, ' ');
    for (uint32_t i = 0; old && i < old->n_files && out->text.n == 1; i++)
        message_misfit(&old->files[i], old->image, &out->text);
    const bool fits = out->text.n == 1;
    if (v && fits)
        text_diff_more_runs(&out->text, v);
    line_mark(out, 0, fits ? ROLE_DIM : ROLE_WARNING, COLUMN_NONE);
    return out->text.n > 1;
}

void screens_layout(struct ui *ui)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    const bool bars = screen_here(ui)->bars; /* which take the width of the screen */
    ui->layout = layout_make(ui->layout.rows, ui->layout.cols, &ui->prefs,
                             o->beside != BESIDE_NOTHING && !bars, o->columns && !bars);
}

void screens_restyle(struct ui *ui)
{
    screens_stale(ui);
    screens_layout(ui);
    screens_refresh(ui);
}

void screens_remake(struct ui *ui)
{
    screens_put_away(ui, screen_here(ui));
    ui->search->running = false;
    screens_refresh(ui);
}

/* NULL, with a message: it cannot be made. */
static struct grid *make_grid(struct ui *ui, struct screen *s)
{
    struct grid_style style = screen_style(ui, ui->layout.body.cols);
    style.brief = ui->layout.brief;
    style.excluded = true;
    style.with = s->with;
    style.without = s->without;
    style.kept = s->kept.key ? &s->kept : NULL;
    struct rowfilter *filter = NULL;
    struct err e = ERR_INIT;
    if (s->filter.n && !(filter = grid_rowfilter(s->filter.p, s->filter.n, &e))) {
        ui_say_error(ui, &e);
        return NULL;
    }
    struct grid *g = screen_ops(ui->views->at)->make(ui, &style, filter);
    rowfilter_free(filter);
    return g;
}

/* Where the cursor goes, and what is seen, in a new grid. */
static void place_cursor(const struct ui *ui, struct screen *s)
{
    const struct grid *g = s->grid;
    uint64_t before = s->order;
    size_t above = s->list.cursor - s->list.top;
    const bool still = s->still;
    s->still = false;
    s->order = before ? order_of(ui->session, g) : 0;
    list_resize(&s->list, g->n_rows, ui->layout.body.rows);
    if (!g->n_rows)
        return;
    struct list *l = &s->list;
    size_t row = screen_find_row(ui->session, g, &s->row);
    if (s->pointed && row != LIST_NONE && s->row.kind != ROW_PRIMARY) {
        /* A row that was asked for. */
        list_set(l, row);
        list_center(l, row);
    } else if (s->pointed) {
        screen_show_start(s);
    } else if (!before || (!still && screen_ops(ui->views->at)->filters && !s->row.line &&
                           !s->row.path && s->order != before)) {
        /* Other rows, or another order: it is seen from the start, lest what is above be missed.
         * The cursor stays on its item only if that is seen, too. */
        screen_show_start(s);
        if (s->row.at.there && list_visible(l, row))
            list_set(l, row);
    } else {
        /* The cursor keeps its row, and that its place on the screen: the eye need not search. */
        list_set(l, row == LIST_NONE ? s->row.index : row);
        if (above < l->height)
            list_scroll(l, (ptrdiff_t)(l->cursor - l->top) - (ptrdiff_t)above);
        if (!list_visible(l, l->cursor))
            list_center(l, l->cursor);
    }
    s->pointed = false;
}

void screens_refresh(struct ui *ui)
{
    struct screen *s = screen_here(ui);
    bool is_new = !s->grid && (s->grid = make_grid(ui, s));
    if (is_new)
        place_cursor(ui, s);
    else
        list_resize(&s->list, s->grid ? s->grid->n_rows : 0, ui->layout.body.rows);
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
    ui->reply->opened = v != before && (v == VIEW_DIFF || screen_ops(v)->notice);
    if (screen_here(ui)->grid)
        return;
    ui->views->at = before; /* the work that it needs was interrupted */
    screens_layout(ui);
    screens_refresh(ui);
}

/* ---- places ---- */

struct place place_here(const struct ui *ui)
{
    const struct screen *s = screen_here(ui);
    const struct place here = {
        .view = ui->views->at,
        .item = s->item,
        .row = screen_row_anchor(ui->session, s),
        .top = s->list.top,
        .sort = s->sort,
        .skip = s->skip,
        .file = s->file,
        .by = s->by,
        .root = s->root,
    };
    return place_copy(&here);
}

bool place_go(struct ui *ui, const struct place *p)
{
    if (!screen_ops((enum view)p->view))
        return false;
    ui->views->at = (enum view)p->view;
    screens_layout(ui);
    struct screen *s = screen_here(ui);
    if (s->sort.column != p->sort.column || s->sort.ascending != p->sort.ascending ||
        s->by != p->by || s->root != p->root || !anchor_equal(s->item, p->item) ||
        (p->file && !(s->file && !strcmp(s->file, p->file)))) {
        screen_drop_grid(s); /* it is not the one of that place */
        screen_sort_anew(s);
    }
    s->sort = p->sort;
    s->skip = p->skip;
    s->by = p->by;
    s->root = p->root;
    s->item = p->item;
    if (p->file)
        screen_set_file(s, p->file);
    screen_point(ui->session, s, p->row);
    screens_refresh(ui);
    list_scroll(&s->list, (ptrdiff_t)p->top - (ptrdiff_t)s->list.top);
    if (!list_visible(&s->list, s->list.cursor))
        list_set(&s->list, s->list.cursor);
    return true;
}

void places_leave(struct ui *ui)
{
    history_update(ui->history, place_here(ui));
}

void places_arrive(struct ui *ui)
{
    struct place p = place_here(ui);
    if (place_same(&p, &ui->history->place[ui->history->at]))
        history_update(ui->history, p);
    else
        history_push(ui->history, p);
}

bool open_entry(struct ui *ui, node_id n)
{
    const struct analysis *an = ui->session->analysis;
    if (n == NO_ID || n >= an->n_nodes) {
        ui_warn(ui, "no function here");
        return false;
    }
    places_leave(ui);
    screen_ops(VIEW_GRAPH)->enter(ui, n);
    ui->views->screen[VIEW_GRAPH].skip = 0;
    screens_open(ui, VIEW_GRAPH);
    places_arrive(ui);
    return true;
}

void go_to_node(struct ui *ui, node_id n)
{
    const struct screen_ops *here = screen_ops(ui->views->at);
    if (!here->go || !here->go(ui, n))
        open_entry(ui, n);
}

void act_view(struct ui *ui, const struct call *c)
{
    if ((int)ui->views->at == c->param)
        return;
    places_leave(ui);
    enum view to = (enum view)c->param;
    const struct screen_ops *from = screen_ops(ui->views->at);
    node_id n = from->row_node ? from->row_node(ui) : row_at_hand(ui).subject.node;
    bool aim = n != NO_ID && screen_ops(to)->enter && screen_ops(to)->enter(ui, n);
    screens_open(ui, to);
    if (aim)
        screen_aim(screen_here(ui));
    places_arrive(ui);
}
