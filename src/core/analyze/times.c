/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Propagation of time along arcs: a function's time is shared among its callers by the number of
 * their calls (gprof paper, section 4). Two walks over the functions: downward (callers first)
 * decides which fraction of each function's time counts; upward (callees first) adds up what
 * callees cost. Sums run in gprof's order, since their rounding shows.
 *
 * Each walk goes in pieces of some functions: what a function shares with others is gathered first,
 * which looks all over the graph but needs no sums, so that other threads can do it; then the sums
 * are made. */
#include "core/analyze/times.h"

#include <stdlib.h>

#include "core/base/prefetch.h"
#include "core/base/task.h"
#include "core/select/symset.h"

enum {
    PIECE = 1 << 11, /* functions: their shares stay in the cache */
    AHEAD = 8,       /* functions for which memory is asked before they are looked at */
    MANY = 16,       /* arcs of one function that are worth it */
};

/* What a function gets from a node: a part of its fraction (from a caller) or of its time (from a
 * callee). */
struct time_share {
    node_id node;
    double part;
};

/* The shares of the functions of a piece, in the order of these functions. */
struct time_shares {
    struct time_share *v;
    size_t n, cap;
    size_t *end; /* per function: where its shares end */
    size_t n_end, cap_end;
};

struct time_walk {
    const struct times_request *r;
    struct times *out;
    double *fraction; /* per node, as in out->node, but close together */
    struct time_shares slot[PIECES_SLOTS];
    uint32_t piece;         /* functions in each */
    uint32_t cycle_before;  /* downward: that of the function before */
    uint64_t n_walked, all; /* functions, in both walks */
    struct err *e;
};

/* ---- pieces ---- */

static uint32_t piece_end(const struct time_walk *w, size_t i)
{
    uint64_t end = (uint64_t)(i + 1) * w->piece;
    return end < w->r->n_symbols ? (uint32_t)end : w->r->n_symbols;
}

static struct time_shares *start_piece(struct time_walk *w, size_t i, unsigned slot)
{
    struct time_shares *x = &w->slot[slot];
    x->n = x->n_end = 0;
    mem_grow(&x->end, &x->cap_end, piece_end(w, i) - i * w->piece, sizeof *x->end);
    return x;
}

/* False: cancelled. */
static bool goes_on(const struct time_walk *w)
{
    return progress_step(w->r->progress, "time", w->n_walked, w->all) ||
           err_set(w->e, ERR_CANCELLED, NULL);
}

/* ---- downward: fractions ---- */

/* Function number k of this walk. */
static sym_id downward(const struct time_walk *w, uint32_t k)
{
    return w->r->cycles->upward[w->r->n_symbols - 1 - k];
}

static void fetch_callers(const struct time_walk *w, uint32_t k)
{
    const struct graph *g = w->r->graph;
    uint32_t left = w->r->n_symbols - k;
    if (left > 3 * AHEAD)
        fetch(&g->parent_lo[downward(w, k + 3 * AHEAD)]);
    if (left > 2 * AHEAD)
        fetch(&g->parent[g->parent_lo[downward(w, k + 2 * AHEAD)]]);
    if (left <= AHEAD)
        return;
    sym_id s = downward(w, k + AHEAD);
    uint32_t lo = g->parent_lo[s], hi = g->parent_lo[s + 1];
    for (uint32_t i = lo; i < hi && i < lo + MANY; i++)
        fetch(&g->arcs[g->parent[i]]);
}

/* The share of each caller. Members of cycles inherit through their cycle. */
static void gather_callers(void *ctx, size_t i, unsigned slot)
{
    struct time_walk *w = ctx;
    const struct graph *g = w->r->graph;
    struct time_shares *x = start_piece(w, i, slot);
    for (uint32_t k = (uint32_t)(i * w->piece); k < piece_end(w, i); k++) {
        fetch_callers(w, k);
        sym_id s = downward(w, k);
        uint32_t lo = g->parent_lo[s], hi = g->parent_lo[s + 1];
        if (lo < hi && (w->r->cycles->cycle[s] || !g->calls[s]))
            hi = lo;
        mem_grow(&x->v, &x->cap, x->n + (hi - lo), sizeof *x->v);
        for (uint32_t p = lo; p < hi; p++) {
            const struct arc *a = &g->arcs[g->parent[p]];
            if (a->from != s)
                x->v[x->n++] = (struct time_share){a->from, (double)a->count / (double)g->calls[s]};
        }
        x->end[x->n_end++] = x->n;
    }
}

/* The cycle as a whole inherits what the callers of its members outside of it pass on, and hands it
 * to each member. */
static bool inherit_cycle(const struct time_walk *w, uint32_t cycle)
{
    const struct graph *g = w->r->graph;
    const struct cycles *c = w->r->cycles;
    uint32_t lo = c->member_lo[cycle - 1], hi = c->member_lo[cycle];
    uint64_t calls = c->calls[cycle - 1];
    double *whole = &w->fraction[w->r->n_symbols + cycle - 1];
    for (uint32_t i = lo; i < hi && calls; i++) {
        if (i % PIECE == 0 && !goes_on(w))
            return false;
        for (uint32_t k = g->parent_lo[c->member[i]]; k < g->parent_lo[c->member[i] + 1]; k++) {
            const struct arc *a = &g->arcs[g->parent[k]];
            if (c->cycle[a->from] != cycle)
                *whole += w->fraction[a->from] * ((double)a->count / (double)calls);
        }
    }
    for (uint32_t i = lo; i < hi; i++)
        w->fraction[c->member[i]] = *whole;
    return true;
}

static bool take_fractions(void *ctx, size_t i, unsigned slot)
{
    struct time_walk *w = ctx;
    const struct time_shares *x = &w->slot[slot];
    const struct symset_pair *sets = w->r->sets;
    if (!goes_on(w))
        return false;
    w->n_walked += x->n_end;
    size_t at = 0;
    for (uint32_t k = 0; k < x->n_end; k++) {
        sym_id s = downward(w, (uint32_t)(i * w->piece) + k);
        uint32_t cycle = w->r->cycles->cycle[s];
        double *fraction = &w->fraction[s];
        if (!cycle) {
            double sum = 0;
            for (; at < x->end[k]; at++)
                sum += w->fraction[x->v[at].node] * x->v[at].part;
            *fraction = sum;
        } else if (cycle != w->cycle_before && !inherit_cycle(w, cycle)) {
            return false;
        }
        w->cycle_before = cycle;
        if (*fraction == 0.0)
            *fraction = symset_lets(sets, s) ? 1.0 : 0.0;
        else if (symset_has(&sets->ex, s) && !symset_has(&sets->in, s))
            *fraction = 0.0;
        w->out->total += w->r->samples->self[s] * w->fraction[s];
    }
    return true;
}

/* ---- upward: time of callees ---- */

static void fetch_callees(const struct time_walk *w, uint32_t k)
{
    const struct graph *g = w->r->graph;
    const sym_id *upward = w->r->cycles->upward;
    uint32_t left = w->r->n_symbols - k;
    if (left > 3 * AHEAD)
        fetch(&g->child_lo[upward[k + 3 * AHEAD]]);
    for (uint32_t ahead = 2; ahead > 0; ahead--) {
        if (left <= ahead * AHEAD)
            continue;
        sym_id s = upward[k + ahead * AHEAD];
        uint32_t lo = g->child_lo[s], end = g->child_lo[s + 1];
        uint32_t hi = end - lo < MANY ? end : lo + MANY;
        if (ahead == 2 && lo < hi)
            fetch_bytes(&g->arcs[lo], (hi - lo) * sizeof *g->arcs);
        for (arc_id a = lo; ahead == 1 && a < hi; a++) {
            sym_id to = g->arcs[a].to;
            fetch(&g->calls[to]);
            fetch(&w->r->cycles->cycle[to]);
            fetch(&w->fraction[to]);
        }
    }
}

static void gather_callees(void *ctx, size_t i, unsigned slot)
{
    struct time_walk *w = ctx;
    const struct graph *g = w->r->graph;
    struct time_shares *x = start_piece(w, i, slot);
    for (uint32_t k = (uint32_t)(i * w->piece); k < piece_end(w, i); k++) {
        fetch_callees(w, k);
        sym_id s = w->r->cycles->upward[k];
        arc_id lo = g->child_lo[s], hi = g->child_lo[s + 1];
        if (lo < hi && w->fraction[s] == 0.0)
            hi = lo;
        mem_grow(&x->v, &x->cap, x->n + (hi - lo), sizeof *x->v);
        for (arc_id a = lo; a < hi; a++) {
            struct time_share *new = &x->v[x->n];
            if (w->fraction[g->arcs[a].to] != 0.0 &&
                arc_part(g, w->r->cycles, w->r->n_symbols, &g->arcs[a], &new->node, &new->part))
                x->n++;
        }
        x->end[x->n_end++] = x->n;
    }
}

/* What callees hand to each function, and to its cycle. */
static bool take_times(void *ctx, size_t i, unsigned slot)
{
    struct time_walk *w = ctx;
    const struct time_shares *x = &w->slot[slot];
    struct node_time *node = w->out->node;
    if (!goes_on(w))
        return false;
    w->n_walked += x->n_end;
    size_t at = 0;
    for (uint32_t k = 0; k < x->n_end; k++) {
        if (at == x->end[k])
            continue;
        sym_id s = w->r->cycles->upward[(uint32_t)(i * w->piece) + k];
        uint32_t cycle = w->r->cycles->cycle[s];
        struct node_time *t = &node[s];
        struct node_time *whole = cycle ? &node[w->r->n_symbols + cycle - 1] : NULL;
        for (; at < x->end[k]; at++) {
            if (at + MANY < x->n)
                fetch(&node[x->v[at + MANY].node]);
            struct arc_time up = arc_share(&node[x->v[at].node], x->v[at].part);
            double share = up.self + up.child;
            t->child += share;
            t->prop_child += t->fraction * share;
            if (whole) {
                whole->child += share;
                whole->prop_child += t->fraction * share;
            }
        }
    }
    return true;
}

/* ---- the whole ---- */

static bool propagate(struct time_walk *w)
{
    size_t n = ((size_t)w->r->n_symbols + w->piece - 1) / w->piece;
    const struct pieces down = {n, gather_callers, take_fractions, w};
    const struct pieces up = {n, gather_callees, take_times, w};
    /* Without includes a fraction is 0 where a function is excluded, and nowhere else. */
    const bool known = w->r->flat;
    w->all = (known ? 1 : 2) * (uint64_t)w->r->n_symbols;
    for (sym_id s = 0; known && s < w->r->n_symbols; s++)
        w->fraction[s] = symset_lets(w->r->sets, s);
    if (!known && !pieces_run(&down, w->r->helpers))
        return false;
    for (sym_id s = 0; s < w->r->n_symbols; s++) {
        struct node_time *t = &w->out->node[s];
        t->self = w->r->samples->self[s];
        t->fraction = w->fraction[s];
        t->prop_self = t->self * t->fraction;
    }
    const struct cycles *c = w->r->cycles;
    for (uint32_t k = 0; k < c->n_cycles; k++) {
        struct node_time *whole = &w->out->node[w->r->n_symbols + k];
        whole->fraction = w->fraction[w->r->n_symbols + k];
        for (uint32_t i = c->member_lo[k]; i < c->member_lo[k + 1]; i++) {
            const struct node_time *m = &w->out->node[c->member[i]];
            if (m->fraction != 0.0)
                whole->self += m->self;
        }
        whole->prop_self = whole->fraction * whole->self;
    }
    return pieces_run(&up, w->r->helpers);
}

/* ---- measured times ---- */

/* From call paths, in which all filters are considered. */
static struct times *times_measured(const struct times_request *r)
{
    const struct graph *g = r->graph;
    struct times *t = arena_object(sizeof *t);
    t->node = arena_array(&t->memory, r->n_symbols, sizeof *t->node);
    t->arc = arena_array(&t->memory, g->n_arcs, sizeof *t->arc);

    const struct path_times *p = r->paths;
    for (sym_id s = 0; s < r->n_symbols; s++)
        t->node[s] = (struct node_time){.self = r->samples->self[s],
                                        .child = p->all[s] - p->self[s],
                                        .fraction = 1,
                                        .prop_self = p->self[s],
                                        .prop_child = p->all[s] - p->self[s]};
    t->total = p->total;
    for (arc_id a = 0; a < g->n_arcs; a++) {
        const struct path_arc *x = path_arc_find(r->paths, g->arcs[a].from, g->arcs[a].to);
        if (x)
            t->arc[a] = (struct arc_time){x->self, x->all - x->self};
    }
    return t;
}

struct times *times_new(const struct times_request *r, struct err *e)
{
    if (r->paths)
        return times_measured(r);
    struct times *t = arena_object(sizeof *t);
    size_t n_nodes = (size_t)r->n_symbols + r->cycles->n_cycles;
    struct time_walk w = {.r = r, .out = t, .piece = r->piece ? r->piece : PIECE, .e = e};
    w.fraction = mem_array(n_nodes, sizeof *w.fraction);
    t->node = arena_array(&t->memory, n_nodes, sizeof *t->node);
    bool ok = propagate(&w);

    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        free(w.slot[i].v);
        free(w.slot[i].end);
    }
    free(w.fraction);
    if (ok)
        return t;
    arena_object_free(t);
    return NULL;
}
