/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of call paths: what is open of it, and what is its top. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/message.h"
#include "tui/app/screens.h"

static const struct tree_node *node_at(const struct ui *ui, uint32_t i)
{
    return &ui->session->tree->nodes[i];
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

static void open_node(struct ui *ui, uint32_t i)
{
    struct open_paths *open = &ui->views->open;
    if (node_at(ui, i)->n_children && !open_paths_has(open, node_at(ui, i)->path))
        open_paths_add(open, &node_at(ui, i)->path, 1);
}

/* Open a node, its heaviest child and so on, while that has half or more of the one above it; the
 * last one of these. */
static uint32_t open_hot(struct ui *ui, uint32_t i)
{
    const struct call_tree *t = ui->session->tree;
    while (t->nodes[i].n_children) {
        const uint32_t child = t->nodes[i].child;
        open_node(ui, i);
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
    const struct call_tree *t = session_tree(ui->session, &e);
    if (!t && e.code) {
        ui_say_error(ui, &e);
        return NULL;
    }
    if (!t) {
        struct text how = {0};
        bool can = message_record(&how, ui->session->profile->image, "");
        ui_warn(ui, "callers were not measured%s%s", can ? ": " : "", text_z(&how));
        text_release(&how);
        return NULL;
    }
    if (!s->order) /* the first look at it */
        open_hot(ui, 0);
    const struct tree_look look = {.tree = t, .open = &ui->views->open, .root = s->root};
    return tree_grid(&ui->session->view, &look, style, filter);
}

static bool has_tab(const struct ui *ui)
{
    return ui->session->profile->paths;
}

static void status(const struct ui *ui, struct text *out)
{
    (void)ui;
    text_str(out, "top down");
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

static void fold(struct ui *ui)
{
    const uint32_t i = begin_opening(ui);
    if (i == NO_ID)
        return;
    if (open_paths_has(&ui->views->open, node_at(ui, i)->path))
        open_paths_drop(&ui->views->open, node_at(ui, i)->path);
    else
        open_node(ui, i);
    screens_remake(ui);
}

const struct screen_ops screen_tree = {
    .filters = true,
    .columns = tree_columns,
    .n_columns = &n_tree_columns,
    .beside = BESIDE_SOURCE,
    .styles = "--format=folded",
    .fold = fold,
    .has_tab = has_tab,
    .make = make_tree_grid,
    .status = status,
};

/* Open what is closed among the row and those below it. */
void act_tree_more(struct ui *ui, const struct call *c)
{
    const struct screen *s = &ui->views->screen[VIEW_TREE];
    const uint32_t top = begin_opening(ui);
    uint64_t *paths = NULL;
    size_t n = 0, cap = 0;
    (void)c;
    if (top == NO_ID)
        return;
    for (uint32_t row = (uint32_t)s->list.cursor; row < s->grid->n_rows; row++) {
        const uint32_t i = tree_grid_node(s->grid, row);
        if (row > s->list.cursor && !tree_is_below(ui->session->tree, i, top))
            break;
        if (!node_at(ui, i)->n_children || tree_grid_is_open(s->grid, row))
            continue;
        mem_grow(&paths, &cap, n + 1, sizeof *paths);
        paths[n++] = node_at(ui, i)->path;
    }
    open_paths_add(&ui->views->open, paths, n);
    free(paths);
    screens_remake(ui);
}
