/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/ranges: between which bounds an inclusive time lies, whatever the calls took.
 *
 * The self time of a function is known, up to the sampling error; which of its callers it was spent
 * for is not: gprof shares it out by the number of calls. But a function that can only be reached
 * through another one took its time for that one, and what cannot be reached from a function is not
 * in its time. So, with the arcs that were recorded as a graph:
 *
 * 1. Roots are what can be entered from elsewhere: main, what nobody is known to call, what a
 *    stand-in for unknown callers (_start, _init), a caller without a symbol, or an arc that
 *    filters cut calls. Of a cycle that nobody is known to call each member is one.
 * 2. At least, a function takes the self time of all that it dominates from the roots together; at
 *    most, that of all that can be reached from it. An arc is a node of its own in this.
 * 3. Code that does not record its calls may be called by anybody and may call back. What that can
 *    add to the upper bound stands apart: self time that the function does not reach, of whatever
 *    such code can have entered, and all it reaches. That is all roots but main, start-up code and
 *    what only the cutting of arcs made one.
 *
 * The sets of functions are exact. Only the range of a cycle that arcs close along which nobody
 * called may be wider than needed.
 *
 * Self times are those that filters leave (node_time.prop_self). All this holds as far as calls
 * were recorded: a runtime that drops the calls that it cannot place hides roots.
 *
 * All lower bounds are made at once, when the first one is asked for (but see ranges_later); each
 * upper bound is a walk, which may be cut short. What is found is kept. Not to be shared between
 * threads.
 *
 * Where nothing else is said, what is made already is answered in a fixed number of steps. */
#ifndef GPTUI_ANALYZE_QUESTIONS_RANGES_H
#define GPTUI_ANALYZE_QUESTIONS_RANGES_H

#include "core/analyze/analysis.h"

/* Between which bounds the time lies that calls along some arcs took together, as
 * those into a module or from a line. Like one arc: at least the self time of
 * what can only be reached through one of them, at most that of all that they lead to. */

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

/* Ticks. The truth lies between low and high + callbacks. */
struct range {
    double low, high;
    double callbacks;
    bool is_open;  /* high is not worked out: it is this or more, and callbacks are not known; */
    double most;   /* then it is this or less */
    bool of_cycle; /* private */
    uint32_t knot; /* private: where to walk from, if is_open */
};

struct ranges;

/* Ranges of what a has; it is borrowed. */
struct ranges *ranges_new(const struct analysis *a) ATTR_MUST_USE;

/* NULL is fine. */
void ranges_free(struct ranges *r);

/* Make all that is made once, in steps proportional to functions and arcs, nearly. False: the
 * progress (NULL: none) said to stop. r may be NULL. */
bool ranges_make(struct ranges *r, const struct progress *progress);

/* From now on nothing is made by questions: until ranges_make nothing is known. Whether one was
 * asked meanwhile, or will be. r may be NULL. */
void ranges_later(struct ranges *r);
void ranges_ask(struct ranges *r);
bool ranges_asked(const struct ranges *r);

/* A function, or a cycle as a whole; an arc. The range is open unless nothing can be reached. False
 * where nothing is known: r is NULL; with -l, whose lines have no callers; where times are
 * measured. */
bool ranges_of_node(struct ranges *r, node_id n, struct range *out);
bool ranges_of_arc(struct ranges *r, arc_id arc, struct range *out);

/* How far a walk goes: until high is more than `enough`, or that many arcs were looked at. */
struct range_limit {
    double enough;
    uint32_t steps;
};

/* Walk; x, which r gave, stays open where a limit is passed. NULL: no limit but the number of all
 * arcs. */
void ranges_walk(struct ranges *r, struct range *x, const struct range_limit *limit);

/* What the arcs of each set took together, into out[n], none of them open. Nothing of it is kept.
 * For every 64 sets, or fewer, all calls are walked twice: at most 64 times the steps that there
 * are arcs, mostly a few times. The progress that ranges_make had last is asked; once it said to
 * stop, nothing is known until ranges_make is called again. */
bool ranges_of_arc_sets(struct ranges *r, const struct arc_set *sets, size_t n, struct range *out);

#endif
