/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/condensed.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/model/symbol.h"

/* ---- making ---- */

struct condenser {
    struct condensed *out;
    const struct flow_graph *g;
    const struct cycles *c;
    const double *weight, *part;
    uint32_t n_arcs;
};

static bool alloc(struct condensed *x, const struct flow_graph *g)
{
    x->knots = arena_array(&x->memory, g->n, sizeof *x->knots);
    x->knot_of = arena_alloc(&x->memory, g->n, sizeof *x->knot_of);
    x->lo = arena_alloc(&x->memory, (size_t)g->n + 1, sizeof *x->lo);
    x->to = arena_alloc(&x->memory, g->lo[g->n], sizeof *x->to);
    x->seen = arena_array(&x->memory, g->n, sizeof *x->seen);
    x->stack = arena_alloc(&x->memory, g->n, sizeof *x->stack);
    return x->knots && x->knot_of && x->lo && x->to && x->seen && x->stack;
}

/* The arcs of node s are the newest knot's. What has no knot leads to no sample, or is of the same
 * cycle and gets this one. */
static void add_arcs(struct condenser *m, sym_id s)
{
    struct condensed *x = m->out;
    for (uint32_t i = m->g->lo[s]; i < m->g->lo[s + 1]; i++) {
        uint32_t to = x->knot_of[m->g->to[i]];
        if (to == NO_ID || x->seen[to] == x->n + 1)
            continue;
        x->seen[to] = x->n + 1;
        x->to[m->n_arcs++] = to;
    }
}

/* Make a knot of nodes upward[lo] .. upward[hi - 1] if they lead to a sample. */
static void add_knot(struct condenser *m, uint32_t lo, uint32_t hi)
{
    struct condensed *x = m->out;
    struct knot *k = &x->knots[x->n];
    x->lo[x->n] = m->n_arcs;
    for (uint32_t i = lo; i < hi; i++) {
        k->weight += m->weight[m->c->upward[i]];
        k->part += m->part[m->c->upward[i]];
        add_arcs(m, m->c->upward[i]);
    }
    if (!(k->weight > 0) && x->lo[x->n] == m->n_arcs)
        return;
    for (uint32_t i = lo; i < hi; i++)
        x->knot_of[m->c->upward[i]] = x->n;
    x->n++;
}

static void condense(struct condenser *m)
{
    struct condensed *x = m->out;
    const struct cycles *c = m->c;
    memset(x->knot_of, 0xff, m->g->n * sizeof *x->knot_of);
    for (uint32_t lo = 0, hi; lo < m->g->n; lo = hi) {
        for (hi = lo + 1; hi < m->g->n && c->number[c->upward[hi]] == c->number[c->upward[lo]];)
            hi++;
        add_knot(m, lo, hi);
    }
    x->lo[x->n] = m->n_arcs;
    memset(x->seen, 0, m->g->n * sizeof *x->seen);
}

struct condensed *condensed_new(const struct flow_graph *g, const struct cycles *c,
                                const double *weight, const double *part)
{
    struct condenser m = {arena_object(sizeof *m.out), g, c, weight, part, 0};
    if (m.out && alloc(m.out, g)) {
        condense(&m);
        return m.out;
    }
    arena_object_free(m.out);
    return NULL;
}

/* ---- walking ---- */

static void begin_round(struct condensed *x)
{
    if (x->round == UINT32_MAX) {
        memset(x->seen, 0, x->n * sizeof *x->seen);
        x->round = 0;
    }
    x->round++;
}

/* Times are added up in one order whatever the limit, so that a sum that is too large stays it. */
static bool walk(struct condensed *x, uint32_t from, const struct range_limit *limit)
{
    double all = x->knots[from].weight, part = x->knots[from].part;
    uint32_t n = 0, steps = 0;
    begin_round(x);
    x->seen[from] = x->round;
    x->stack[n++] = from;
    while (n && all <= limit->enough && steps <= limit->steps) {
        uint32_t k = x->stack[--n];
        steps += x->lo[k + 1] - x->lo[k];
        for (uint32_t i = x->lo[k]; i < x->lo[k + 1]; i++) {
            uint32_t to = x->to[i];
            if (x->seen[to] == x->round)
                continue;
            x->seen[to] = x->round;
            x->stack[n++] = to;
            all += x->knots[to].weight;
            part += x->knots[to].part;
        }
    }
    struct knot *k = &x->knots[from];
    k->is_whole = !n;
    k->all = all > k->all || !n ? all : k->all;
    k->part_of_all = part;
    k->steps = !n || steps > limit->steps ? steps : 0;
    return !n && steps <= limit->steps;
}

bool condensed_walk(struct condensed *x, uint32_t k, const struct range_limit *limit)
{
    const struct knot *from = &x->knots[k];
    if (from->all > limit->enough || from->steps > limit->steps)
        return false;
    return from->is_whole || walk(x, k, limit);
}
