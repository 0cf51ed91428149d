/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/side_pane.h"

#include <string.h>

#include "core/view/grid/source.h"
#include "core/view/label.h"
#include "tui/app/popup.h"
#include "tui/app/screen.h"
#include "tui/terminal/event.h"
#include "tui/terminal/surface_draw.h"

/* Where a list stands, its heading included. */
static struct area side_area(const struct ui *ui, enum link_side side)
{
    const struct area *p = &ui->layout.side_pane;
    if (screen_ops(ui->views->at)->beside == BESIDE_SOURCE)
        return (struct area){p->row, p->col, side == LINK_CALLERS ? p->rows : 0, p->cols};
    struct area up = {p->row + 1, p->col, p->rows - 1, p->cols / 2};
    struct area down = {p->row + 1, p->col + p->cols / 2, p->rows - 1, p->cols - p->cols / 2};
    if (ui->layout.side) {
        up = (struct area){p->row + 1, p->col, (p->rows - 1) / 2, p->cols};
        down = (struct area){up.row + up.rows, p->col, p->rows - 1 - up.rows, p->cols};
    }
    return side == LINK_CALLERS ? up : down;
}

/* ---- the source of a function ---- */

bool side_pane_waits(const struct ui *ui)
{
    return ui->layout.side_pane.rows && screen_ops(ui->views->at)->beside == BESIDE_SOURCE &&
           !ui->session->source && !ui->side_pane->no_lines &&
           ui->session->analysis->n_symbols <= UNASKED_MAX;
}

bool side_pane_work(struct ui *ui)
{
    struct err e = ERR_INIT;
    const bool failed = !session_source(ui->session, &e);
    ui->side_pane->no_lines = failed && e.code != ERR_CANCELLED;
    ui->dirty = true;
    return !failed || e.code != ERR_CANCELLED;
}

/* Fill the pane with the source of node n, its hottest line selected, unless it waits or no source
 * is known of n. The pane's first list has its size. */
static void make_source(struct ui *ui, node_id n, const struct grid_style *style)
{
    const struct source_facts *f = ui->session->source;
    struct anchor at = anchor_of_node(ui->session, n);
    struct line_pos start;
    if (!f || !at.there || !source_place_of(f, at.addr, &start))
        return;
    /* The line of the function with most time; else the one where it begins. */
    const struct annotated_file *file = source_file_find(f, start.file);
    const sym_id function = table_find(f->functions->table, at.addr);
    double most = 0;
    uint32_t line = start.line;
    for (uint32_t i = file ? file->lo : 0; file && i < file->hi; i++)
        if (f->lines->lines[i].ticks > most && source_function(f, i) == function) {
            most = f->lines->lines[i].ticks;
            line = f->lines->lines[i].line;
        }
    struct side_pane *p = ui->side_pane;
    struct list *l = &p->list[0];
    struct grid *g = source_grid(&ui->session->view, ui->session->source, start.file, style, NULL);
    p->grid[0] = g;
    if (!g)
        return;
    p->file = start.file;
    list_resize(l, g->n_rows, ui->layout.side_pane.rows - 1);
    /* Its row; the last one before it where the text is not here. */
    size_t row = 0, above = l->height / 3;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        const struct grid_row r = grid_row_at(g, i);
        if (r.line > line)
            break;
        row = i;
    }
    list_set(l, row);
    list_scroll(l, (ptrdiff_t)row - (ptrdiff_t)above - (ptrdiff_t)l->top);
}

/* ---- state ---- */

void side_pane_release(struct side_pane *p)
{
    for (int side = 0; side < 2; side++) {
        grid_free(p->grid[side]);
        p->grid[side] = NULL;
    }
    p->file = NULL;
}

void side_pane_stale(struct ui *ui)
{
    side_pane_release(ui->side_pane);
    ui->side_pane->no_lines = false;
}

void side_pane_leave(struct ui *ui)
{
    ui->side_pane->focus = FOCUS_VIEW;
}

bool side_pane_has_keys(const struct ui *ui)
{
    return ui->side_pane->focus != FOCUS_VIEW;
}

static enum link_side focus_side(const struct ui *ui)
{
    return ui->side_pane->focus == FOCUS_FIRST ? LINK_CALLERS : LINK_CALLEES;
}

/* The grid that has the keys, and its row. */
static const struct grid *grid_here(const struct ui *ui, uint32_t *row)
{
    *row = (uint32_t)side_pane_list(ui)->cursor;
    return ui->side_pane->grid[focus_side(ui)];
}

/* What the pane is about: the row under the view's cursor. Where that is no function, such as in a
 * line of source, the one before stays, unless it is a function that this profile does not have. */
static node_id settle_subject(struct ui *ui, bool wanted)
{
    struct side_pane *p = ui->side_pane;
    struct grid_row r = screen_row(ui);
    node_id n = wanted ? r.subject.node : NO_ID;
    if (wanted && n == NO_ID && r.kind != ROW_FUNCTION && r.kind != ROW_CALLER &&
        r.kind != ROW_PRIMARY && r.kind != ROW_CALLEE)
        n = anchor_node(ui->session, p->at);
    struct anchor at = anchor_of_node(ui->session, n);
    if (!anchor_equal(at, p->at)) {
        side_pane_release(p);
        p->list[0] = p->list[1] = (struct list){0};
        p->at = at;
    }
    return n;
}

void side_pane_settle(struct ui *ui)
{
    struct side_pane *p = ui->side_pane;
    enum beside beside =
        ui->layout.side_pane.rows ? screen_ops(ui->views->at)->beside : BESIDE_NOTHING;
    node_id n = settle_subject(ui, beside != BESIDE_NOTHING);
    struct grid_style style = screen_style(ui, ui->layout.side_pane.cols);
    if (p->grid[0] && beside != (p->file ? BESIDE_SOURCE : BESIDE_RELATIVES))
        side_pane_release(p);
    if (n != NO_ID && beside == BESIDE_SOURCE && !p->grid[0])
        make_source(ui, n, &style);
    for (int side = 0; side < 2; side++) {
        struct area at = side_area(ui, (enum link_side)side);
        style.cols = (unsigned)at.cols;
        if (n != NO_ID && beside == BESIDE_RELATIVES &&
            (!p->grid[side] || p->cols[side] != at.cols)) {
            grid_free(p->grid[side]);
            p->grid[side] = links_grid(&ui->session->view, n, (enum link_side)side, &style);
            p->cols[side] = at.cols;
        }
        list_resize(&p->list[side], p->grid[side] ? p->grid[side]->n_rows : 0, at.rows - 1);
    }
    if (side_pane_has_keys(ui) && (ui->popup || !p->list[focus_side(ui)].n))
        side_pane_leave(ui);
}

struct list *side_pane_list(const struct ui *ui)
{
    return &ui->side_pane->list[focus_side(ui)];
}

struct grid_row side_pane_row(const struct ui *ui)
{
    uint32_t at;
    const struct grid *g = grid_here(ui, &at);
    return grid_row_at(g, at);
}

struct grid_row row_at_hand(const struct ui *ui)
{
    return side_pane_has_keys(ui) && ui->side_pane->grid[0] ? side_pane_row(ui) : screen_row(ui);
}

const struct list *detail_at_hand(const struct ui *ui, struct line *out)
{
    const struct screen *v = screen_here(ui);
    if (ui->popup && ui->popup->detail) {
        ui->popup->detail(ui, out);
        return &ui->popups[ui->popup->id].list;
    }
    if (side_pane_has_keys(ui)) {
        uint32_t at;
        const struct grid *g = grid_here(ui, &at);
        grid_detail(g, at, out);
        return side_pane_list(ui);
    }
    if (v->grid && v->list.cursor < v->grid->n_rows)
        grid_detail(v->grid, (uint32_t)v->list.cursor, out);
    return &v->list;
}

/* ---- the mouse ---- */

static bool side_at(const struct ui *ui, int row, int col, enum link_side *side)
{
    for (int s = 0; s < 2; s++) {
        struct area at = side_area(ui, (enum link_side)s);
        *side = (enum link_side)s;
        if (ui->side_pane->list[s].n && area_holds(&at, row, col))
            return true;
    }
    return false;
}

struct list *side_pane_list_at(struct ui *ui, int row, int col)
{
    enum link_side side;
    return side_at(ui, row, col, &side) ? &ui->side_pane->list[side] : NULL;
}

void side_pane_click(struct ui *ui, const struct event *e)
{
    enum link_side side;
    if (!side_at(ui, e->row, e->col, &side))
        return;
    struct list *l = &ui->side_pane->list[side];
    size_t row = list_row_at(l, e->row - side_area(ui, side).row - 1);
    if (row == LIST_NONE || e->row == side_area(ui, side).row)
        return;
    ui->side_pane->focus = side == LINK_CALLERS ? FOCUS_FIRST : FOCUS_SECOND;
    list_set(l, row);
    if (e->double_click)
        ui_run(ui, ACTION_OPEN, 0);
}

/* ---- drawing ---- */

void side_pane_line(const struct ui *ui, struct line *out)
{
    uint32_t at;
    const struct grid *g = grid_here(ui, &at);
    grid_format(g, at, out);
}

static void draw_link(const struct ui *ui, struct surface *s, enum link_side side, int y,
                      const struct area *at)
{
    const struct list *l = &ui->side_pane->list[side];
    size_t i = list_row_at(l, y);
    bool selected = side_pane_has_keys(ui) && side == focus_side(ui) && i == l->cursor;
    const struct window w = {.area = {at->row, at->col - 1, at->rows, at->cols + 2}, .lead = 1};
    struct line line = {0};
    const struct grid *g = ui->side_pane->grid[side];
    grid_format(g, (uint32_t)i, &line);
    window_line(s, &w, y, &line,
                selected                                ? LOOK_REVERSE
                : ui->side_pane->file && i == l->cursor ? LOOK_BOLD
                                                        : 0);
    line_release(&line);
}

static void draw_side(const struct ui *ui, struct surface *s, enum link_side side)
{
    struct area at = side_area(ui, side);
    const struct list *l = &ui->side_pane->list[side];
    struct text t = {0};
    text_printf(&t, "%s (%zu)", side == LINK_CALLERS ? "callers" : "callees",
                side == LINK_CALLERS ? l->n : l->n - 1);
    if (l->n > l->height && l->height)
        text_printf(&t, "  %zu-%zu", l->top + 1, l->top + l->height);
    surface_text(s, at.row, at.col + 1, at.cols - 1, t.p, t.n, ROLE_HEAD, 0);
    for (int y = 0; list_row_at(l, y) != LIST_NONE; y++)
        draw_link(ui, s, side, y, &at);
    text_release(&t);
}

void side_pane_draw(const struct ui *ui, struct surface *s)
{
    const struct area *p = &ui->layout.side_pane;
    for (int y = 0; ui->layout.side && y < p->rows; y++)
        surface_fill(s, p->row + y, p->col - 1, 1, ui->ascii ? '|' : 0x2502, ROLE_RULE, 0);
    bool beside_source = screen_ops(ui->views->at)->beside == BESIDE_SOURCE;
    node_id n = anchor_node(ui->session, ui->side_pane->at);
    struct text t = {0};
    text_str(&t, beside_source ? " source" : " context");
    if (n != NO_ID) {
        text_str(&t, " of ");
        if (node_is_cycle(ui->session->analysis, n))
            text_printf(&t, "cycle %u", (unsigned)node_cycle_number(ui->session->analysis, n));
        else
            text_function_within(&t, &ui->session->view, n,
                                 (struct name_style){ui_name_level(ui), ui->ascii, false},
                                 p->cols > 40 ? (size_t)p->cols - 20 : 20);
    }
    text_char(&t, ' ');
    surface_fill(s, p->row, p->col, p->cols, ui->ascii ? '-' : 0x2500, ROLE_RULE, 0);
    surface_text(s, p->row, p->col + 1, p->cols - 2, t.p, t.n, ROLE_STRONG, 0);
    text_release(&t);
    if (ui->side_pane->grid[1]) {
        draw_side(ui, s, LINK_CALLERS);
        draw_side(ui, s, LINK_CALLEES);
    } else if (beside_source) {
        /* The lines of the function, or why there are none. */
        const struct area at = side_area(ui, LINK_CALLERS);
        const char *why = side_pane_waits(ui) ? "reading what is known of its lines"
                          : ui->session->source || ui->side_pane->no_lines
                              ? "no line of source is known of it"
                              : "5 reads the lines of a program as large as this";
        if (!ui->side_pane->grid[0])
            surface_text(s, at.row + 1, at.col + 1, at.cols - 1, why, strlen(why), ROLE_DIM, 0);
        for (int y = 0; list_row_at(&ui->side_pane->list[LINK_CALLERS], y) != LIST_NONE; y++)
            draw_link(ui, s, LINK_CALLERS, y, &at);
    }
}
