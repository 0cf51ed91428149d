/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bit for each set goes from functions to their callees: upper bounds from where the arcs lead
 * to, lower bounds from the roots along all other arcs; what has no bit then is only reached
 * through the set. Functions wait in a ring, callers first, and again while bits come to them:
 * where there are no cycles that is once. */
#include "core/analyze/questions/arc_sets.h"

#include <string.h>

#include "core/base/mem.h"

struct bit_walk {
    const struct analysis *a;
    const struct call_flow *flow;
    uint64_t *bits; /* per symbol */
    uint64_t *cut;  /* per arc: sets that do not go along it */
    uint8_t *waits; /* per symbol */
    uint32_t *ring; /* of n_symbols */
};

/* ---- the walk ---- */

/* Hand the bits on to whatever paths lead to. */
static void spread_bits(struct bit_walk *w)
{
    const struct graph *g = w->a->graph;
    uint32_t n = w->a->n_symbols, n_waiting = n, at = 0;
    for (uint32_t i = 0; i < n; i++)
        w->ring[i] = w->flow->cycles->upward[n - 1 - i];
    memset(w->waits, 1, n);
    for (; n_waiting; n_waiting--, at = at + 1 < n ? at + 1 : 0) {
        sym_id s = w->ring[at];
        w->waits[s] = 0;
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
}

/* ---- bounds ---- */

static void find_low(struct bit_walk *w, const struct arc_set *sets, unsigned n,
                     struct arc_set_sums *out)
{
    const struct flow_graph *g = &w->flow->graph;
    for (unsigned i = 0; i < n; i++)
        for (uint32_t k = 0; k < sets[i].n; k++)
            if (sets[i].arcs[k].whole)
                w->cut[sets[i].arcs[k].arc] |= UINT64_C(1) << i;
    memset(w->bits, 0, w->a->n_symbols * sizeof *w->bits);
    for (uint32_t i = g->lo[g->n]; i < g->lo[g->n + 1]; i++)
        w->bits[g->to[i]] = UINT64_MAX;
    spread_bits(w);
    for (sym_id s = 0; s < w->a->n_symbols; s++)
        for (unsigned i = 0; i < n && w->a->times->node[s].prop_self > 0; i++)
            if (!(w->bits[s] >> i & 1))
                out[i].low += w->a->times->node[s].prop_self;
}

static void find_high(struct bit_walk *w, const struct arc_set *sets, unsigned n,
                      struct arc_set_sums *out)
{
    const struct graph *g = w->a->graph;
    memset(w->bits, 0, w->a->n_symbols * sizeof *w->bits);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t k = 0; k < sets[i].n; k++)
            if (flow_takes(g, &g->arcs[sets[i].arcs[k].arc]))
                w->bits[g->arcs[sets[i].arcs[k].arc].to] |= UINT64_C(1) << i;
    spread_bits(w);
    for (sym_id s = 0; s < w->a->n_symbols; s++) {
        double ticks = w->a->times->node[s].prop_self;
        for (unsigned i = 0; ticks > 0 && i < n && w->bits[s] >> i; i++) {
            if (!(w->bits[s] >> i & 1))
                continue;
            out[i].high += ticks;
            out[i].called += w->flow->callable[s] ? ticks : 0;
        }
    }
}

void arc_sets_sum(const struct analysis *a, const struct call_flow *flow,
                  const struct arc_set *sets, unsigned n, struct arc_set_sums *out)
{
    struct arena scratch = {0};
    struct bit_walk w = {.a = a, .flow = flow};
    w.bits = arena_alloc(&scratch, a->n_symbols, sizeof *w.bits);
    w.cut = arena_array(&scratch, a->graph->n_arcs, sizeof *w.cut);
    w.waits = arena_alloc(&scratch, a->n_symbols, sizeof *w.waits);
    w.ring = arena_alloc(&scratch, a->n_symbols, sizeof *w.ring);
    memset(out, 0, n * sizeof *out);
    find_high(&w, sets, n, out); /* before arcs are cut */
    find_low(&w, sets, n, out);

    arena_release(&scratch);
}
