/* SPDX-License-Identifier: GPL-3.0-or-later */
/* both_ways: the time of a function, or of an arc, with all that it calls: shared out by calls, as
 * gprof assumes, and measured by call paths. */
#ifndef GPTUI_VIEW_ROWS_BOTH_WAYS_H
#define GPTUI_VIEW_ROWS_BOTH_WAYS_H

#include <stdbool.h>

#include "core/base/text.h"
#include "core/view/context.h"
#include "core/view/marks.h"

/* Ticks; NaN where gprof gives no time, as to calls within a cycle, and where nothing was measured:
 * call paths do not reach what starts main. */
struct both_ways {
    double assumed, measured;
};

static inline bool could_know_both_ways(const struct view_context *v)
{
    return v->analysis->profile->paths && settings_reads_paths(v->settings) &&
           !v->analysis->by_line && v->analysis->rate_hz > 0;
}
static inline bool knows_both_ways(const struct view_context *v)
{
    return v->other && !v->analysis->by_line && v->analysis->rate_hz > 0;
}

/* The following only where knows_both_ways is true. What a row of the flat profile has; what an
 * entry has, with filters of time in effect; what an arc hands up. */
struct both_ways function_both_ways(const struct view_context *v, sym_id s);
struct both_ways node_both_ways(const struct view_context *v, node_id n);
struct both_ways arc_both_ways(const struct view_context *v, arc_id arc);

/* MARK_OUTSIDE where the assumption is off by more than a quarter of what was measured and more
 * than three sampling errors, else MARK_NONE. */
enum mark both_ways_mark(const struct both_ways *b);

/* "0.02/0.97": seconds; "-" for what is not known. */
void text_both_ways(struct text *t, const struct view_context *v, const struct both_ways *b);

#endif
