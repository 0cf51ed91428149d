/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/reach: sums over all that can be reached from a function. Private to analyze/ranges. */
#ifndef GPTUI_ANALYZE_QUESTIONS_REACH_H
#define GPTUI_ANALYZE_QUESTIONS_REACH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/cycles.h"
#include "core/analyze/dominators.h"
#include "core/base/attr.h"
#include "core/base/progress.h"

/* A function, or all of a cycle: what reaches one member reaches all. */
struct knot {
    double weight, part;     /* its own */
    double all, part_of_all; /* of all that it reaches, itself included; -1: not known yet */
};

struct reach {
    struct arena memory; /* owns what the rest points to */
    uint32_t n;
    struct knot *knots;
    uint32_t *knot_of; /* per node of the graph; callees have lower numbers than callers */
    uint32_t *lo, *to; /* as in the graph; no arc within a knot */
    unsigned n_walks;
    bool has_all;
};

/* weight and part: of each node, none negative; a part is 0 or the weight. The order of `c` holds
 * for g, whose root is left out. Borrows nothing. NULL when memory runs out. Release it with
 * arena_object_free. */
struct reach *reach_new(const struct flow_graph *g, const struct cycles *c, const double *weight,
                        const double *part) ATTR_MUST_USE;

/* Make the sums of n nodes known, by one walk for each 64 of those that are not known yet; of all
 * nodes after many walks. False when memory runs out or the progress says to stop. */
bool reach_some(struct reach *r, const uint32_t *nodes, size_t n,
                const struct progress *progress) ATTR_MUST_USE;

/* Those of all nodes: a walk for each 896 that have a weight, by two threads if there are more. */
bool reach_all(struct reach *r, const struct progress *progress) ATTR_MUST_USE;

/* The sums of a node, which were made known. */
static inline const struct knot *reach_of(const struct reach *r, uint32_t node)
{
    return &r->knots[r->knot_of[node]];
}

#endif
