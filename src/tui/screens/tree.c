/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of call paths: what is open of it, and what is its top; as rows or as bars. */
#include <stdlib.h>

#include "core/view/label.h"
#include "core/view/message.h"
#include "core/view/rows/diff_rows.h"
#include "tui/app/screens.h"
#include "tui/app/popup.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/terminal/surface_draw.h"

/* The tree of the grid at hand. */
static struct call_tree *tree_here(const struct ui *ui)
{
    return ui->views->screen[VIEW_TREE].by ? ui->session->inverse : ui->session->tree;
}

static const struct tree_node *node_at(const struct ui *ui, uint32_t i)
{
    return &tree_here(ui)->nodes[i];
}

/* The node under the cursor; NO_ID: there is none. */
static uint32_t node_here(const struct ui *ui)
{
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    if (ui->views->at != VIEW_TREE || !s->grid || s->list.cursor >= s->grid->n_rows)
        return NO_ID;
    return tree_grid_row(s->grid, (uint32_t)s->list.cursor)->node;
}

/* ---- opening ---- */

static void open_node(struct ui *ui, uint32_t i)
{
    if (node_at(ui, i)->n_children)
        open_paths_set(&ui->views->open, node_at(ui, i)->path, true);
}

/* Open all that a node is below. */
static void open_above(struct ui *ui, uint32_t i)
{
    while (i != NO_ID && (i = node_at(ui, i)->parent) != NO_ID)
        open_node(ui, i);
}

/* Open a node, its heaviest child and so on, while that has half or more of the one above it; the
 * last one of these. */
static uint32_t open_hot(struct ui *ui, uint32_t i)
{
    struct call_tree *t = tree_here(ui);
    while (t->nodes[i].n_children) {
        open_node(ui, i);
        tree_open(t, i);
        const uint32_t child = t->nodes[i].child;
        if (t->nodes[child].kind != TREE_FUNCTION || 2 * tree_weight(t, child) < tree_weight(t, i))
            break;
        i = child;
    }
    return i;
}

static struct grid *make_tree_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    struct err e = ERR_INIT;
    struct call_tree *t = session_tree(ui->session, false, &e);
    s->by &= t && !t->forest;
    t = t && s->by ? session_tree(ui->session, true, &e) : t;
    if (!t) {
        ui_say_error(ui, &e);
        return NULL;
    }
    if (!s->order) /* the first look at it */
        open_hot(ui, t->forest && t->n > 1 ? 1 : 0);
    const struct tree_look look = {.tree = t,
                                   .open = &ui->views->open,
                                   .diff = t->diff ? comparison_here(ui) : NULL,
                                   .root = s->root,
                                   .bars = s->bars};
    return tree_grid(&ui->session->view, &look, style, filter);
}

static bool has_tab(const struct ui *ui)
{
    const struct profile *p = ui->session->profile;
    return p->paths || (p->n_arcs && p->n_hists);
}

/* A tree that is made from arcs, without call paths, says how to get them. */
static void notice(const struct ui *ui, struct text *out)
{
    if (ui->session->tree && ui->session->tree->forest)
        message_unmeasured(out, ui->session->profile, ui->session->settings.strict);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct call_tree *t = tree_here(ui);
    if (t)
        text_str(out, t->forest                              ? "functions below their only caller"
                      : t->down && screen_here(ui)->filter.n ? "of the open callers"
                      : t->down                              ? "callers of the hottest"
                                                             : "top down");
}

/* The functions down to the row that is the whole. */
static void trail(const struct ui *ui, struct text *out)
{
    enum { MOST = 8, NAME_COLS = 24 };
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    const struct name_style style = {ui_name_level(ui), ui->ascii, false};
    uint32_t steps[MOST], n = 0;
    if (!s->root && tree_here(ui) && tree_here(ui)->diff)
        text_diff_sides(out, comparison_here(ui));
    if (!s->root || !s->grid || !s->grid->n_rows)
        return;
    for (uint32_t i = tree_grid_row(s->grid, 0)->node; i && n < MOST; i = node_at(ui, i)->parent)
        steps[n++] = i;
    for (const char *before = "root: "; n--; before = ", ")
        if (node_at(ui, steps[n])->symbol != NO_ID) {
            const struct view_context *v = &ui->session->view;
            const sym_id function =
                tree_function(tree_here(ui), node_at(ui, steps[n]), comparison_here(ui), &v);
            text_str(out, before);
            text_function_within(out, v, function, style, NAME_COLS);
        }
}

/* The node under the cursor, if it has any below it that can be shown or not. Else NO_ID, with a
 * message. */
static uint32_t begin_opening(struct ui *ui)
{
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t i = node_here(ui);
    if (s->filter.n)
        ui_warn(ui, "the row filter decides what is open: & and Enter end it");
    else if (i == NO_ID || !node_at(ui, i)->n_children)
        ui_say(ui, "nothing is below this row");
    else
        return i;
    return NO_ID;
}

/* Put the cursor on the row of a node, or of the nearest one above it that has one. */
static void go_to(struct ui *ui, uint32_t node)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    for (; s->grid && node != NO_ID; node = node_at(ui, node)->parent)
        for (uint32_t row = 0; row < s->grid->n_rows; row++)
            if (tree_grid_row(s->grid, row)->node == node) {
                list_set(&s->list, row);
                return;
            }
}

static void heaviest(struct ui *ui, bool callee)
{
    const uint32_t i = callee ? begin_opening(ui) : node_here(ui);
    if (i == NO_ID)
        return;
    const uint32_t to = callee ? open_hot(ui, i) : node_at(ui, i)->parent;
    if (callee)
        screens_remake(ui);
    if (to == i || !to)
        ui_say(ui, callee ? "no row below it has half of its time" : "no row is above it");
    go_to(ui, to);
}

/* Callers of the function at hand begin on the first level, to which the cursor goes. */
static void invert(struct ui *ui)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    struct text why = {0};
    notice(ui, &why);
    if (why.n)
        ui_warn(ui, "%s", text_z(&why));
    else {
        s->row = screen_row_anchor(ui->session, s);
        s->by = !s->by;
        s->root = 0;
        screen_drop_grid(s);
        screens_refresh(ui);
    }
    text_release(&why);
}

static void fold(struct ui *ui)
{
    struct open_paths *open = &ui->views->open;
    uint32_t i;
    if (screen_here(ui)->bars)
        ui_say(ui, "bars are open, all of them");
    else if ((i = begin_opening(ui)) != NO_ID) {
        open_paths_set(open, node_at(ui, i)->path, !open_paths_has(open, node_at(ui, i)->path));
        screens_remake(ui);
    }
}

/* ---- as bars ---- */

/* The level in the first line of the body: half of what is seen lies above the cursor's. */
static uint32_t first_level(const struct ui *ui)
{
    const struct screen *s = screen_here(ui);
    const uint32_t rows = (uint32_t)ui->layout.body.rows;
    uint32_t n = 0;
    for (uint32_t row = 0; row < s->grid->n_rows; row++) {
        const struct tree_row *bar = tree_grid_row(s->grid, row);
        const uint32_t end = bar->level + 1 + (bar->small_hi > bar->small_lo);
        n = n < end ? end : n;
    }
    const uint32_t at = tree_grid_row(s->grid, (uint32_t)s->list.cursor)->level;
    const uint32_t most = n > rows ? n - rows : 0, first = at > rows / 2 ? at - rows / 2 : 0;
    return first < most ? first : most;
}

/* Where bar i / 2 is in the body, or (odd) what stands for its children that have none. False: it
 * is not to be seen. */
static bool bar_area(const struct ui *ui, uint32_t i, uint32_t first, struct area *out)
{
    const struct area *b = &ui->layout.body;
    const struct tree_row *bar = tree_grid_row(screen_here(ui)->grid, i / 2);
    const uint32_t lo = i % 2 ? bar->small_lo : bar->lo, hi = i % 2 ? bar->small_hi : bar->hi;
    const int line = (int)(bar->level + i % 2 - first);
    *out = (struct area){b->row + line, b->col + (int)lo, 1, (int)(hi - lo)};
    return line >= 0 && line < b->rows && hi > lo;
}

static void draw(const struct ui *ui, struct surface *s)
{
    const struct screen *v = screen_here(ui);
    const uint32_t first = first_level(ui), cursor = 2 * (uint32_t)v->list.cursor;
    const unsigned look = popup_top(ui) ? LOOK_BOLD : LOOK_REVERSE;
    struct line l = {0};
    struct area at;
    for (uint32_t i = 0; i < 2 * v->grid->n_rows; i++) {
        if (!bar_area(ui, i, first, &at))
            continue;
        line_clear(&l);
        tree_grid_bar_line(v->grid, i / 2, i % 2, &l);
        surface_line(s, at.row, at.col, at.cols, &l, 0, i == cursor ? look : 0);
        if (ui->search->regex)
            search_mark(s, at.row, at.col, at.cols, &l, 0, ui->search->regex);
        if (i == cursor)
            surface_cursor(s, at.row, at.col, true);
    }
    line_release(&l);
}

/* What has no bar is found by that of its parent. */
static size_t bar_at(const struct ui *ui, int line, int col)
{
    const struct area *b = &ui->layout.body;
    const uint32_t n = screen_here(ui)->grid->n_rows, first = n ? first_level(ui) : 0;
    struct area at;
    for (uint32_t i = 0; i < 2 * n; i++)
        if (bar_area(ui, i, first, &at) && at.row == b->row + line && col + b->col >= at.col &&
            col + b->col < at.col + at.cols)
            return i / 2;
    return LIST_NONE;
}

/* To the parent, to the heaviest child, or to the bar beside this one on its level. */
static void step(struct ui *ui, int down, int right)
{
    struct screen *s = screen_here(ui);
    const uint32_t n = s->grid ? s->grid->n_rows : 0;
    if (s->list.cursor >= n)
        return;
    uint32_t row = (uint32_t)s->list.cursor;
    const uint32_t level = tree_grid_row(s->grid, row)->level + (uint32_t)down;
    const uint32_t direction = down < 0 || right < 0 ? UINT32_MAX : 1;
    do
        row += direction;
    while (row < n && down <= 0 && tree_grid_row(s->grid, row)->level != level);
    if (row < n && tree_grid_row(s->grid, row)->level == level)
        list_set(&s->list, row);
}

/* The cursor stays on its node, and what leads to its row is opened. */
void act_tree_bars(struct ui *ui, const struct call *c)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t i = node_here(ui);
    if (ui->views->at != VIEW_TREE) {
        ui_warn(ui, "bars are those of Tree");
        return;
    }
    if (s->bars)
        open_above(ui, i);
    side_pane_leave(ui);
    screens_put_away(ui, s);
    s->bars = !s->bars;
    screens_layout(ui);
    screens_refresh(ui);
    go_to(ui, i);
}

const struct screen_ops screen_tree = {
    .filters = true,
    .columns = &tree_columns,
    .beside = BESIDE_SOURCE,
    .styles = "--format=folded",
    .fold = fold,
    .group = invert,
    .heaviest = heaviest,
    .has_tab = has_tab,
    .make = make_tree_grid,
    .notice = notice,
    .status = status,
    .trail = trail,
    .draw = draw,
    .bar_at = bar_at,
    .step = step,
};

/* Open what is closed among the row and those below it. */
void act_tree_more(struct ui *ui, const struct call *c)
{
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    if (begin_opening(ui) == NO_ID)
        return;
    uint32_t row = (uint32_t)s->list.cursor;
    const uint32_t level = tree_grid_row(s->grid, row)->level;
    do
        open_node(ui, tree_grid_row(s->grid, row)->node);
    while (++row < s->grid->n_rows && tree_grid_row(s->grid, row)->level > level);
    screens_remake(ui);
}

/* The row as the whole: a place of its own, from which Esc goes back. */
void act_tree_root(struct ui *ui, const struct call *c)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t i = node_here(ui);
    if (i == NO_ID || node_at(ui, i)->path == s->root || i == 0) {
        ui_say(ui, i == NO_ID ? "no row of the tree here" : "this is the whole: Esc goes back");
        return;
    }
    places_leave(ui);
    open_above(ui, i);
    s->root = node_at(ui, i)->path;
    screens_remake(ui);
    places_arrive(ui);
}
