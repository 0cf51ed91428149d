/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stacks: call stacks, measured (analyze/path_times.h) or estimated from arcs. Private to
 * view/format*.
 *
 * A profile without call paths has no stacks: it knows how much time a function took, and who
 * called it how often. As in the call graph, each call is taken to have cost the same (gprof paper,
 * section 4); so the time of a function divides among its callers, theirs among their callers, and
 * so on.
 *
 * 1. A cycle stands as one frame, with the member that runs after it.
 * 2. What of a function would be stacks of less than a 20,000th of the total, or deeper than
 *    STACK_FRAMES, makes one stack of its heaviest callers (of these the inner ones).
 * 3. The times of all stacks add up to the times of all functions that the report has rows for;
 *    measured ones to those of all samples with a known function on their path. */
#ifndef GPTUI_VIEW_FORMAT_STACKS_H
#define GPTUI_VIEW_FORMAT_STACKS_H

#include "core/view/format/parts.h"

enum { STACK_FRAMES = 256 };

struct stack {
    const node_id *frame; /* the outermost first */
    size_t n;             /* > 0 */
    bool estimated;       /* else it was measured, or is just a function, as without the graph */
};

struct stack_taker {
    /* ticks > 0. False ends stacks_each. */
    bool (*take)(void *ctx, const struct stack *s, double ticks);
    void *ctx;
};

/* Hand all stacks to the taker. False when it returned false. */
bool stacks_each(const struct format_graph *g, const struct stack_taker *t);

/* Append the name of a frame, bytes as they are. Cycles stand in square brackets, like the other
 * frames that are no functions: pprof takes what is in angle brackets for template arguments. */
void stack_frame_name(struct gnu_out *o, struct text *t, node_id n);

/* Amounts rounded so that their sum is that of what they stand for, rounded. */
struct rounding {
    double sum; /* of all so far */
    uint64_t given;
};
uint64_t rounding_take(struct rounding *r, double amount);

#endif
