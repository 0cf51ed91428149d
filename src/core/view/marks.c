/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/marks.h"

#include <math.h>

#include "core/view/values.h"

enum { HIGH_ENDS_MOST = 1000 };

/* That of the number, or of the bound that it misses. */
static double error_of(double low, double ticks)
{
    return sampling_error(ticks < low ? low : ticks);
}

static bool is_below(double low, double ticks)
{
    return low - ticks > 3 * error_of(low, ticks);
}

static enum mark mark_between(double low, double high, double ticks)
{
    double lo = fmin(ticks, low), hi = fmax(ticks, high), error = error_of(low, ticks);
    if (!(high > 0))
        return MARK_NONE;
    if (is_below(low, ticks) || ticks - high > 3 * error)
        return MARK_OUTSIDE;
    bool unsure = hi - lo > error && (hi - ticks > ticks / 4 || ticks - lo > ticks / 4);
    return unsure ? MARK_UNSURE : MARK_NONE;
}

enum mark range_mark(const struct range *r, double ticks)
{
    enum mark m = mark_between(r->low, fmax(r->low, r->high), ticks);
    return r->is_open && mark_between(r->low, r->most, ticks) != m ? MARK_UNSURE : m;
}

/* The high end beyond which a higher one makes no other mark. */
static double enough_for(double low, double ticks)
{
    double error = error_of(low, ticks);
    if (is_below(low, ticks))
        return 0;
    if (ticks - low > fmax(ticks / 4, error)) /* unsure, or else above what is possible */
        return ticks - 3 * error;
    return fmax(ticks + ticks / 4, fmin(ticks, low) + error);
}

enum mark walked_mark(struct ranges *ranges, struct range *r, double ticks, uint32_t steps)
{
    ranges_walk(ranges, r, &(struct range_limit){enough_for(r->low, ticks), steps});
    return range_mark(r, ticks);
}

enum mark assumed_mark(const struct range *r, double ticks)
{
    if (r)
        return range_mark(r, ticks);
    return ticks > 0 ? MARK_UNSURE : MARK_NONE;
}

bool knows_ranges(const struct view_context *v)
{
    const struct analysis *a = v->analysis;
    return v->ranges && !a->by_line && !a->paths && a->rate_hz > 0 && a->graph->n_arcs > 0;
}

bool finds_high_ends(const struct analysis *a)
{
    uint32_t n = 0;
    for (sym_id s = 0; s < a->n_symbols && n <= HIGH_ENDS_MOST; s++)
        n += a->samples->self[s] > 0 || a->graph->calls[s] || a->graph->recursion[s];
    return n <= HIGH_ENDS_MOST;
}

static double node_ticks(const struct view_context *v, node_id n)
{
    const struct node_time *t = &v->analysis->times->node[n];
    return t->prop_self + t->prop_child;
}

enum mark node_mark(const struct view_context *v, node_id n)
{
    struct range r;
    if (!(v->analysis->rate_hz > 0) || !ranges_of_node(v->ranges, n, &r))
        return MARK_NONE;
    return walked_mark(v->ranges, &r, node_ticks(v, n), MARK_STEPS);
}

enum mark node_range(const struct view_context *v, node_id n, struct range *r)
{
    if (!(v->analysis->rate_hz > 0) || !ranges_of_node(v->ranges, n, r))
        return MARK_NONE;
    ranges_walk(v->ranges, r, NULL);
    return range_mark(r, node_ticks(v, n));
}

enum mark arc_mark(const struct view_context *v, arc_id arc, double ticks)
{
    struct range r;
    if (!(v->analysis->rate_hz > 0) || !ranges_of_arc(v->ranges, arc, &r))
        return MARK_NONE;
    return walked_mark(v->ranges, &r, ticks, MARK_STEPS);
}

void text_bounds(struct text *t, const struct view_context *v, enum mark m, const struct range *r)
{
    double all = v->analysis->times->total, callbacks = percent(r->callbacks, all);
    if (m == MARK_NONE)
        return;
    text_printf(t, "%sbetween %.1f and %.1f %%: time is shared out by calls",
                m == MARK_OUTSIDE ? "in truth " : "", percent(r->low, all), percent(r->high, all));
    if (callbacks >= 0.1)
        text_printf(t, "; callbacks may add %.1f %%", callbacks);
}

bool records_all_calls(const struct profile *p)
{
    bool all = p->n_files > 0;
    for (uint32_t i = 0; i < p->n_files; i++)
        all &= p->files[i].run_finding == RUN_KNOWN;
    return all;
}

const char *mark_word(enum mark m)
{
    static const char *const words[N_MARKS] = {"", "unsure", "outside"};
    return words[m];
}

char mark_sign(enum mark m)
{
    return " ?!"[m];
}
