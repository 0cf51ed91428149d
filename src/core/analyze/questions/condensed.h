/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/condensed: the calls that took place with each cycle as one knot, without what leads to
 * no sample; and walks of it, for the time of all that a function leads to. Private to
 * analyze/ranges. */
#ifndef GPTUI_ANALYZE_QUESTIONS_CONDENSED_H
#define GPTUI_ANALYZE_QUESTIONS_CONDENSED_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/cycles.h"
#include "core/analyze/dominators.h"
#include "core/analyze/questions/ranges.h"
#include "core/base/attr.h"

/* A function, or all of a cycle: what reaches one member reaches all. */
struct knot {
    double weight, part;     /* its own */
    double all, part_of_all; /* of all that it reaches, itself included; if not is_whole, `all` is
                                what was found so far */
    uint32_t steps;          /* arcs of a walk to its end, or more than those of one that was not */
    bool is_whole;
};

struct condensed {
    struct arena memory; /* owns what the rest points to */
    uint32_t n;
    struct knot *knots;
    uint32_t *knot_of; /* per node of the graph: NO_ID if it leads to no sample; callees have lower
                          numbers than callers */
    uint32_t *lo, *to; /* the arcs of knot k lead to to[lo[k]] .. to[lo[k + 1] - 1], each once */
    uint32_t *seen, *stack, round; /* of walks */
};

/* weight and part: of each node, none negative; a part is 0 or the weight. The order of `c` holds
 * for g, whose root is left out. Borrows nothing. NULL when memory runs out. Release it with
 * arena_object_free. */
struct condensed *condensed_new(const struct flow_graph *g, const struct cycles *c,
                                const double *weight, const double *part) ATTR_MUST_USE;

/* Walk from knot k, unless what is known of it answers. False: a limit was passed, and knots[k].all
 * is what was found so far. What former walks found makes no difference to the answer if that is
 * within both limits, or beyond the number of steps. */
bool condensed_walk(struct condensed *x, uint32_t k, const struct range_limit *limit);

#endif
