/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks: whether gprof's inclusive number of a row can be far off, in one character, and its range
 * in words. */
#ifndef GPTUI_VIEW_MARKS_H
#define GPTUI_VIEW_MARKS_H

#include <stdbool.h>

#include "core/analyze/questions/ranges.h"
#include "core/base/text.h"
#include "core/view/context.h"

enum mark {
    MARK_NONE,    /* the number is right within a quarter or the sampling error; or there is none */
    MARK_UNSURE,  /* it may be off by more */
    MARK_OUTSIDE, /* it is off: more than three sampling errors outside of the range */
    N_MARKS
};

/* ticks: self and children as gprof has them. Callbacks are left out: the mark says how far the
 * sharing by calls can be off. That of an open range is what is known of it: MARK_UNSURE if its
 * high end would decide. */
enum mark range_mark(const struct range *r, double ticks);

/* Make an open range known as far as its mark needs, within some number of steps. */
enum mark walked_mark(struct ranges *ranges, struct range *r, double ticks, uint32_t steps);

enum { MARK_STEPS = 1 << 14 }; /* of the walk for one row of a view */

/* The mark of a number that is assumed: that of its range, and MARK_UNSURE where that is not known
 * (r is NULL) but the number is more than 0. */
enum mark assumed_mark(const struct range *r, double ticks);

/* Whether anything can bear a mark: somebody asks for them, and there are arcs between functions.
 */
bool knows_ranges(const struct view_context *v);

/* Whether so few functions have time or calls that formats for other programs have the upper ends
 * of all ranges. */
bool finds_high_ends(const struct analysis *a);

/* The mark of a function or a cycle, by a walk of MARK_STEPS at most; MARK_NONE where nothing is
 * known. v->ranges may be NULL. */
enum mark node_mark(const struct view_context *v, node_id n);

/* The mark of a function or a cycle and its range, by a walk to its end. */
enum mark node_range(const struct view_context *v, node_id n, struct range *r);

/* The mark of an arc that hands up `ticks`, as node_mark. */
enum mark arc_mark(const struct view_context *v, arc_id arc, double ticks);

/* "between 0.0 and 75.0 %: time is shared out by calls", in percent of the graph's total; nothing
 * for MARK_NONE. What callbacks could add follows if it is more than 0.1 %. */
void text_bounds(struct text *t, const struct view_context *v, enum mark m, const struct range *r);

/* Whether all files are from our runtime, which records every call of functions that count them.
 * libc's drops those that come from libraries. */
bool records_all_calls(const struct profile *p);

/* "unsure", "outside"; "" for MARK_NONE. */
const char *mark_word(enum mark m);

/* '?', '!'; ' ' for MARK_NONE. */
char mark_sign(enum mark m);

#endif
