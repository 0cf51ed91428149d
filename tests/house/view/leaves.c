/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that call nothing known, heaviest first: a whole view in one file, which
 * run_add_view.sh adds to a copy of the source. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/grid/function_row.h"
#include "tui/app/wording.h"
#include "tui/screens/screens.h"

struct leaves {
    struct grid grid; /* first, so that the whole is found from it */
    struct session *session;
    struct grid_style style;
    sym_id function[]; /* grid.n_rows */
};

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    *out = (struct grid_row){ROW_FUNCTION, {((const struct leaves *)g)->function[i], NO_ID}, 0};
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct leaves *l = (const struct leaves *)g;
    text_str(out, node_name(l->session, l->function[i], l->style.names));
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct leaves *l = (const struct leaves *)g;
    const char *name = node_name(l->session, l->function[i], l->style.names);
    pick_line(&l->session->view, l->function[i], name, l->style.cols, l->style.ascii, out);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct leaves *l = (const struct leaves *)g;
    pick_heading(&l->session->view, l->style.cols, out);
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct leaves *l = (const struct leaves *)g;
    pick_detail(&l->session->view, l->function[i], &l->style, out);
}

static void release(struct grid *g)
{
    free(g);
}

static struct grid *make(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e)
{
    static const struct grid_ops ops = {row, format, heading, detail, name, release};
    const struct analysis *an = ui->session->analysis;
    size_t size = sizeof(struct leaves) + an->n_symbols * sizeof(sym_id);
    struct leaves *l = mem_array(1, size);
    (void)filter;
    if (!l) {
        err_memory(e, size);
        return NULL;
    }
    l->grid = (struct grid){.ops = &ops, .sort_column = COLUMN_NONE};
    l->session = ui->session;
    l->style = *style;
    for (uint32_t i = 0; i < an->n_nodes; i++) {
        node_id n = an->order->ranked[i];
        if (!node_is_cycle(an, n) && an->graph->child_lo[n] == an->graph->child_lo[n + 1])
            l->function[l->grid.n_rows++] = n;
    }
    return &l->grid;
}

const struct screen_ops screen_leaves = {
    .beside = BESIDE_RELATIVES,
    .styles = "-Q -p",
    .make = make,
};
