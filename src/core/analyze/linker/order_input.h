/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/linker/order_input: what the orders of functions and of object files put in order.
 * Private to core/analyze. */
#ifndef GPTUI_ANALYZE_LINKER_ORDER_INPUT_H
#define GPTUI_ANALYZE_LINKER_ORDER_INPUT_H

#include "core/analyze/analysis.h"
#include "core/analyze/linker/chain.h"
#include "core/base/attr.h"
#include "core/select/run_pairs.h"

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

/* The order goes to `out`. Fails with ERR_MEMORY; o needs order_input_release in any case. */
bool order_input_begin(struct order_input *o, const struct analysis *a, const struct graph *g,
                       const struct settings *s, struct id_list *out, struct err *e) ATTR_MUST_USE;
void order_input_release(struct order_input *o);

/* The symbol that a thing is, or that a run starts with. */
sym_id order_input_symbol(const struct order_input *o, uint32_t thing);

/* Replace all runs of the order by the symbols that they start with. */
void order_input_name_runs(const struct order_input *o);

#endif
