/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/linker/order_input.h"

#include <stdlib.h>
#include <string.h>

/* Pairs of runs come first, as gprof notes them before it reads any profile. */
static bool list_arcs(struct order_input *o)
{
    const struct graph *g = o->graph;
    memcpy(o->chains.arc, g->arcs, g->n_arcs * sizeof *g->arcs);
    for (size_t i = 0; i < o->runs.n_pairs; i++) {
        o->chains.arc[g->n_arcs + i] = (struct arc){o->a->n_symbols + o->runs.pairs[i].left,
                                                    o->a->n_symbols + o->runs.pairs[i].right, 0};
        if (!id_list_add(&o->arcs, (arc_id)(g->n_arcs + i)))
            return false;
    }
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        arc_id id = graph_created(g, i);
        if (g->arcs[id].from != g->arcs[id].to && !id_list_add(&o->arcs, id))
            return false;
    }
    return true;
}

bool order_input_begin(struct order_input *o, const struct analysis *a, const struct graph *g,
                       const struct settings *s, struct id_list *out, struct err *e)
{
    struct symset_source src = {a->table, a->sources, s->filters, s->n_filters, s->strict};
    *o = (struct order_input){.a = a, .graph = g};
    if (!run_pairs_build(&o->runs, &src, e))
        return false;
    return (chains_init(&o->chains, a->n_symbols + o->runs.n_runs, g->n_arcs + o->runs.n_pairs,
                        out) &&
            list_arcs(o)) ||
           err_memory(e, 0);
}

void order_input_release(struct order_input *o)
{
    run_pairs_release(&o->runs);
    chains_release(&o->chains);
    free(o->arcs.v);
}

sym_id order_input_symbol(const struct order_input *o, uint32_t thing)
{
    return thing < o->a->n_symbols ? thing : o->runs.first[thing - o->a->n_symbols];
}

void order_input_name_runs(const struct order_input *o)
{
    for (size_t i = 0; i < o->chains.out->n; i++)
        o->chains.out->v[i] = order_input_symbol(o, o->chains.out->v[i]);
}
