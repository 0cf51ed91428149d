/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/arc_sets: between which bounds the time lies that calls along some arcs took together, as
 * those into a module or from a line. Like one arc (questions/ranges.h): at least the self time of
 * what can only be reached through one of them, at most that of all that they lead to. */
#ifndef GPTUI_ANALYZE_QUESTIONS_ARC_SETS_H
#define GPTUI_ANALYZE_QUESTIONS_ARC_SETS_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/flow.h"

/* An arc of the graph; `whole`: all its calls belong to the set, else some of them. */
struct set_arc {
    arc_id arc;
    bool whole;
};

/* Borrowed; n may be 0. */
struct arc_set {
    const struct set_arc *arcs;
    uint32_t n;
};

/* Ticks. `called` is the part of high that code without records can have led to. */
struct arc_set_sums {
    double low, high, called;
};

enum { ARC_SETS_AT_ONCE = 64 };

/* Fill out[n], n <= ARC_SETS_AT_ONCE, in two walks over the calls of a.
 */
void arc_sets_sum(const struct analysis *a, const struct call_flow *flow,
                  const struct arc_set *sets, unsigned n, struct arc_set_sums *out);

#endif
