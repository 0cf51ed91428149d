/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/side_pane.h"

#include <string.h>

#include "core/view/grid/source_pick.h"
#include "tui/app/app_state.h"
#include "tui/app/draw.h"
#include "tui/terminal/surface.h"

/* Where a list stands, its heading included. */
static struct area side_area(const struct app *a, enum link_side side)
{
    const struct area *p = &a->layout.pane;
    if (a->pane.hot)
        return (struct area){p->row + 1, p->col, side == LINK_CALLERS ? p->rows - 1 : 0, p->cols};
    struct area up = {p->row + 1, p->col, p->rows - 1, p->cols / 2};
    struct area down = {p->row + 1, p->col + p->cols / 2, p->rows - 1, p->cols - p->cols / 2};
    if (a->layout.side) {
        up = (struct area){p->row + 1, p->col, (p->rows - 1) / 2, p->cols};
        down = (struct area){up.row + up.rows, p->col, p->rows - 1 - up.rows, p->cols};
    }
    return side == LINK_CALLERS ? up : down;
}

/* ---- state ---- */

void pane_release(struct app *a)
{
    links_free(a->pane.links);
    a->pane.links = NULL;
}

void pane_stale(struct app *a)
{
    pane_release(a);
    a->pane.hot = NULL;
}

void pane_leave(struct app *a)
{
    a->pane.focus = FOCUS_VIEW;
}

static enum link_side focus_side(const struct app *a)
{
    return a->pane.focus == FOCUS_FIRST ? LINK_CALLERS : LINK_CALLEES;
}

static uint32_t n_rows(const struct pane *p, enum link_side side)
{
    if (p->hot)
        return side == LINK_CALLERS ? p->hot->n_hot : 0;
    return p->links ? links_n(p->links, side) : 0;
}

/* The links of the row under the view's cursor. */
static void settle_links(struct app *a, bool wanted)
{
    struct pane *p = &a->pane;
    node_id n = wanted ? app_view_row(a).subject.node : NO_ID;
    struct anchor at = study_anchor(a->session, n);
    if (!anchor_equal(at, p->at)) {
        pane_release(a);
        p->list[0] = p->list[1] = (struct list){0};
        p->at = at;
    }
    if (n != NO_ID && !p->links)
        p->links = links_new(&a->session->view, n);
}

void pane_settle(struct app *a)
{
    struct pane *p = &a->pane;
    enum pane_kind kind = a->layout.pane.rows ? screen_ops(a->view)->pane : PANE_NONE;
    settle_links(a, kind == PANE_LINKS);
    p->hot = kind == PANE_HOT ? a->session->source : NULL;
    for (int side = 0; side < 2; side++)
        list_resize(&p->list[side], n_rows(p, (enum link_side)side),
                    side_area(a, (enum link_side)side).rows - 1);
    if (pane_has_keys(a) && (a->popup || !p->list[focus_side(a)].n))
        pane_leave(a);
}

struct list *pane_list(struct app *a)
{
    return &a->pane.list[focus_side(a)];
}

const struct list *pane_list_const(const struct app *a)
{
    return &a->pane.list[focus_side(a)];
}

struct grid_row pane_row(const struct app *a)
{
    const struct pane *p = &a->pane;
    enum link_side side = focus_side(a);
    uint32_t at = (uint32_t)p->list[side].cursor;
    struct grid_row r = {ROW_LINE, {NO_ID, NO_ID}, 0};
    if (p->hot) {
        r.subject.node = source_line_node(p->hot, p->hot->hot[at]);
        r.line = p->hot->lines->lines[p->hot->hot[at]].line;
    } else {
        r.kind = side == LINK_CALLERS ? ROW_CALLER : ROW_CALLEE;
        r.subject = links_subject(p->links, side, at);
    }
    return r;
}

void pane_detail(const struct app *a, struct line *out)
{
    enum link_side side = focus_side(a);
    uint32_t at = (uint32_t)a->pane.list[side].cursor;
    struct grid_style style = {
        .cols = (unsigned)a->cols, .ascii = app_ascii(a), .names = NAME_FULL};
    if (a->pane.hot)
        source_hot_line(&a->session->view, a->pane.hot, at, &style, out);
    else
        links_detail(a->pane.links, side, at, &style, out);
}

/* ---- the mouse ---- */

static bool side_at(const struct app *a, int row, int col, enum link_side *side)
{
    for (int s = 0; s < 2; s++) {
        struct area at = side_area(a, (enum link_side)s);
        *side = (enum link_side)s;
        if (n_rows(&a->pane, *side) && area_holds(&at, row, col))
            return true;
    }
    return false;
}

struct list *pane_list_at(struct app *a, int row, int col)
{
    enum link_side side;
    return side_at(a, row, col, &side) ? &a->pane.list[side] : NULL;
}

void pane_click(struct app *a, const struct event *e)
{
    enum link_side side;
    if (!side_at(a, e->row, e->col, &side))
        return;
    struct list *l = &a->pane.list[side];
    size_t row = list_row_at(l, e->row - side_area(a, side).row - 1);
    if (row == LIST_NONE || e->row == side_area(a, side).row)
        return;
    a->pane.focus = side == LINK_CALLERS ? FOCUS_FIRST : FOCUS_SECOND;
    list_set(l, row);
    if (e->double_click)
        app_run(a, ACTION_OPEN, 0);
}

/* ---- drawing ---- */

static void draw_rule(const struct app *a, struct surface *s)
{
    const struct area *p = &a->layout.pane;
    node_id n = study_node(a->session, a->pane.at);
    struct text t = {0};
    text_str(&t, a->pane.hot ? " hottest lines" : " context");
    if (a->pane.links && n != NO_ID) {
        text_str(&t, " of ");
        if (node_is_cycle(a->session->analysis, n))
            text_printf(&t, "cycle %u", (unsigned)node_cycle_number(a->session->analysis, n));
        else
            text_str(&t, study_name(a->session, n, app_level(a)));
    }
    text_char(&t, ' ');
    surface_fill(s, p->row, p->col, p->cols, app_ascii(a) ? '-' : 0x2500, ROLE_RULE, 0);
    surface_text(s, p->row, p->col + 1, p->cols - 2, t.p, t.n, ROLE_STRONG, 0);
    text_release(&t);
}

static void format_link(const struct app *a, enum link_side side, size_t i, struct line *out)
{
    struct grid_style style = {
        .cols = (unsigned)side_area(a, side).cols, .ascii = app_ascii(a), .names = app_level(a)};
    if (a->pane.hot)
        source_hot_line(&a->session->view, a->pane.hot, (uint32_t)i, &style, out);
    else
        links_line(a->pane.links, side, (uint32_t)i, style.names, style.ascii, out);
}

void pane_line(const struct app *a, struct line *out)
{
    format_link(a, focus_side(a), pane_list_const(a)->cursor, out);
}

static void draw_link(const struct app *a, struct surface *s, enum link_side side, int y,
                      const struct area *at)
{
    const struct list *l = &a->pane.list[side];
    size_t i = list_row_at(l, y);
    bool selected = pane_has_keys(a) && side == focus_side(a) && i == l->cursor;
    int row = at->row + 1 + y;
    struct line line = {0};
    format_link(a, side, i, &line);
    surface_line(s, row, at->col, at->cols, &line, 0, selected ? LOOK_REVERSE : 0);
    if (selected) {
        surface_text(s, row, at->col, 1, ">", 1, ROLE_STRONG, LOOK_REVERSE);
        surface_cursor(s, row, at->col, true);
    }
    line_release(&line);
}

static void draw_side(const struct app *a, struct surface *s, enum link_side side)
{
    struct area at = side_area(a, side);
    const struct list *l = &a->pane.list[side];
    struct text t = {0};
    if (a->pane.hot)
        text_printf(&t, "of the program (%zu)", l->n);
    else
        text_printf(&t, "%s (%zu)", side == LINK_CALLERS ? "callers" : "callees",
                    side == LINK_CALLERS ? l->n : l->n - 1);
    if (l->n > l->height && l->height)
        text_printf(&t, "  %zu-%zu", l->top + 1, l->top + l->height);
    surface_text(s, at.row, at.col + 1, at.cols - 1, t.p, t.n, ROLE_HEAD, 0);
    for (int y = 0; list_row_at(l, y) != LIST_NONE; y++)
        draw_link(a, s, side, y, &at);
    text_release(&t);
}

void pane_draw(const struct app *a, struct surface *s)
{
    const struct area *p = &a->layout.pane;
    for (int y = 0; a->layout.side && y < p->rows; y++)
        surface_fill(s, p->row + y, p->col - 1, 1, app_ascii(a) ? '|' : 0x2502, ROLE_RULE, 0);
    draw_rule(a, s);
    if (a->pane.links || a->pane.hot)
        draw_side(a, s, LINK_CALLERS);
    if (a->pane.links)
        draw_side(a, s, LINK_CALLEES);
}
