/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/both_ways.h"

#include <math.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/view/number.h"
#include "core/view/values.h"

static bool is_outside(const struct analysis *a, sym_id s)
{
    const char *name = table_plain_name(a->table, s);
    return strcmp(name, "_start") == 0 || strncmp(name, "__libc_start", 12) == 0;
}

static struct both_ways in_order(const struct view_context *v, double here, double other)
{
    return v->analysis->paths ? (struct both_ways){other, here} : (struct both_ways){here, other};
}

struct both_ways function_both_ways(const struct view_context *v, sym_id s)
{
    const struct amounts here = function_amounts(v->analysis, s);
    const struct amounts other = function_amounts(v->other, s);
    struct both_ways b = in_order(v, here.self + here.child, other.self + other.child);
    b.measured = is_outside(v->analysis, s) ? NAN : b.measured;
    return b;
}

struct both_ways node_both_ways(const struct view_context *v, node_id n)
{
    const struct amounts here = node_amounts(v->analysis, n);
    if (node_is_cycle(v->analysis, n))
        return in_order(v, here.self + here.child, NAN);
    const struct amounts other = node_amounts(v->other, n);
    struct both_ways b = in_order(v, here.self + here.child, other.self + other.child);
    b.measured = is_outside(v->analysis, n) ? NAN : b.measured;
    return b;
}

/* The arc of the same ends in another analysis of these functions, among those of the end that has
 * fewer; NO_ID: there is none. */
static arc_id same_arc(const struct analysis *a, sym_id from, sym_id to)
{
    const struct graph *g = a->graph;
    uint32_t lo = g->parent_lo[to], hi = g->parent_lo[to + 1];
    if (g->child_lo[from + 1] - g->child_lo[from] < hi - lo) {
        for (arc_id i = g->child_lo[from]; i < g->child_lo[from + 1]; i++)
            if (g->arcs[i].to == to)
                return i;
        return NO_ID;
    }
    for (; lo < hi; lo++)
        if (g->arcs[g->parent[lo]].from == from)
            return g->parent[lo];
    return NO_ID;
}

static double arc_ticks(const struct analysis *a, arc_id arc)
{
    struct arc_time t = arc == NO_ID ? (struct arc_time){0, 0} : arc_time(a, arc);
    bool none = arc == NO_ID || arc_is_inner(a, arc);
    return none ? a->paths ? 0 : NAN : t.self + t.child;
}

struct both_ways arc_both_ways(const struct view_context *v, arc_id arc)
{
    const struct arc *x = &v->analysis->graph->arcs[arc];
    return in_order(v, arc_ticks(v->analysis, arc),
                    arc_ticks(v->other, same_arc(v->other, x->from, x->to)));
}

enum mark both_ways_mark(const struct both_ways *b)
{
    double apart = fabs(b->assumed - b->measured); /* NaN where one of them is not known */
    bool is_off = apart > fmax(b->measured / 4, 3 * sampling_error(b->measured));
    return is_off ? MARK_OUTSIDE : MARK_NONE;
}

static void put(struct text *t, const struct analysis *a, double ticks)
{
    if (isfinite(ticks))
        text_decimal(t, seconds_or_0(a, ticks), 2, true);
    else
        text_char(t, '-');
}

void text_both_ways(struct text *t, const struct view_context *v, const struct both_ways *b)
{
    put(t, v->analysis, b->assumed);
    text_char(t, '/');
    put(t, v->analysis, b->measured);
}
