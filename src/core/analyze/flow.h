/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/flow: the calls that took place as paths from outside: where they can begin, which
 * functions code that does not record its calls may have called, and which functions all paths to
 * one lead through. What questions/ranges needs that does not depend on times. */
#ifndef GPTUI_ANALYZE_FLOW_H
#define GPTUI_ANALYZE_FLOW_H

#include "core/analyze/analysis.h"
#include "core/analyze/dominators.h"

struct call_flow {
    struct arena memory;         /* owns what the rest points to */
    struct flow_graph graph;     /* its root calls what can be entered from outside */
    uint8_t *callable;           /* per symbol: code without records may have led to it */
    const struct cycles *cycles; /* those of the graph: the analysis's, or else its own */
    struct dominators *tree;
    uint32_t *entries; /* per symbol: arcs to it, and the root's, that do not come from below it */
};

/* Whether calls along an arc may have taken place: those of arcs that were only found in machine
 * code can have if the callee does not count its calls. */
static inline bool flow_takes(const struct graph *g, const struct arc *x)
{
    return x->from != x->to && (x->count || !(g->calls[x->to] || g->recursion[x->to]));
}

/* Borrows a's cycles. NULL: the progress (NULL: none) said to stop. Release it with
 * arena_object_free. */
struct call_flow *call_flow_new(const struct analysis *a,
                                const struct progress *progress) ATTR_MUST_USE;

#endif
