/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that call nothing known, heaviest first: a whole view in one file, which
 * run_add_view.sh adds to a copy of the source. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/grid/picks.h"
#include "tui/app/screen.h"

static struct grid *make(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter)
{
    const struct analysis *an = ui->session->analysis;
    node_id *leaf = mem_array(an->n_nodes, sizeof *leaf);
    struct picks picks = {.node = leaf};
    for (uint32_t i = 0; leaf && i < an->n_nodes; i++) {
        node_id n = an->order->ranked[i];
        if (!node_is_cycle(an, n) && an->graph->child_lo[n] == an->graph->child_lo[n + 1])
            leaf[picks.n++] = n;
    }
    struct grid *g = picks_grid(&ui->session->view, &picks, style);
    free(leaf);
    return g;
}

const struct screen_ops screen_leaves = {
    .beside = BESIDE_RELATIVES,
    .styles = "-Q -p",
    .make = make,
};
