/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/marks.h"

#include "core/view/values.h"

enum mark range_mark(const struct range *r, double ticks)
{
    double lo = ticks < r->low ? ticks : r->low, hi = ticks > r->high ? ticks : r->high;
    double missed = ticks < r->low ? r->low - ticks : ticks - r->high;
    double error = sampling_error(ticks < r->low ? r->low : ticks);
    if (!(r->high > 0))
        return MARK_NONE;
    if (missed > 3 * error)
        return MARK_OUTSIDE;
    if (hi - lo <= error)
        return MARK_CERTAIN;
    return hi - ticks <= ticks / 4 && ticks - lo <= ticks / 4 ? MARK_NEAR : MARK_UNSURE;
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
    return v->ranges && !a->by_line && a->rate_hz > 0 && a->graph->n_arcs > 0;
}

enum mark node_mark(const struct view_context *v, node_id n, struct range *r)
{
    const struct node_time *t = &v->analysis->times->node[n];
    if (!(v->analysis->rate_hz > 0) || !ranges_of_node(v->ranges, n, r))
        return MARK_NONE;
    return range_mark(r, t->prop_self + t->prop_child);
}

enum mark arc_mark(const struct view_context *v, arc_id arc, double ticks, struct range *r)
{
    if (!(v->analysis->rate_hz > 0) || !ranges_of_arc(v->ranges, arc, r))
        return MARK_NONE;
    return range_mark(r, ticks);
}

void text_bounds(struct text *t, const struct view_context *v, enum mark m, const struct range *r)
{
    double all = v->analysis->times->total, callbacks = percent(r->callbacks, all);
    if (m == MARK_NONE || m == MARK_CERTAIN)
        return;
    text_str(t, m == MARK_OUTSIDE ? "in truth between " : "between ");
    text_fixed(t, percent(r->low, all), 0, 1);
    text_str(t, " and ");
    text_fixed(t, percent(r->high, all), 0, 1);
    text_str(t, " %: time is shared out by calls");
    if (callbacks < 0.1)
        return;
    text_str(t, "; callbacks may add ");
    text_fixed(t, callbacks, 0, 1);
    text_str(t, " %");
}

bool records_all_calls(const struct profile *p)
{
    bool all = p->n_files > 0;
    for (uint32_t i = profile_file_from(p, 0); i < p->n_files; i = profile_file_from(p, i + 1))
        all &= p->files[i].run_finding == RUN_KNOWN;
    return all;
}

const char *mark_word(enum mark m)
{
    static const char *const words[N_MARKS] = {"", "certain", "near", "unsure", "outside"};
    return words[m];
}

char mark_sign(enum mark m)
{
    return " =~?!"[m];
}
