/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/flow: the calls that took place as paths from outside: where they can begin, and which
 * functions code that does not record its calls may have called. Private to analyze/ranges. */
#ifndef GPTUI_ANALYZE_FLOW_H
#define GPTUI_ANALYZE_FLOW_H

#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/analyze/dominators.h"
#include "core/base/attr.h"
#include "core/base/mem.h"

struct call_flow {
    struct arena memory;         /* owns what the rest points to */
    struct flow_graph graph;     /* its root calls what can be entered from outside */
    uint8_t *callable;           /* per symbol: code without records may have led to it */
    const struct cycles *cycles; /* those of the graph: the analysis's, or else `own` */
    struct cycles *own;
};

/* Whether calls along an arc may have taken place: those of arcs that were only found in machine
 * code can have if the callee does not count its calls. */
static inline bool flow_takes(const struct graph *g, const struct arc *x)
{
    return x->from != x->to && (x->count || !(g->calls[x->to] || g->recursion[x->to]));
}

/* Borrows a. NULL when memory runs out. */
struct call_flow *call_flow_new(const struct analysis *a) ATTR_MUST_USE;

/* NULL is fine. */
void call_flow_free(struct call_flow *f);

#endif
