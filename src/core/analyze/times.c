/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Propagation of time along arcs: a function's time is shared among its callers by the number of
 * their calls (gprof paper, section 4). Two passes over the functions: downward (callers first)
 * decides which fraction of each function's time counts; upward (callees first)
 * adds up what callees cost. Sums run in gprof's order, since their rounding shows. */
#include <stdlib.h>

#include "core/analyze/stages.h"
#include "core/base/fetch.h"
#include "core/base/mem.h"

struct pass {
    const struct samples *s;
    const struct graph *g;
    const struct cycles *c;
    const struct symset *in, *ex;
    uint32_t n_symbols;
    struct times *out;
    const struct progress *progress;
    double *fraction; /* per node, as in out->node, but close together */
};

/* Both passes jump about in memory; they ask in time for what they will read. */
enum {
    AHEAD = 8, /* symbols */
    MANY = 16, /* arcs of one symbol that are worth it */
};

/* Symbols from one look at the progress to the next. */
enum { STEP = 1 << 16 };

/* `done` symbols of both passes. */
static bool goes_on(const struct pass *p, uint64_t done)
{
    return done % STEP || progress_step(p->progress, "time", done, 2 * (uint64_t)p->n_symbols);
}

/* ---- downward: fractions ---- */

/* Add to *sum what the callers of s pass on; `calls` (not 0) is what their counts are a part of,
 * and callers in cycle `inner` (if not 0) do not count. */
static void inherit_from_callers(const struct pass *p, sym_id s, uint64_t calls, uint32_t inner,
                                 double *sum)
{
    const struct graph *g = p->g;

    for (uint32_t k = g->parent_lo[s]; k < g->parent_lo[s + 1]; k++) {
        const struct arc *a = &g->arcs[g->parent[k]];

        if (a->from == s || (inner && p->c->cycle[a->from] == inner))
            continue;
        *sum += p->fraction[a->from] * ((double)a->count / (double)calls);
    }
}

static void inherit_function(const struct pass *p, sym_id s)
{
    if (p->g->calls[s])
        inherit_from_callers(p, s, p->g->calls[s], 0, &p->fraction[s]);
}

/* The cycle as a whole inherits, and hands it to each member. */
static void inherit_cycle(const struct pass *p, uint32_t cycle)
{
    const struct cycles *c = p->c;
    uint32_t lo = c->member_lo[cycle - 1], hi = c->member_lo[cycle];
    double *whole = &p->fraction[p->n_symbols + cycle - 1];

    for (uint32_t i = lo; i < hi && c->calls[cycle - 1]; i++)
        inherit_from_callers(p, c->member[i], c->calls[cycle - 1], cycle, whole);
    for (uint32_t i = lo; i < hi; i++)
        p->fraction[c->member[i]] = *whole;
}

static void apply_sets(const struct pass *p, sym_id s)
{
    double *fraction = &p->fraction[s];

    if (*fraction == 0.0)
        *fraction = symset_lets(p->in, p->ex, s) ? 1.0 : 0.0;
    else if (symset_has(p->ex, s) && !symset_has(p->in, s))
        *fraction = 0.0;
}

static void fetch_callers(const struct pass *p, uint32_t i)
{
    const struct graph *g = p->g;

    if (i >= 4 * AHEAD)
        fetch(&g->parent_lo[p->c->upward[i - 4 * AHEAD]]);
    if (i >= 3 * AHEAD)
        fetch(&g->parent[g->parent_lo[p->c->upward[i - 3 * AHEAD]]]);
    for (uint32_t step = 1; step <= 2; step++) {
        if (i < step * AHEAD)
            return;
        sym_id s = p->c->upward[i - step * AHEAD];
        uint32_t lo = g->parent_lo[s], hi = g->parent_lo[s + 1];

        for (uint32_t k = lo; k < hi && k < lo + MANY; k++) {
            const struct arc *a = &g->arcs[g->parent[k]];

            if (step == 2)
                fetch(a);
            else
                fetch(&p->fraction[a->from]);
        }
    }
}

static bool go_down(const struct pass *p)
{
    uint32_t cycle_before = 0;

    for (uint32_t i = p->n_symbols; i-- > 0;) {
        sym_id s = p->c->upward[i];
        uint32_t cycle = p->c->cycle[s];
        struct node_time *t = &p->out->node[s];

        if (!goes_on(p, p->n_symbols - 1 - i))
            return false;
        fetch_callers(p, i);
        if (!cycle)
            inherit_function(p, s);
        else if (cycle != cycle_before)
            inherit_cycle(p, cycle);
        cycle_before = cycle;
        apply_sets(p, s);
        t->fraction = p->fraction[s];
        t->self = p->s->self[s];
        t->prop_self = t->self * t->fraction;
        p->out->total += t->prop_self;
    }
    return true;
}

/* ---- cycles as a whole ---- */

static void add_cycle_times(const struct pass *p)
{
    for (uint32_t k = 0; k < p->c->n_cycles; k++) {
        struct node_time *whole = &p->out->node[p->n_symbols + k];

        whole->fraction = p->fraction[p->n_symbols + k];
        for (uint32_t i = p->c->member_lo[k]; i < p->c->member_lo[k + 1]; i++) {
            const struct node_time *m = &p->out->node[p->c->member[i]];

            if (m->fraction != 0.0)
                whole->self += m->self;
        }
        whole->prop_self = whole->fraction * whole->self;
    }
}

/* ---- upward: time of callees ---- */

static void add_callees(const struct pass *p, sym_id s)
{
    struct node_time *node = p->out->node, *t = &node[s];
    uint32_t cycle = p->c->cycle[s];
    struct node_time *whole = cycle ? &node[p->n_symbols + cycle - 1] : NULL;

    for (arc_id i = p->g->child_lo[s]; i < p->g->child_lo[s + 1]; i++) {
        struct arc_time up;

        if (!arc_share(p->g, p->c, node, p->n_symbols, &p->g->arcs[i], &up))
            continue;
        double share = up.self + up.child;

        t->child += share;
        t->prop_child += t->fraction * share;
        if (whole) {
            whole->child += share;
            whole->prop_child += t->fraction * share;
        }
    }
}

static uint32_t end_of_callees(const struct pass *p, sym_id s)
{
    uint32_t lo = p->g->child_lo[s], hi = p->g->child_lo[s + 1];

    return hi - lo < MANY ? hi : lo + MANY;
}

static void fetch_arcs(const struct pass *p, sym_id s)
{
    uint32_t lo = p->g->child_lo[s], hi = end_of_callees(p, s);

    if (lo < hi)
        fetch_bytes(&p->g->arcs[lo], (hi - lo) * sizeof *p->g->arcs);
}

static void fetch_callees(const struct pass *p, sym_id s)
{
    for (arc_id a = p->g->child_lo[s]; a < end_of_callees(p, s); a++) {
        sym_id to = p->g->arcs[a].to;

        fetch_bytes(&p->out->node[to], sizeof p->out->node[to]);
        fetch(&p->g->calls[to]);
        fetch(&p->c->cycle[to]);
    }
}

/* Before symbol number i on the way up. */
static void fetch_ahead(const struct pass *p, uint32_t i)
{
    if (i + 3 * AHEAD < p->n_symbols)
        fetch(&p->g->child_lo[p->c->upward[i + 3 * AHEAD]]);
    if (i + 2 * AHEAD < p->n_symbols)
        fetch_arcs(p, p->c->upward[i + 2 * AHEAD]);
    if (i + AHEAD < p->n_symbols)
        fetch_callees(p, p->c->upward[i + AHEAD]);
}

static bool go_up(const struct pass *p)
{
    for (uint32_t i = 0; i < p->n_symbols; i++) {
        sym_id s = p->c->upward[i];

        if (!goes_on(p, (uint64_t)p->n_symbols + i))
            return false;
        fetch_ahead(p, i);
        if (p->out->node[s].fraction != 0.0)
            add_callees(p, s);
    }
    return true;
}

static bool propagate(const struct pass *p, struct err *e)
{
    if (!go_down(p))
        return err_set(e, ERR_CANCELLED, NULL);
    add_cycle_times(p);
    return go_up(p) || err_set(e, ERR_CANCELLED, NULL);
}

struct times *times_new(const struct times_request *r, struct err *e)
{
    struct times *t = mem_array(1, sizeof *t);
    size_t n_nodes = (size_t)r->n_symbols + r->cycles->n_cycles;
    struct pass p = {.s = r->samples,
                     .g = r->graph,
                     .c = r->cycles,
                     .in = r->in,
                     .ex = r->ex,
                     .n_symbols = r->n_symbols,
                     .progress = r->progress,
                     .out = t,
                     .fraction = mem_array(n_nodes, sizeof *p.fraction)};

    if (t)
        t->node = mem_array(n_nodes, sizeof *t->node);
    bool there = t && t->node && p.fraction;
    bool ok = there ? propagate(&p, e) : err_memory(e, n_nodes * sizeof *t->node);

    free(p.fraction);
    if (ok)
        return t;
    times_free(t);
    return NULL;
}

void times_free(struct times *t)
{
    if (!t)
        return;
    free(t->node);
    free(t);
}
