/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/graph.h"

#include <stdlib.h>

#include "core/analyze/calls.h"
#include "core/base/mem.h"
#include "core/select/symset.h"

void graph_alloc(struct graph *g, uint32_t n_symbols)
{
    g->child_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->child_lo);
    g->parent_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->parent_lo);
    g->calls = arena_array(&g->memory, n_symbols, sizeof *g->calls);
    g->recursion = arena_array(&g->memory, n_symbols, sizeof *g->recursion);
}

/* The room that graphs made from graphs need: `created` where their origin has it. */
static void alloc_arcs(struct graph *g, uint32_t n_arcs, bool created)
{
    g->arcs = arena_alloc(&g->memory, n_arcs, sizeof *g->arcs);
    g->parent = arena_alloc(&g->memory, n_arcs, sizeof *g->parent);
    g->created = created ? arena_alloc(&g->memory, n_arcs, sizeof *g->created) : NULL;
}

/* ---- lists by callee ---- */

/* Most recently created first. */
void graph_list_parents(struct graph *g, uint32_t n_symbols, struct callee *callee)
{
    uint32_t sum = 0;
    for (sym_id s = 0; s < n_symbols; s++) {
        uint32_t n = callee[s].place;
        g->parent_lo[s] = callee[s].place = sum;
        sum += n;
    }
    g->parent_lo[n_symbols] = sum;
    for (uint32_t i = g->n_arcs; i-- > 0;) {
        arc_id a = graph_created(g, i);
        g->parent[callee[g->arcs[a].to].place++] = a;
    }
}

/* ---- filtering ---- */

/* Calls of each symbol, its own recursion taken out (gprof paper, section 4). */
static void count_calls(struct graph *g)
{
    for (arc_id i = 0; i < g->n_arcs; i++) {
        const struct arc *a = &g->arcs[i];
        *(a->from == a->to ? &g->recursion[a->to] : &g->calls[a->to]) += a->count;
    }
}

/* Copy the arcs let through; new_id[old] is where they went. */
static void keep_arcs(struct graph *out, const struct graph *g, uint32_t n_symbols,
                      const struct arcset_pair *sets, uint32_t *new_id)
{
    for (sym_id y = 0; y < n_symbols; y++) {
        for (arc_id a = g->child_lo[y]; a < g->child_lo[y + 1]; a++) {
            bool kept = arcset_lets(sets, y, g->arcs[a].to);
            new_id[a] = kept ? out->n_arcs : NO_ID;
            if (kept)
                out->arcs[out->n_arcs++] = g->arcs[a];
        }
        out->child_lo[y + 1] = out->n_arcs;
    }
}

struct graph *graph_filter(const struct graph *g, uint32_t n_symbols,
                           const struct arcset_pair *sets)
{
    struct graph *out = arena_object(sizeof *out);
    uint32_t *new_id = mem_array_raw(g->n_arcs, sizeof *new_id);
    graph_alloc(out, n_symbols);
    alloc_arcs(out, g->n_arcs, g->created);
    keep_arcs(out, g, n_symbols, sets, new_id);
    uint32_t n = 0;
    for (arc_id i = 0; i < g->n_arcs && g->created; i++)
        if (new_id[g->created[i]] != NO_ID)
            out->created[n++] = new_id[g->created[i]];
    n = 0;
    for (sym_id y = 0; y < n_symbols; y++) {
        for (uint32_t k = g->parent_lo[y]; k < g->parent_lo[y + 1]; k++)
            if (new_id[g->parent[k]] != NO_ID)
                out->parent[n++] = new_id[g->parent[k]];
        out->parent_lo[y + 1] = n;
    }
    count_calls(out);
    out->lost = g->lost;

    free(new_id);
    return out;
}

/* ---- found calls ---- */

struct addition {
    const struct graph *old;
    struct graph *out;
    const struct found_calls *found;
    struct callee *callee; /* per symbol; mark: 1 + the last caller that had an arc to it */
    uint32_t *new_id;      /* per old arc */
    uint32_t *found_id;    /* per found call: its arc, NO_ID: there is one already */
};

/* The arcs of one caller: those of its found calls, the last one first, then the old ones. */
static void add_caller(struct addition *x, sym_id y, uint32_t lo, uint32_t hi)
{
    const struct graph *old = x->old;
    struct graph *out = x->out;
    for (arc_id a = old->child_lo[y]; a < old->child_lo[y + 1]; a++)
        x->callee[old->arcs[a].to].mark = y + 1;
    for (uint32_t i = hi; i-- > lo;) {
        sym_id to = x->found->v[i].to, holder = x->found->holder ? x->found->holder[to] : to;
        bool is_new = x->callee[to].mark != y + 1 && x->callee[holder].mark != y + 1;
        x->found_id[i] = is_new ? out->n_arcs : NO_ID;
        if (is_new)
            out->arcs[out->n_arcs++] = (struct arc){y, to, 0};
    }
    for (arc_id a = old->child_lo[y]; a < old->child_lo[y + 1]; a++) {
        x->new_id[a] = out->n_arcs;
        out->arcs[out->n_arcs++] = old->arcs[a];
    }
    out->child_lo[y + 1] = out->n_arcs;
}

static bool add_found(struct addition *x, uint32_t n_symbols, struct err *e)
{
    const struct graph *old = x->old;
    if ((uint64_t)old->n_arcs + x->found->n >= NO_ID)
        return err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
    uint32_t n_arcs = old->n_arcs + x->found->n;
    x->callee = mem_array(n_symbols, sizeof *x->callee);
    x->new_id = mem_array_raw(x->old->n_arcs, sizeof *x->new_id);
    x->found_id = mem_array_raw(x->found->n, sizeof *x->found_id);
    graph_alloc(x->out, n_symbols);
    alloc_arcs(x->out, n_arcs, true);
    const struct found_calls *f = x->found;
    uint32_t at = 0, n = 0;
    for (sym_id y = 0; y < n_symbols; y++) {
        uint32_t lo = at;
        while (at < f->n && f->v[at].from == y)
            at++;
        add_caller(x, y, lo, at);
    }
    for (arc_id i = 0; i < x->old->n_arcs; i++)
        x->out->created[n++] = x->new_id[graph_created(x->old, i)];
    for (uint32_t i = 0; i < f->n; i++)
        if (x->found_id[i] != NO_ID)
            x->out->created[n++] = x->found_id[i];
    for (arc_id a = 0; a < x->out->n_arcs; a++)
        x->callee[x->out->arcs[a].to].place++;
    graph_list_parents(x->out, n_symbols, x->callee);
    count_calls(x->out);
    x->out->lost = old->lost;
    return true;
}

struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        struct err *e)
{
    struct addition x = {.old = g, .out = arena_object(sizeof *x.out), .found = found};
    if (!add_found(&x, n_symbols, e)) {
        arena_object_free(x.out);
        x.out = NULL;
    }
    free(x.callee);
    free(x.new_id);
    free(x.found_id);
    return x.out;
}
