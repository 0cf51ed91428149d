/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/questions/chain: things that call each other often, linked to chains; what the orders of
 * functions and of object files have in common, and what they begin with. Private to core/analyze.
 *
 * Heavy arcs are taken one by one and link their ends to a chain, or lengthen one; chains are then
 * listed whole. */
#ifndef GPTUI_ANALYZE_LINKER_CHAIN_H
#define GPTUI_ANALYZE_LINKER_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/analyze/graph.h"
#include "core/base/attr.h"
#include "core/base/mem.h"
#include "core/select/symset.h"

struct id_list {
    uint32_t *v; /* malloc'ed */
    size_t n, cap;
};
static inline void id_list_add(struct id_list *l, uint32_t id)
{
    mem_grow(&l->v, &l->cap, l->n + 1, sizeof *l->v);
    l->v[l->n++] = id;
}

/* A chain grows by one thing at an end, so a position counts the steps to both ends. */
struct chain_place {
    uint32_t chain; /* NO_ID: in none */
    uint32_t after; /* next in the chain, NO_ID for none */
    int64_t at;     /* position; neighbours are one apart */
    uint32_t uses;  /* for the caller's use */
    bool placed;    /* listed, or not to be */
};

struct chain {
    uint32_t front, back;
};

/* Things are numbers below n, ends of the arcs. */
struct chains {
    struct arc *arc;           /* all arcs; none from a thing to itself is ever linked */
    uint8_t *arc_placed;       /* per arc: linked, or not to be */
    struct chain_place *place; /* per thing */
    struct chain *chain;       /* at most half as many as there are places */
    uint32_t n_chains;
    struct id_list left; /* arcs that a pass left over */
    struct id_list *out; /* the order */
};

/* Sort arcs of `l` by their counts, the highest first. */
void chains_sort_arcs(const struct chains *c, struct id_list *l);

/* The counts of arcs, summed. */
double chains_total(const struct chains *c, const struct id_list *arcs);

/* Link along arcs in their order, and list the chains. Arcs beyond the first 99 % of `total` calls
 * wait; with CHAINS_ALL none does, and callers that cannot be linked are listed as well. What is
 * not linked is added to c->left. */
#define CHAINS_ALL (-1.0)
void chains_make(struct chains *c, const struct id_list *arcs, double total);

/* Things to order are the symbols and, after them, the runs that specifications with a '/' pair
 * up; arcs are those of the graph and, after them, one without calls for each pair. */
struct order_input {
    const struct analysis *a;
    const struct graph *graph;
    struct run_pairs runs;
    struct chains chains;
    struct id_list arcs; /* those of pairs, then those of the graph as they were created; none from
                            a thing to itself */
};

/* The order goes to `out`. o needs order_input_release in any case. */
bool order_input_begin(struct order_input *o, const struct analysis *a, const struct graph *g,
                       const struct settings *s, struct id_list *out, struct err *e) ATTR_MUST_USE;
void order_input_release(struct order_input *o);

/* The symbol that a thing is, or that a run starts with. */
sym_id order_input_symbol(const struct order_input *o, uint32_t thing);

/* Replace all runs of the order by the symbols that they start with. */
void order_input_name_runs(const struct order_input *o);

#endif
