/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/node_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { KEPT = 128 }; /* rows: more than a screen has */

struct node_runs {
    const struct analysis *a;
    double
        *weight; /* per node: the part of its time that goes up to the one asked for; 0 between */
    struct kept_row {
        node_id node;
        double *ticks; /* NULL: none */
    } kept[KEPT];
    unsigned next; /* that is given up for another one */
};

struct node_runs *node_runs_new(const struct analysis *a)
{
    struct node_runs *t = mem_array(1, sizeof *t);
    *t = (struct node_runs){.a = a, .weight = mem_array(a->n_nodes, sizeof *t->weight)};
    return t;
}

void node_runs_free(struct node_runs *t)
{
    if (!t)
        return;
    for (int i = 0; i < KEPT; i++)
        free(t->kept[i].ticks);
    free(t->weight);
    free(t);
}

/* Callers come before what they call, so a weight is complete when it is handed down. A cycle's is
 * that of each of its members; one that is asked for by itself stands for itself alone. */
static void fill(const struct node_runs *t, node_id n, double *ticks)
{
    const struct analysis *a = t->a;
    t->weight[n] = 1;
    for (uint32_t k = a->n_symbols; k-- > 0;) {
        sym_id s = a->cycles->upward[k];
        uint32_t cycle = a->cycles->cycle[s];
        double weight = t->weight[s] + (cycle ? t->weight[cycle_node(a, cycle)] : 0);
        t->weight[s] = 0;
        if (!(weight > 0))
            continue;
        const struct analysis_runs *r = a->runs;
        for (size_t i = r->first[s]; i < r->first[s + 1]; i++)
            ticks[r->run[i]] += weight * r->ticks[i];
        /* Hand the weight of a function on to what it calls. */
        for (arc_id i = a->graph->child_lo[s]; i < a->graph->child_lo[s + 1]; i++) {
            node_id callee;
            double part;
            if (a->times->node[a->graph->arcs[i].to].fraction != 0.0 &&
                arc_part(a->graph, a->cycles, a->n_symbols, &a->graph->arcs[i], &callee, &part))
                t->weight[callee] += weight * part;
        }
    }
    for (node_id c = a->n_symbols; c < a->n_nodes; c++)
        t->weight[c] = 0;
}

const double *node_runs_of(struct node_runs *t, node_id n)
{
    for (int i = 0; i < KEPT; i++)
        if (t->kept[i].ticks && t->kept[i].node == n)
            return t->kept[i].ticks;
    struct kept_row *row = &t->kept[t->next];
    const size_t n_runs = t->a->runs->n_runs;
    if (!row->ticks)
        row->ticks = mem_array_raw(n_runs, sizeof *row->ticks);
    memset(row->ticks, 0, n_runs * sizeof *row->ticks);
    row->node = n;
    fill(t, n, row->ticks);
    t->next = (t->next + 1) % KEPT;
    return row->ticks;
}
