/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/ranges.h"

#include <stdlib.h>

#include "core/analyze/dominators.h"
#include "core/analyze/flow.h"
#include "core/analyze/questions/reach.h"
#include "core/base/mem.h"

struct ranges {
    struct arena memory;
    const struct analysis *a;
    const struct progress *progress;
    const struct call_flow *flow; /* the analysis's, or else `own` */
    struct call_flow *own;
    bool is_ready;             /* all of this is there but what belongs to cycles */
    struct reach *reach;       /* over functions, or cycles of calls that took place */
    struct reach *cycle_reach; /* over the cycles of the analysis, which may be `reach`; NULL:
                                  nobody asked for one */
    double callable;           /* ticks of all that code without records can have called */
    double *low;               /* per symbol */
    double *cycle_low;         /* per knot of cycle_reach */
};

struct ranges *ranges_new(const struct analysis *a, const struct progress *progress)
{
    struct ranges *r = arena_object(sizeof *r);
    if (r) {
        r->a = a;
        r->progress = progress;
    }
    return r;
}

void ranges_free(struct ranges *r)
{
    if (!r)
        return;
    call_flow_free(r->own);
    if (r->cycle_reach != r->reach)
        arena_object_free(r->cycle_reach);
    arena_object_free(r->reach);
    arena_object_free(r);
}

/* ---- lower bounds ---- */

/* Per node, whose own weight is in low[]: that of all that it dominates. */
static void add_dominated(const struct dominators *d, double *low)
{
    for (uint32_t i = d->n_reached; i-- > 0;) {
        uint32_t v = d->reached[i];
        if (d->parent[v] != d->n)
            low[d->parent[v]] += low[v];
    }
}

/* The graph without cycles, above which the same root stands. */
static struct dominators *dominators_of_knots(const struct ranges *r, struct arena *scratch)
{
    const struct flow_graph *g = &r->flow->graph;
    const struct reach *x = r->cycle_reach;
    uint32_t n_roots = g->lo[g->n + 1] - g->lo[g->n], n = x->lo[x->n];
    struct flow_graph k = {.n = x->n,
                           .lo = arena_alloc(scratch, (size_t)x->n + 2, sizeof *k.lo),
                           .to = arena_alloc(scratch, (size_t)n + n_roots, sizeof *k.to)};
    if (!k.lo || !k.to)
        return NULL;
    for (uint32_t i = 0; i <= x->n; i++)
        k.lo[i] = x->lo[i];
    for (uint32_t i = 0; i < n; i++)
        k.to[i] = x->to[i];
    for (uint32_t i = 0; i < n_roots; i++)
        k.to[n + i] = x->knot_of[g->to[g->lo[g->n] + i]];
    k.lo[x->n + 1] = n + n_roots;
    return dominators_new(&k);
}

/* What functions have, and of this what can have been called back. */
static struct reach *new_reach(const struct ranges *r, const struct cycles *c)
{
    const struct analysis *a = r->a;
    struct arena scratch = {0};
    struct reach *out = NULL;
    double *weight = arena_alloc(&scratch, a->n_symbols, sizeof *weight);
    double *part = arena_alloc(&scratch, a->n_symbols, sizeof *part);
    for (sym_id s = 0; weight && part && s < a->n_symbols; s++) {
        weight[s] = a->times->node[s].prop_self;
        part[s] = r->flow->callable[s] ? weight[s] : 0;
    }
    if (weight && part)
        out = reach_new(&r->flow->graph, c, weight, part);
    arena_release(&scratch);
    return out;
}

static bool make_cycle_low(struct ranges *r)
{
    struct arena scratch = {0};
    struct dominators *d = NULL;
    if (!r->cycle_reach)
        r->cycle_reach = r->flow->cycles == r->a->cycles ? r->reach : new_reach(r, r->a->cycles);
    if (r->cycle_reach)
        d = dominators_of_knots(r, &scratch);
    if (d && (r->cycle_low = arena_alloc(&r->memory, d->n, sizeof *r->cycle_low))) {
        for (uint32_t k = 0; k < d->n; k++)
            r->cycle_low[k] = r->cycle_reach->knots[k].weight;
        add_dominated(d, r->cycle_low);
    }
    arena_object_free(d);
    arena_release(&scratch);
    return r->cycle_low;
}

/* ---- what is made once ---- */

static bool make_low(struct ranges *r)
{
    const struct analysis *a = r->a;
    r->reach = new_reach(r, r->flow->cycles);
    r->low = arena_alloc(&r->memory, a->n_symbols, sizeof *r->low);
    if (!r->reach || !r->low)
        return false;
    r->callable = 0;
    for (uint32_t k = 0; k < r->reach->n; k++)
        r->callable += r->reach->knots[k].part;
    for (sym_id s = 0; s < a->n_symbols; s++)
        r->low[s] = a->times->node[s].prop_self;
    add_dominated(r->flow->tree, r->low);
    return true;
}

static bool knows(const struct ranges *r)
{
    return r && !r->a->by_line;
}

static const struct call_flow *flow_of(struct ranges *r)
{
    const struct analysis *a = r->a;
    const struct call_flow_request request = {a->profile,  a->table,    a->graph,
                                              a->recorded, a->all_arcs, a->cycles};
    if (!a->flow && !r->own)
        r->own = call_flow_new(&request);
    return a->flow ? a->flow : r->own;
}

/* Where memory runs out it is tried again. */
static bool is_ready(struct ranges *r)
{
    if (r->is_ready)
        return true;
    r->flow = flow_of(r);
    r->is_ready = r->flow && make_low(r);
    if (!r->is_ready) {
        arena_object_free(r->reach);
        r->reach = NULL;
    }
    return r->is_ready;
}

/* ---- questions ---- */

static sym_id first_member(const struct analysis *a, node_id cycle)
{
    return a->cycles->member[a->cycles->member_lo[cycle - a->n_symbols]];
}

/* What code without records can have called but for `reached` of it. */
static double callbacks(const struct ranges *r, double reached)
{
    return r->callable > reached ? r->callable - reached : 0; /* rounding may make it less */
}

static bool set_high(const struct ranges *r, struct reach *reach, sym_id s, struct range *out)
{
    if (!reach_some(reach, &s, 1, r->progress))
        return false;
    const struct knot *k = reach_of(reach, s);
    out->high = k->all;
    out->callbacks = callbacks(r, k->part_of_all);
    return true;
}

bool ranges_of_node(struct ranges *r, node_id n, struct range *out)
{
    if (!knows(r) || !is_ready(r))
        return false;
    if (!node_is_cycle(r->a, n)) {
        out->low = r->low[n];
        return set_high(r, r->reach, n, out);
    }
    if (!r->cycle_low && !make_cycle_low(r))
        return false;
    sym_id s = first_member(r->a, n);
    out->low = r->cycle_low[r->cycle_reach->knot_of[s]];
    return set_high(r, r->cycle_reach, s, out);
}

bool ranges_of_arc(struct ranges *r, arc_id arc, struct range *out)
{
    if (!knows(r) || !is_ready(r))
        return false;
    const struct arc *x = &r->a->graph->arcs[arc];
    *out = (struct range){0};
    if (!flow_takes(r->a->graph, x) && x->from != x->to)
        return true;
    bool only_way = x->from != x->to && r->flow->entries[x->to] == 1 &&
                    !dominates(r->flow->tree, x->to, x->from);
    out->low = only_way ? r->low[x->to] : 0;
    return set_high(r, r->reach, x->to, out);
}

bool ranges_of_arc_sets(struct ranges *r, const struct arc_set *sets, size_t n, struct range *out)
{
    struct arc_set_sums sums[ARC_SETS_AT_ONCE];
    if (!knows(r) || !is_ready(r))
        return false;
    for (size_t at = 0; at < n; at += ARC_SETS_AT_ONCE) {
        unsigned n_now = n - at < ARC_SETS_AT_ONCE ? (unsigned)(n - at) : ARC_SETS_AT_ONCE;
        if (!progress_step(r->progress, "ranges", at, n) ||
            !arc_sets_sum(r->a, r->flow, sets + at, n_now, sums))
            return false;
        for (unsigned i = 0; i < n_now; i++)
            out[at + i] = (struct range){sums[i].low, sums[i].high, callbacks(r, sums[i].called)};
    }
    return true;
}

bool ranges_expect(struct ranges *r, const sym_id *functions, size_t n)
{
    return !knows(r) || (is_ready(r) && reach_some(r->reach, functions, n, r->progress));
}

bool ranges_expect_all(struct ranges *r)
{
    if (!knows(r))
        return true;
    if (!is_ready(r) || !reach_all(r->reach, r->progress))
        return false;
    return !r->a->cycles->n_cycles ||
           ((r->cycle_low || make_cycle_low(r)) && reach_all(r->cycle_reach, r->progress));
}
