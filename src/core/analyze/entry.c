/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a call-graph entry: who calls, whom it calls, members of a cycle, and in which
 * order. */
#include "core/analyze/entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/base/sort.h"

bool analysis_has_entry(const struct analysis *a, node_id n, bool unused)
{
    const struct node_time *t = &a->times->node[n];
    if (a->by_line && (node_is_cycle(a, n) || !(a->table->symbols[n].flags & SYM_FUNC)))
        return false;
    unused = unused && (node_is_cycle(a, n) || !table_is_silent(a->table, n));
    return a->printed[n] && (unused || node_calls(a, n) || node_recursion(a, n) ||
                             t->prop_self != 0.0 || t->prop_child != 0.0);
}

/* ---- arcs ---- */

static enum arc_kind arc_kind(const struct analysis *a, const struct arc *x)
{
    uint32_t cycle = a->cycles->cycle[x->to];
    return x->from == x->to                              ? ARC_RECURSION
           : cycle && cycle == a->cycles->cycle[x->from] ? ARC_INNER
                                                         : ARC_PLAIN;
}

bool arc_is_inner(const struct analysis *a, arc_id arc)
{
    return arc_kind(a, &a->graph->arcs[arc]) != ARC_PLAIN;
}

static inline struct arc_time time_along(const struct analysis *a, arc_id arc)
{
    const struct arc *x = &a->graph->arcs[arc];
    if (a->times->arc)
        return a->times->arc[arc];
    double fraction = a->times->node[x->from].fraction;
    node_id callee;
    double part;
    if (fraction == 0.0 || a->times->node[x->to].fraction == 0.0 ||
        !arc_part(a->graph, a->cycles, a->n_symbols, x, &callee, &part))
        return (struct arc_time){0, 0};
    struct arc_time t = arc_share(&a->times->node[callee], part);
    t.self *= fraction;
    t.child *= fraction;
    return t;
}

struct arc_time arc_time(const struct analysis *a, arc_id arc)
{
    return time_along(a, arc);
}

struct entry_arc entry_arc(const struct analysis *a, arc_id arc)
{
    const struct arc *x = &a->graph->arcs[arc];
    struct entry_arc out = {arc, x->from, x->to, arc_kind(a, x), x->count, 0, {0, 0}};
    uint32_t cycle = a->cycles->cycle[x->to];
    if (out.kind == ARC_PLAIN) {
        out.calls = cycle ? a->cycles->calls[cycle - 1] : a->graph->calls[x->to];
        out.time = time_along(a, arc);
    }
    return out;
}

static int compare_arcs(const struct entry_arc *x, const struct entry_arc *y)
{
    double s = x->time.self + x->time.child, t = y->time.self + y->time.child;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (s != t)
        return s < t ? -1 : 1;
    return x->kind == ARC_RECURSION ? 0 : x->count < y->count ? -1 : x->count > y->count;
}

struct arc_order {
    const struct entry_arc *v;
    int sign; /* -1: descending */
};

static int compare_ids(const void *ctx, uint32_t a, uint32_t b)
{
    const struct arc_order *o = ctx;
    return o->sign * compare_arcs(&o->v[a], &o->v[b]);
}

/* Most lists are short. */
enum { FEW = 24 };

enum { ARC_KIND, ARC_WEIGHT, ARC_COUNT, ARC_LEVELS };

/* Ascending; turned round by the sign. */
static uint64_t arc_key(const void *ctx, uint32_t i, unsigned level)
{
    const struct arc_order *o = ctx;
    const struct entry_arc *x = &o->v[i];
    uint64_t key = level == ARC_KIND          ? (uint64_t)x->kind
                   : level == ARC_WEIGHT      ? ~sort_key_descending(x->time.self + x->time.child)
                   : x->kind == ARC_RECURSION ? 0
                                              : x->count;
    return o->sign < 0 ? ~key : key;
}

static void sort_many(struct entry_arc *v, uint32_t n, int sign)
{
    struct entry_arc *copy = mem_array_raw(n, sizeof *copy);
    uint32_t *ids = mem_array_raw(n, sizeof *ids);
    const struct arc_order order = {copy, sign};
    const struct sort_order levels = {arc_key, ARC_LEVELS, compare_ids, &order, .complete = true};
    bool numbers = true;
    memcpy(copy, v, n * sizeof *copy);
    for (uint32_t i = 0; i < n; i++) {
        ids[i] = i;
        numbers &= !isnan(v[i].time.self + v[i].time.child);
    }
    /* Times that are no numbers compare as nothing else does: then only the literal sort will do.
     */
    if (numbers)
        sort_levels(ids, n, &levels);
    else
        sort_merge(ids, n, compare_ids, &order);
    for (uint32_t i = 0; i < n; i++)
        v[i] = copy[ids[i]];
    free(copy);
    free(ids);
}

void entry_arcs_sort(struct entry_arc *v, uint32_t n, bool descending)
{
    int sign = descending ? -1 : 1;
    if (n > FEW) {
        sort_many(v, n, sign);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        struct entry_arc x = v[i];
        uint32_t k = i;
        for (; k > 0 && sign * compare_arcs(&v[k - 1], &x) > 0; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
}

void analysis_callers(const struct analysis *a, sym_id s, struct entry_arc *out)
{
    uint32_t n = analysis_n_callers(a, s), last = a->graph->parent_lo[s + 1] - 1;
    for (uint32_t i = 0; i < n; i++)
        out[i] = entry_arc(a, a->graph->parent[last - i]);
    entry_arcs_sort(out, n, false);
}

void analysis_callees(const struct analysis *a, sym_id s, struct entry_arc *out)
{
    uint32_t n = analysis_n_callees(a, s), last = a->graph->child_lo[s + 1] - 1;
    for (uint32_t i = 0; i < n; i++)
        out[i] = entry_arc(a, last - i);
    entry_arcs_sort(out, n, true);
}

uint32_t analysis_n_callers(const struct analysis *a, sym_id s)
{
    return a->graph->parent_lo[s + 1] - a->graph->parent_lo[s];
}

uint32_t analysis_n_callees(const struct analysis *a, sym_id s)
{
    return a->graph->child_lo[s + 1] - a->graph->child_lo[s];
}

/* ---- a cycle and the world outside ---- */

static bool is_outside(const struct analysis *a, arc_id i, uint32_t cycle, bool callees)
{
    const struct arc *x = &a->graph->arcs[i];
    bool from = a->cycles->cycle[x->from] == cycle, to = a->cycles->cycle[x->to] == cycle;
    return from != to && from == callees;
}

void analysis_cycle_arcs(const struct analysis *a, uint32_t cycle, bool callees,
                         struct entry_arcs *out)
{
    const struct cycles *c = a->cycles;
    const struct graph *g = a->graph;
    const uint32_t *lo = callees ? g->child_lo : g->parent_lo;
    arc_id *ids = NULL;
    *out = (struct entry_arcs){0};
    for (uint32_t k = c->member_lo[cycle - 1]; k < c->member_lo[cycle]; k++)
        for (uint32_t i = lo[c->member[k]]; i < lo[c->member[k] + 1]; i++) {
            arc_id arc = callees ? i : g->parent[i];
            if (is_outside(a, arc, cycle, callees))
                mem_append(&ids, &out->n, &arc, sizeof arc);
        }
    sort_ascending(ids, out->n, SEARCH_PLAIN(arc_id));
    out->v = mem_array_raw(out->n, sizeof *out->v);
    for (size_t i = 0; i < out->n; i++)
        out->v[i] = entry_arc(a, ids[i]);
    free(ids);
}

/* ---- memory ahead ---- */

/* Arcs of one entry that are worth asking for. */
enum { MANY = 32 };

static uint32_t at_most_many(uint32_t lo, uint32_t hi)
{
    return hi - lo < MANY ? hi : lo + MANY;
}

static void fetch_node(const struct analysis *a, node_id n)
{
    const struct graph *g = a->graph;
    fetch(&g->parent_lo[n]);
    fetch(&g->child_lo[n]);
    fetch_bytes(&a->times->node[n], sizeof a->times->node[n]);
    fetch(&g->calls[n]);
    fetch(&g->recursion[n]);
    fetch(&a->cycles->cycle[n]);
    fetch(&a->order->index[n]);
    fetch(&a->printed[n]);
}

static void fetch_lists(const struct analysis *a, sym_id s)
{
    const struct graph *g = a->graph;
    uint32_t lo = g->child_lo[s], hi = at_most_many(lo, g->child_lo[s + 1]);
    fetch(&g->parent[g->parent_lo[s]]);
    if (lo < hi)
        fetch_bytes(&g->arcs[lo], (hi - lo) * sizeof *g->arcs);
}

static void fetch_arcs(const struct analysis *a, sym_id s)
{
    const struct graph *g = a->graph;
    uint32_t lo = g->parent_lo[s], hi = at_most_many(lo, g->parent_lo[s + 1]);
    for (uint32_t k = lo; k < hi; k++)
        fetch(&g->arcs[g->parent[k]]);
    lo = g->child_lo[s], hi = at_most_many(lo, g->child_lo[s + 1]);
    for (arc_id i = lo; i < hi; i++) {
        fetch_bytes(&a->times->node[g->arcs[i].to], sizeof *a->times->node);
        fetch(&g->calls[g->arcs[i].to]);
        fetch(&a->cycles->cycle[g->arcs[i].to]);
    }
}

static void fetch_callers(const struct analysis *a, sym_id s)
{
    const struct graph *g = a->graph;
    uint32_t lo = g->parent_lo[s], hi = at_most_many(lo, g->parent_lo[s + 1]);
    for (uint32_t k = lo; k < hi; k++)
        fetch(&a->times->node[g->arcs[g->parent[k]].from].fraction);
}

void analysis_fetch_entry(const struct analysis *a, node_id n, unsigned steps)
{
    if (node_is_cycle(a, n))
        return;
    if (steps == 4)
        fetch_node(a, n);
    else if (steps == 3)
        fetch_lists(a, n);
    else if (steps == 2)
        fetch_arcs(a, n);
    else
        fetch_callers(a, n);
}

/* ---- members of a cycle ---- */

static int compare_members(const void *ctx, uint32_t x, uint32_t y)
{
    const struct analysis *a = ctx;
    const struct node_time *p = &a->times->node[x], *q = &a->times->node[y];
    double s = p->prop_self + p->prop_child, t = q->prop_self + q->prop_child;
    if (s != t)
        return s > t ? -1 : 1;
    const struct graph *g = a->graph;
    uint64_t c = g->calls[x] + g->recursion[x], d = g->calls[y] + g->recursion[y];
    return c > d ? -1 : c < d;
}

uint32_t analysis_n_members(const struct analysis *a, uint32_t cycle)
{
    return a->cycles->member_lo[cycle] - a->cycles->member_lo[cycle - 1];
}

void analysis_members(const struct analysis *a, uint32_t cycle, sym_id *out)
{
    uint32_t n = analysis_n_members(a, cycle);
    memcpy(out, &a->cycles->member[a->cycles->member_lo[cycle - 1]], n * sizeof *out);
    sort_merge(out, n, compare_members, a);
}
