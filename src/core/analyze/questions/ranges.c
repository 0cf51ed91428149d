/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/ranges.h"

#include <math.h>
#include <string.h>

#include "core/analyze/flow.h"
#include "core/analyze/questions/questions.h"

/* ---- the calls that took place with each cycle as one knot, without what leads to no sample; and
 * walks of it, for the time of all that a function leads to ---- */

/* A function, or all of a cycle: what reaches one member reaches all. */
struct knot {
    double weight, part;     /* its own */
    double all, part_of_all; /* of all that it reaches, itself included; if not is_whole, `all` is
                                what was found so far */
    uint32_t steps;          /* arcs of a walk to its end, or more than those of one that was not */
    bool is_whole;
};

struct condensed {
    struct arena memory; /* owns what the rest points to */
    uint32_t n;
    struct knot *knots;
    uint32_t *knot_of; /* per node of the graph: NO_ID if it leads to no sample; callees have lower
                          numbers than callers */
    uint32_t *lo, *to; /* the arcs of knot k lead to to[lo[k]] .. to[lo[k + 1] - 1], each once */
    uint32_t *seen, *stack, round; /* of walks */
};

struct condenser {
    struct condensed *out;
    const struct flow_graph *g;
    const struct cycles *c;
    const double *weight, *part;
    uint32_t n_arcs;
};

/* Make a knot of nodes upward[lo] .. upward[hi - 1] if they lead to a sample. */
static void add_knot(struct condenser *m, uint32_t lo, uint32_t hi)
{
    struct condensed *x = m->out;
    struct knot *k = &x->knots[x->n];
    x->lo[x->n] = m->n_arcs;
    for (uint32_t i = lo; i < hi; i++) {
        k->weight += m->weight[m->c->upward[i]];
        k->part += m->part[m->c->upward[i]];
        /* The arcs of a node are the newest knot's. What has no knot leads to no sample, or is of
         * the same cycle and gets this one. */
        sym_id s = m->c->upward[i];
        for (uint32_t a = m->g->lo[s]; a < m->g->lo[s + 1]; a++) {
            uint32_t to = x->knot_of[m->g->to[a]];
            if (to == NO_ID || x->seen[to] == x->n + 1)
                continue;
            x->seen[to] = x->n + 1;
            x->to[m->n_arcs++] = to;
        }
    }
    if (!(k->weight > 0) && x->lo[x->n] == m->n_arcs)
        return;
    for (uint32_t i = lo; i < hi; i++)
        x->knot_of[m->c->upward[i]] = x->n;
    x->n++;
}

/* Times are added up in one order whatever the limit, so that a sum that is too large stays it. */
static bool walk(struct condensed *x, uint32_t from, const struct range_limit *limit)
{
    double all = x->knots[from].weight, part = x->knots[from].part;
    uint32_t n = 0, steps = 0;
    if (x->round == UINT32_MAX) {
        memset(x->seen, 0, x->n * sizeof *x->seen);
        x->round = 0;
    }
    x->round++;
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

/* Walk from knot k, unless what is known of it answers. False: a limit was passed, and knots[k].all
 * is what was found so far. What former walks found makes no difference to the answer if that is
 * within both limits, or beyond the number of steps. */
static bool condensed_walk(struct condensed *x, uint32_t k, const struct range_limit *limit)
{
    const struct knot *from = &x->knots[k];
    if (from->all > limit->enough || from->steps > limit->steps)
        return false;
    return from->is_whole || walk(x, k, limit);
}

struct ranges {
    struct arena memory;
    const struct analysis *a;
    struct call_flow *flow;        /* NULL: nobody asked yet */
    struct condensed *calls;       /* by cycles of calls that took place; NULL: nobody asked yet */
    struct condensed *cycle_calls; /* by the cycles of the analysis, which may be `calls`; NULL:
                                      nobody asked for one */
    double all;                    /* ticks */
    double callable;               /* ticks of all that code without records can have called */
    double *low;                   /* per symbol */
    double *cycle_low;             /* per knot of cycle_calls */
    bool is_later, is_asked;       /* ranges_later */
    const struct progress *progress; /* of ranges_make */
    bool is_stopped;                 /* since then, by it */
};

struct ranges *ranges_new(const struct analysis *a)
{
    struct ranges *r = arena_object(sizeof *r);
    r->a = a;
    return r;
}

void ranges_free(struct ranges *r)
{
    if (!r)
        return;
    arena_object_free(r->flow);
    if (r->cycle_calls != r->calls)
        arena_object_free(r->cycle_calls);
    arena_object_free(r->calls);
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

/* The graph without cycles, above which the same roots stand. */
static struct dominators *dominators_of_knots(const struct ranges *r, struct arena *scratch,
                                              const struct progress *progress)
{
    const struct flow_graph *g = &r->flow->graph;
    const struct condensed *x = r->cycle_calls;
    uint32_t n_roots = g->lo[g->n + 1] - g->lo[g->n], n = x->lo[x->n];
    struct flow_graph k = {.n = x->n,
                           .lo = arena_alloc(scratch, (size_t)x->n + 2, sizeof *k.lo),
                           .to = arena_alloc(scratch, (size_t)n + n_roots, sizeof *k.to)};
    memcpy(k.lo, x->lo, ((size_t)x->n + 1) * sizeof *k.lo);
    memcpy(k.to, x->to, n * sizeof *k.to);
    for (uint32_t i = 0; i < n_roots; i++) {
        uint32_t knot = x->knot_of[g->to[g->lo[g->n] + i]];
        if (knot != NO_ID)
            k.to[n++] = knot;
    }
    k.lo[x->n + 1] = n;
    return dominators_new(&k, progress);
}

/* Knots have what functions have, and of this the part that can have been called back: none is
 * negative; a part is 0 or the weight. The order of `c` holds for the graph, whose root is left
 * out. Borrows nothing. NULL: the progress said to stop. Release it with arena_object_free. */
static struct condensed *condensed_new(const struct ranges *r, const struct cycles *c,
                                       const struct progress *progress)
{
    const struct analysis *a = r->a;
    struct arena scratch = {0};
    double *weight = arena_alloc(&scratch, a->n_symbols, sizeof *weight);
    double *part = arena_alloc(&scratch, a->n_symbols, sizeof *part);
    struct condenser m = {arena_object(sizeof *m.out), &r->flow->graph, c, weight, part, 0};
    for (sym_id s = 0; s < a->n_symbols; s++) {
        weight[s] = a->times->node[s].prop_self;
        part[s] = r->flow->callable[s] ? weight[s] : 0;
    }
    struct condensed *x = m.out;
    x->knots = arena_array(&x->memory, m.g->n, sizeof *x->knots);
    x->knot_of = arena_alloc(&x->memory, m.g->n, sizeof *x->knot_of);
    x->lo = arena_alloc(&x->memory, (size_t)m.g->n + 1, sizeof *x->lo);
    x->to = arena_alloc(&x->memory, m.g->lo[m.g->n], sizeof *x->to);
    x->seen = arena_array(&x->memory, m.g->n, sizeof *x->seen);
    x->stack = arena_alloc(&x->memory, m.g->n, sizeof *x->stack);
    memset(x->knot_of, 0xff, m.g->n * sizeof *x->knot_of);
    bool ok = true;
    for (uint32_t lo = 0, hi; lo < m.g->n && ok; lo = hi) {
        ok = progress_some(progress, "ranges", lo, m.g->n);
        for (hi = lo + 1; hi < m.g->n && c->number[c->upward[hi]] == c->number[c->upward[lo]];)
            hi++;
        add_knot(&m, lo, hi);
    }
    x->lo[x->n] = m.n_arcs;
    memset(x->seen, 0, m.g->n * sizeof *x->seen);
    arena_release(&scratch);
    if (ok)
        return x;
    arena_object_free(x);
    return NULL;
}

static bool make_cycle_low(struct ranges *r, const struct progress *progress)
{
    struct arena scratch = {0};
    if (r->cycle_low)
        return true;
    if (!r->cycle_calls)
        r->cycle_calls =
            r->flow->cycles == r->a->cycles ? r->calls : condensed_new(r, r->a->cycles, progress);
    struct dominators *d = r->cycle_calls ? dominators_of_knots(r, &scratch, progress) : NULL;
    if (d) {
        r->cycle_low = arena_alloc(&r->memory, d->n, sizeof *r->cycle_low);
        for (uint32_t k = 0; k < d->n; k++)
            r->cycle_low[k] = r->cycle_calls->knots[k].weight;
        add_dominated(d, r->cycle_low);
        arena_object_free(d);
    }
    arena_release(&scratch);
    return d;
}

/* ---- what is made once ---- */

/* Whether there is anything to be known. */
static bool has(const struct ranges *r)
{
    return r && !r->a->by_line && !r->a->paths;
}

/* All but what belongs to cycles. */
static bool make(struct ranges *r, const struct progress *progress)
{
    const struct analysis *a = r->a;
    if (!r->flow && !(r->flow = call_flow_new(a, progress)))
        return false;
    if (!(r->calls = condensed_new(r, r->flow->cycles, progress)))
        return false;
    r->low = arena_alloc(&r->memory, a->n_symbols, sizeof *r->low);
    for (uint32_t k = 0; k < r->calls->n; k++) {
        r->all += r->calls->knots[k].weight;
        r->callable += r->calls->knots[k].part;
    }
    for (sym_id s = 0; s < a->n_symbols; s++)
        r->low[s] = a->times->node[s].prop_self;
    add_dominated(r->flow->tree, r->low);
    return true;
}

bool ranges_make(struct ranges *r, const struct progress *progress)
{
    if (!has(r))
        return true;
    r->progress = progress;
    r->is_stopped = false;
    if ((!r->calls && !make(r, progress)) ||
        (r->a->cycles->n_cycles && !make_cycle_low(r, progress)))
        return false;
    r->is_later = r->is_asked = false;
    return true;
}

void ranges_later(struct ranges *r)
{
    if (r)
        r->is_later = !r->calls;
}

void ranges_ask(struct ranges *r)
{
    if (has(r))
        r->is_asked |= r->is_later;
}

bool ranges_asked(const struct ranges *r)
{
    return r && r->is_asked;
}

/* Whether anything is known of ranges; then all but what belongs to cycles is there. */
static bool knows(struct ranges *r)
{
    ranges_ask(r);
    return has(r) && !r->is_later && (r->calls || make(r, NULL));
}

/* ---- questions ---- */

/* What code without records can have called but for `reached` of it. */
static double callbacks(const struct ranges *r, double reached)
{
    return r->callable > reached ? r->callable - reached : 0; /* rounding may make it less */
}

/* With nothing found yet of what node s can reach. */
static struct range begin(const struct ranges *r, const struct condensed *x, sym_id s)
{
    uint32_t knot = x->knot_of[s];
    if (knot == NO_ID)
        return (struct range){.callbacks = callbacks(r, 0)};
    return (struct range){.is_open = true, .most = r->all, .knot = knot};
}

bool ranges_of_node(struct ranges *r, node_id n, struct range *out)
{
    if (!knows(r))
        return false;
    if (!node_is_cycle(r->a, n)) {
        *out = begin(r, r->calls, n);
        out->low = r->low[n];
        return true;
    }
    (void)make_cycle_low(r, NULL);
    *out = begin(r, r->cycle_calls, analysis_symbol_of(r->a, n));
    out->of_cycle = true;
    out->low = out->is_open ? r->cycle_low[out->knot] : 0;
    return true;
}

bool ranges_of_arc(struct ranges *r, arc_id arc, struct range *out)
{
    if (!knows(r))
        return false;
    const struct arc *x = &r->a->graph->arcs[arc];
    *out = (struct range){0};
    if (!flow_takes(r->a->graph, x) && x->from != x->to)
        return true;
    bool only_way = x->from != x->to && r->flow->entries[x->to] == 1 &&
                    !dominates(r->flow->tree, x->to, x->from);
    *out = begin(r, r->calls, x->to);
    out->low = only_way ? r->low[x->to] : 0;
    return true;
}

void ranges_walk(struct ranges *r, struct range *x, const struct range_limit *limit)
{
    static const struct range_limit none = {INFINITY, UINT32_MAX};
    if (!x->is_open)
        return;
    struct condensed *calls = x->of_cycle ? r->cycle_calls : r->calls;
    const struct knot *k = &calls->knots[x->knot];
    x->is_open = !condensed_walk(calls, x->knot, limit ? limit : &none);
    x->high = k->all;
    x->callbacks = x->is_open ? 0 : callbacks(r, k->part_of_all);
}

/* ---- sets of arcs ---- */

enum { ARC_SETS_AT_ONCE = 64 };

struct bit_walk {
    const struct analysis *a;
    const struct call_flow *flow;
    const struct progress *progress;
    uint64_t *bits; /* per symbol */
    uint64_t *cut;  /* per arc: sets that do not go along it */
    uint8_t *waits; /* per symbol */
    uint32_t *ring; /* of n_symbols */
};

/* Hand the bits on to whatever paths lead to. False: the progress said to stop. */
static bool spread_bits(struct bit_walk *w)
{
    const struct graph *g = w->a->graph;
    uint32_t n = w->a->n_symbols, n_waiting = n, at = 0;
    uint64_t done = 0;
    for (uint32_t i = 0; i < n; i++)
        w->ring[i] = w->flow->cycles->upward[n - 1 - i];
    memset(w->waits, 1, n);
    for (; n_waiting; n_waiting--, at = at + 1 < n ? at + 1 : 0) {
        sym_id s = w->ring[at];
        w->waits[s] = 0;
        if (!progress_some(w->progress, "ranges", done++, 0))
            return false;
        for (arc_id i = g->child_lo[s]; w->bits[s] && i < g->child_lo[s + 1]; i++) {
            sym_id to = g->arcs[i].to;
            uint64_t fresh = w->bits[s] & ~w->cut[i] & ~w->bits[to];
            if (!fresh || !flow_takes(g, &g->arcs[i]))
                continue;
            w->bits[to] |= fresh;
            if (w->waits[to])
                continue;
            w->waits[to] = 1;
            w->ring[(at + n_waiting++) % n] = to;
        }
    }
    return true;
}

static bool find_low(struct bit_walk *w, const struct arc_set *sets, unsigned n, struct range *out)
{
    const struct flow_graph *g = &w->flow->graph;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t k = 0; k < sets[i].n; k++)
            if (sets[i].arcs[k].whole)
                w->cut[sets[i].arcs[k].arc] |= UINT64_C(1) << i;
    memset(w->bits, 0, w->a->n_symbols * sizeof *w->bits);
    for (uint32_t i = g->lo[g->n]; i < g->lo[g->n + 1]; i++)
        w->bits[g->to[i]] = UINT64_MAX;
    if (!spread_bits(w))
        return false;
    uint64_t all = UINT64_MAX >> (ARC_SETS_AT_ONCE - n);
    for (sym_id s = 0; s < w->a->n_symbols; s++) {
        double ticks = w->a->times->node[s].prop_self;
        for (uint64_t left = ticks > 0 ? all & ~w->bits[s] : 0; left; left &= left - 1)
            out[__builtin_ctzll(left)].low += ticks;
    }
    return true;
}

/* `callbacks` becomes the part of high that code without records can have led to. */
static bool find_high(struct bit_walk *w, const struct arc_set *sets, unsigned n, struct range *out)
{
    const struct graph *g = w->a->graph;
    memset(w->bits, 0, w->a->n_symbols * sizeof *w->bits);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t k = 0; k < sets[i].n; k++)
            if (flow_takes(g, &g->arcs[sets[i].arcs[k].arc]))
                w->bits[g->arcs[sets[i].arcs[k].arc].to] |= UINT64_C(1) << i;
    if (!spread_bits(w))
        return false;
    for (sym_id s = 0; s < w->a->n_symbols; s++) {
        double ticks = w->a->times->node[s].prop_self;
        for (uint64_t left = ticks > 0 ? w->bits[s] : 0; left; left &= left - 1) {
            struct range *x = &out[__builtin_ctzll(left)];
            x->high += ticks;
            x->callbacks += w->flow->callable[s] ? ticks : 0;
        }
    }
    return true;
}

bool ranges_of_arc_sets(struct ranges *r, const struct arc_set *sets, size_t n, struct range *out)
{
    struct arena scratch = {0};
    if (!knows(r) || r->is_stopped)
        return false;
    const struct analysis *a = r->a;
    struct bit_walk w = {.a = a, .flow = r->flow, .progress = r->progress};
    w.bits = arena_alloc(&scratch, a->n_symbols, sizeof *w.bits);
    w.cut = arena_alloc(&scratch, a->graph->n_arcs, sizeof *w.cut);
    w.waits = arena_alloc(&scratch, a->n_symbols, sizeof *w.waits);
    w.ring = arena_alloc(&scratch, a->n_symbols, sizeof *w.ring);
    for (size_t at = 0; at < n && !r->is_stopped; at += ARC_SETS_AT_ONCE) {
        unsigned n_now = n - at < ARC_SETS_AT_ONCE ? (unsigned)(n - at) : ARC_SETS_AT_ONCE;
        memset(w.cut, 0, a->graph->n_arcs * sizeof *w.cut);
        memset(out + at, 0, n_now * sizeof *out);
        /* The upper bounds before arcs are cut. */
        r->is_stopped =
            !find_high(&w, sets + at, n_now, out + at) || !find_low(&w, sets + at, n_now, out + at);
        for (unsigned i = 0; i < n_now; i++)
            out[at + i].callbacks = callbacks(r, out[at + i].callbacks);
    }
    arena_release(&scratch);
    return !r->is_stopped;
}
