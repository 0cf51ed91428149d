/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of call paths: what is open of it, and what is its top. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/label.h"
#include "core/view/message.h"
#include "core/view/rows/diff_rows.h"
#include "tui/app/screens.h"

static bool is_inverted(const struct ui *ui)
{
    return ui->views->screen[VIEW_TREE].by;
}

/* The tree of the grid at hand. */
static struct call_tree *tree_here(const struct ui *ui)
{
    return is_inverted(ui) ? ui->session->inverse : ui->session->tree;
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
    return tree_grid_node(s->grid, (uint32_t)s->list.cursor);
}

/* ---- opening ---- */

/* Nodes to be opened. */
struct opened {
    uint64_t *paths;
    size_t n, cap;
};

static void open_node(const struct ui *ui, struct opened *o, uint32_t i)
{
    const struct tree_node *x = node_at(ui, i);
    if (!x->n_children || open_paths_has(&ui->views->open, x->path))
        return;
    mem_grow(&o->paths, &o->cap, o->n + 1, sizeof *o->paths);
    o->paths[o->n++] = x->path;
}

static void open_all(struct ui *ui, struct opened *o)
{
    if (o->n)
        open_paths_add(&ui->views->open, o->paths, o->n);
    free(o->paths);
}

/* Open a node, its heaviest child and so on, while that has half or more of the one above it; the
 * last one of these. */
static uint32_t open_hot(struct ui *ui, uint32_t i)
{
    struct call_tree *t = tree_here(ui);
    struct opened opened = {0};
    while (t->nodes[i].n_children) {
        open_node(ui, &opened, i);
        tree_open(t, i);
        const uint32_t child = t->nodes[i].child;
        if (t->nodes[child].kind != TREE_FUNCTION || 2 * tree_weight(t, child) < tree_weight(t, i))
            break;
        i = child;
    }
    open_all(ui, &opened);
    return i;
}

static struct grid *make_tree_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    struct err e = ERR_INIT;
    struct call_tree *t = session_tree(ui->session, s->by, &e);
    if (!t) {
        ui_say_error(ui, &e);
        return NULL;
    }
    if (!s->order) /* the first look at it */
        open_hot(ui, t->forest && t->n > 1 ? 1 : 0);
    const struct tree_look look = {.tree = t,
                                   .open = &ui->views->open,
                                   .diff = t->diff ? comparison_here(ui) : NULL,
                                   .root = s->root};
    return tree_grid(&ui->session->view, &look, style, filter);
}

static bool has_tab(const struct ui *ui)
{
    const struct profile *p = ui->session->profile;
    return p->paths || (p->n_arcs && p->n_hists);
}

/* Why there is no tree of call paths; NULL: there is one. */
static const char *why_none(const struct ui *ui)
{
    const struct call_tree *t = ui->session->tree;
    return !t || !t->forest               ? NULL
           : ui->session->settings.strict ? "call paths are not read with --strict"
                                          : "callers were not measured";
}

static void notice(const struct ui *ui, struct text *out)
{
    struct text how = {0};
    const bool can =
        !ui->session->settings.strict && message_record(&how, ui->session->profile->image, "");
    if (why_none(ui))
        text_printf(out, "%s%s%s", why_none(ui), can ? ": " : "", text_z(&how));
    text_release(&how);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct call_tree *t = ui->session->tree;
    if (t)
        text_str(out, t->forest         ? "functions below their only caller"
                      : is_inverted(ui) ? "callers of the hottest"
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
    for (uint32_t i = tree_grid_node(s->grid, 0); i && n < MOST; i = node_at(ui, i)->parent)
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
    if (i == NO_ID || !node_at(ui, i)->n_children)
        ui_say(ui, "nothing is below this row");
    else if (s->filter.n)
        ui_warn(ui, "the row filter decides what is open: & and Enter end it");
    else
        return i;
    return NO_ID;
}

static void heaviest(struct ui *ui, bool callee)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t i = callee ? begin_opening(ui) : node_here(ui);
    if (i == NO_ID)
        return;
    const uint32_t to = callee ? open_hot(ui, i) : node_at(ui, i)->parent;
    if (callee)
        screens_remake(ui);
    for (uint32_t row = 0; s->grid && row < s->grid->n_rows; row++)
        if (tree_grid_node(s->grid, row) == to)
            list_set(&s->list, row);
}

/* Callers of the function at hand begin on the first level, to which the cursor goes. */
static void invert(struct ui *ui)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    if (why_none(ui)) {
        ui_warn(ui, "%s", why_none(ui));
        return;
    }
    s->row = screen_row_anchor(ui->session, s);
    s->by = !s->by;
    s->root = 0;
    screen_drop_grid(s);
    screens_refresh(ui);
}

static void fold(struct ui *ui)
{
    const uint32_t i = begin_opening(ui);
    struct opened opened = {0};
    if (i == NO_ID)
        return;
    if (open_paths_has(&ui->views->open, node_at(ui, i)->path))
        open_paths_drop(&ui->views->open, node_at(ui, i)->path);
    else
        open_node(ui, &opened, i);
    open_all(ui, &opened);
    screens_remake(ui);
}

const struct screen_ops screen_tree = {
    .filters = true,
    .columns = tree_columns,
    .n_columns = &n_tree_columns,
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
};

/* Open what is closed among the row and those below it. */
void act_tree_more(struct ui *ui, const struct call *c)
{
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    struct opened opened = {0};
    (void)c;
    if (begin_opening(ui) == NO_ID)
        return;
    const uint32_t level = tree_grid_level(s->grid, (uint32_t)s->list.cursor);
    for (uint32_t row = (uint32_t)s->list.cursor; row < s->grid->n_rows; row++) {
        if (row > s->list.cursor && tree_grid_level(s->grid, row) <= level)
            break;
        open_node(ui, &opened, tree_grid_node(s->grid, row));
    }
    open_all(ui, &opened);
    screens_remake(ui);
}

/* The row as the whole: a place of its own, from which Esc goes back. */
void act_tree_root(struct ui *ui, const struct call *c)
{
    struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t i = node_here(ui);
    (void)c;
    if (i == NO_ID || node_at(ui, i)->path == s->root) {
        ui_say(ui, i == NO_ID ? "no row of the tree here" : "this is the whole: Esc goes back");
        return;
    }
    places_leave(ui);
    s->root = node_at(ui, i)->path;
    screens_remake(ui);
    places_arrive(ui);
}
