/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs between symbols. Raw arcs are resolved, grouped by caller with a counting sort that keeps
 * their order, and united within each group through one mark per callee: time and memory linear
 * in the number of arcs, without a hash table. */
#include <stdlib.h>
#include <string.h>

#include "core/analyze/stages.h"
#include "core/base/fetch.h"
#include "core/base/mem.h"

enum { BATCH = 64, STEP = 1 << 16 };

/* ---- from addresses to symbols ---- */

struct intake {
    const struct table *t;
    sym_id *from, *to; /* per raw arc; from is NO_ID for a lost one */
    sym_id *function;  /* per symbol: itself, or the function symbol before it; NULL: all are */
    uint64_t lost;
};

/* Calls of a label that is no function are credited to the function symbol before it.
 * QUIRK(gnu): so it is in gprof; pinned by tests/diff. */
static bool map_functions(struct intake *in)
{
    const struct table *t = in->t;
    sym_id last = NO_ID, y = 0;

    while (y < t->n_symbols && t->symbols[y].flags & SYM_FUNC)
        y++;
    if (y == t->n_symbols)
        return true;
    in->function = mem_array_raw(t->n_symbols, sizeof *in->function);
    if (!in->function)
        return false;
    for (y = 0; y < t->n_symbols; y++) {
        if (t->symbols[y].flags & SYM_FUNC)
            last = y;
        in->function[y] = last;
    }
    return true;
}

static void resolve_arc(struct intake *in, const struct raw_arc *a, size_t i)
{
    sym_id from = table_find(in->t, a->from), to = table_find(in->t, a->to);

    if (to != NO_ID && in->function)
        to = in->function[to];
    if (to == NO_ID)
        from = NO_ID;
    in->lost += from == NO_ID;
    in->from[i] = from;
    in->to[i] = to;
}

/* Bring what the look-ups of a batch will touch into the cache: pages first, then symbols. */
static void prefetch_page(const struct table *t, uint64_t addr)
{
    if (t->page && addr >= t->page_lo && addr < t->page_hi)
        fetch(&t->page[(addr - t->page_lo) >> t->page_shift]);
}

static void prefetch_symbol(const struct table *t, uint64_t addr)
{
    if (t->page && addr >= t->page_lo && addr < t->page_hi)
        fetch(&t->symbols[t->page[(addr - t->page_lo) >> t->page_shift]]);
}

static void resolve_batch(struct intake *in, const struct raw_arc *a, size_t lo, size_t hi)
{
    for (size_t i = lo; i < hi; i++)
        prefetch_page(in->t, a[i].to);
    for (size_t i = lo; i < hi; i++)
        prefetch_symbol(in->t, a[i].to);
    for (size_t i = lo; i < hi; i++)
        resolve_arc(in, &a[i], i);
}

static bool resolve_arcs(struct intake *in, const struct progress *progress, struct err *e)
{
    const struct profile *p = in->t->profile;

    in->from = mem_array_raw(p->n_arcs, sizeof *in->from);
    in->to = mem_array_raw(p->n_arcs, sizeof *in->to);
    if (!in->from || !in->to || !map_functions(in))
        return err_memory(e, 0);
    for (size_t i = 0; i < p->n_arcs; i += BATCH) {
        if (i % STEP == 0 && !progress_step(progress, "arcs", i, p->n_arcs))
            return err_set(e, ERR_CANCELLED, NULL);
        resolve_batch(in, p->arcs, i, i + BATCH < p->n_arcs ? i + BATCH : p->n_arcs);
    }
    return true;
}

static void intake_release(struct intake *in)
{
    free(in->from);
    free(in->to);
    free(in->function);
}

/* ---- grouping ---- */

static bool graph_alloc(struct graph *g, uint32_t n_symbols)
{
    g->child_lo = mem_array((size_t)n_symbols + 1, sizeof *g->child_lo);
    g->parent_lo = mem_array((size_t)n_symbols + 1, sizeof *g->parent_lo);
    g->calls = mem_array(n_symbols, sizeof *g->calls);
    g->recursion = mem_array(n_symbols, sizeof *g->recursion);
    return g->child_lo && g->parent_lo && g->calls && g->recursion;
}

/* Turn counts in lo[1..n] into start positions in lo[0..n]. */
static void counts_to_starts(uint32_t *lo, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        lo[i + 1] += lo[i];
}

/* Raw arc numbers by caller, in file order within each; lo[] as in graph.child_lo. */
static uint32_t *group_by_caller(const struct intake *in, size_t n_raw, uint32_t *lo, uint32_t n)
{
    uint32_t *grouped;

    for (size_t i = 0; i < n_raw; i++)
        if (in->from[i] != NO_ID)
            lo[in->from[i] + 1]++;
    counts_to_starts(lo, n);
    grouped = mem_array_raw(lo[n], sizeof *grouped);
    if (!grouped)
        return NULL;
    for (size_t i = 0; i < n_raw; i++)
        if (in->from[i] != NO_ID)
            grouped[lo[in->from[i]]++] = (uint32_t)i;
    memmove(lo + 1, lo, n * sizeof *lo); /* lo[s] had moved on to the end of s */
    lo[0] = 0;
    return grouped;
}

struct unite {
    const struct intake *in;
    const struct raw_arc *raw;
    struct graph *g;
    uint32_t *grouped;
    uint32_t *mark;   /* per callee: 1 + its arc's number in g->arcs, valid if >= first + 1 */
    uint32_t *arc_of; /* per raw arc: the arc that it created, else NO_ID */
};

/* The arcs of one caller, appended to g->arcs in order of creation. */
static void unite_caller(struct unite *u, sym_id from, uint32_t lo, uint32_t hi)
{
    struct graph *g = u->g;
    uint32_t first = g->n_arcs;

    for (uint32_t k = lo; k < hi; k++) {
        uint32_t i = u->grouped[k];
        sym_id to = u->in->to[i];

        if (u->mark[to] > first) {
            g->arcs[u->mark[to] - 1].count += u->raw[i].count;
            continue;
        }
        g->arcs[g->n_arcs] = (struct arc){from, to, u->raw[i].count};
        u->arc_of[i] = g->n_arcs;
        u->mark[to] = ++g->n_arcs;
    }
}

/* Most recently created first. */
static void reverse_arcs(struct unite *u, uint32_t lo, uint32_t hi)
{
    for (; hi - lo > 1; lo++, hi--) {
        struct arc a = u->g->arcs[lo];
        u->g->arcs[lo] = u->g->arcs[hi - 1];
        u->g->arcs[hi - 1] = a;
    }
}

/* Group starts of raw arcs in child_lo become those of united arcs. */
static void unite_all(struct unite *u, uint32_t n_symbols)
{
    uint32_t *child_lo = u->g->child_lo, raw_lo = 0;

    for (sym_id y = 0; y < n_symbols; y++) {
        uint32_t raw_hi = child_lo[y + 1], first = u->g->n_arcs;

        unite_caller(u, y, raw_lo, raw_hi);
        reverse_arcs(u, first, u->g->n_arcs);
        child_lo[y + 1] = u->g->n_arcs;
        raw_lo = raw_hi;
    }
}

/* parent[]: by callee, most recently created first. */
static void list_parents(struct graph *g, uint32_t n_symbols)
{
    uint32_t *lo = g->parent_lo;

    for (arc_id a = 0; a < g->n_arcs; a++)
        lo[g->arcs[a].to + 1]++;
    counts_to_starts(lo, n_symbols);
    for (uint32_t i = g->n_arcs; i-- > 0;)
        g->parent[lo[g->arcs[g->created[i]].to]++] = g->created[i];
    memmove(lo + 1, lo, n_symbols * sizeof *lo);
    lo[0] = 0;
}

/* created[] from arc_of[], whose positions are those before the arcs of a caller were turned
 * round. */
static void list_created(struct unite *u, size_t n_raw)
{
    const uint32_t *child_lo = u->g->child_lo;
    uint32_t n = 0;

    for (size_t i = 0; i < n_raw; i++)
        if (u->arc_of[i] != NO_ID) {
            sym_id y = u->in->from[i];
            u->g->created[n++] = child_lo[y] + (child_lo[y + 1] - 1 - u->arc_of[i]);
        }
}

static bool alloc_lists(struct graph *g, uint32_t n_arcs)
{
    g->created = mem_array_raw(n_arcs, sizeof *g->created);
    g->parent = mem_array_raw(n_arcs, sizeof *g->parent);
    return g->created && g->parent;
}

/* Calls of each symbol, its own recursion taken out (gprof paper, section 4). */
static void count_calls(struct graph *g)
{
    for (arc_id i = 0; i < g->n_arcs; i++) {
        const struct arc *a = &g->arcs[i];

        *(a->from == a->to ? &g->recursion[a->to] : &g->calls[a->to]) += a->count;
    }
}

static bool build(struct graph *g, const struct intake *in, struct unite *u)
{
    uint32_t n = in->t->n_symbols;
    size_t n_raw = in->t->profile->n_arcs;

    u->mark = mem_array(n, sizeof *u->mark);
    u->arc_of = mem_array_raw(n_raw, sizeof *u->arc_of);
    if (!u->mark || !u->arc_of || !graph_alloc(g, n))
        return false;
    memset(u->arc_of, 0xff, n_raw * sizeof *u->arc_of);
    u->grouped = group_by_caller(in, n_raw, g->child_lo, n);
    g->arcs = mem_array_raw(n_raw, sizeof *g->arcs);
    if (!u->grouped || !g->arcs)
        return false;
    unite_all(u, n);
    if (!alloc_lists(g, g->n_arcs))
        return false;
    list_created(u, n_raw);
    list_parents(g, n);
    count_calls(g);
    g->lost = in->lost;
    return true;
}

struct graph *graph_new(const struct table *t, const struct progress *progress, struct err *e)
{
    struct graph *g = mem_array(1, sizeof *g);
    struct intake in = {.t = t};
    struct unite u = {.in = &in, .raw = t->profile->arcs, .g = g};
    bool ok = g || err_memory(e, sizeof *g);

    if (ok && t->profile->n_arcs >= NO_ID) {
        ok = err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
        e->n = NO_ID - 1;
    }
    ok = ok && resolve_arcs(&in, progress, e) && (build(g, &in, &u) || err_memory(e, 0));
    intake_release(&in);
    free(u.mark);
    free(u.arc_of);
    free(u.grouped);
    if (ok)
        return g;
    graph_free(g);
    return NULL;
}

/* ---- filtering ---- */

/* Copy the arcs let through; new_id[old] tells where they went. */
static void keep_arcs(struct graph *out, const struct graph *g, uint32_t n_symbols,
                      const struct arcset *in, const struct arcset *ex, uint32_t *new_id)
{
    for (sym_id y = 0; y < n_symbols; y++) {
        for (arc_id a = g->child_lo[y]; a < g->child_lo[y + 1]; a++) {
            bool kept = arcset_lets(in, ex, y, g->arcs[a].to);

            new_id[a] = kept ? out->n_arcs : NO_ID;
            if (kept)
                out->arcs[out->n_arcs++] = g->arcs[a];
        }
        out->child_lo[y + 1] = out->n_arcs;
    }
}

static void keep_lists(struct graph *out, const struct graph *g, uint32_t n_symbols,
                       const uint32_t *new_id)
{
    uint32_t n = 0;

    for (arc_id i = 0; i < g->n_arcs; i++)
        if (new_id[g->created[i]] != NO_ID)
            out->created[n++] = new_id[g->created[i]];
    n = 0;
    for (sym_id y = 0; y < n_symbols; y++) {
        for (uint32_t k = g->parent_lo[y]; k < g->parent_lo[y + 1]; k++)
            if (new_id[g->parent[k]] != NO_ID)
                out->parent[n++] = new_id[g->parent[k]];
        out->parent_lo[y + 1] = n;
    }
}

struct graph *graph_filter(const struct graph *g, uint32_t n_symbols, const struct arcset *in,
                           const struct arcset *ex, struct err *e)
{
    struct graph *out = mem_array(1, sizeof *out);
    uint32_t *new_id = mem_array_raw(g->n_arcs, sizeof *new_id);
    bool ok = out && new_id && graph_alloc(out, n_symbols);

    if (ok) {
        out->arcs = mem_array_raw(g->n_arcs, sizeof *out->arcs);
        ok = out->arcs && alloc_lists(out, g->n_arcs);
    }
    if (ok) {
        keep_arcs(out, g, n_symbols, in, ex, new_id);
        keep_lists(out, g, n_symbols, new_id);
        count_calls(out);
        out->lost = g->lost;
    }
    free(new_id);
    if (ok)
        return out;
    graph_free(out);
    err_memory(e, 0);
    return NULL;
}

/* ---- found calls ---- */

struct addition {
    const struct graph *old;
    struct graph *out;
    const struct found_calls *found;
    uint32_t *mark;     /* per symbol: 1 + the last caller that has an arc to it */
    uint32_t *new_id;   /* per old arc */
    uint32_t *found_id; /* per found call: its arc, NO_ID: there is one already */
};

/* The arcs of one caller: those of its found calls, the last one first, then the old ones. */
static void add_caller(struct addition *x, sym_id y, uint32_t lo, uint32_t hi)
{
    const struct graph *old = x->old;
    struct graph *out = x->out;
    uint32_t n_new = 0;

    for (arc_id a = old->child_lo[y]; a < old->child_lo[y + 1]; a++)
        x->mark[old->arcs[a].to] = y + 1;
    for (uint32_t i = lo; i < hi; i++) {
        bool is_new = x->mark[x->found->v[i].to] != y + 1;
        x->found_id[i] = is_new ? n_new++ : NO_ID;
    }
    for (uint32_t i = hi; i-- > lo;)
        if (x->found_id[i] != NO_ID) {
            x->found_id[i] = out->n_arcs;
            out->arcs[out->n_arcs++] = (struct arc){y, x->found->v[i].to, 0};
        }
    for (arc_id a = old->child_lo[y]; a < old->child_lo[y + 1]; a++) {
        x->new_id[a] = out->n_arcs;
        out->arcs[out->n_arcs++] = old->arcs[a];
    }
    out->child_lo[y + 1] = out->n_arcs;
}

static void add_all(struct addition *x, uint32_t n_symbols)
{
    const struct found_calls *f = x->found;
    uint32_t at = 0, n = 0;

    for (sym_id y = 0; y < n_symbols; y++) {
        uint32_t lo = at;
        while (at < f->n && f->v[at].from == y)
            at++;
        add_caller(x, y, lo, at);
    }
    for (arc_id i = 0; i < x->old->n_arcs; i++)
        x->out->created[n++] = x->new_id[x->old->created[i]];
    for (uint32_t i = 0; i < f->n; i++)
        if (x->found_id[i] != NO_ID)
            x->out->created[n++] = x->found_id[i];
}

static bool addition_alloc(struct addition *x, uint32_t n_symbols, uint32_t n_arcs)
{
    x->mark = mem_array(n_symbols, sizeof *x->mark);
    x->new_id = mem_array_raw(x->old->n_arcs, sizeof *x->new_id);
    x->found_id = mem_array_raw(x->found->n, sizeof *x->found_id);
    if (!x->out || !x->mark || !x->new_id || !x->found_id || !graph_alloc(x->out, n_symbols))
        return false;
    x->out->arcs = mem_array_raw(n_arcs, sizeof *x->out->arcs);
    return x->out->arcs && alloc_lists(x->out, n_arcs);
}

struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        struct err *e)
{
    struct addition x = {.old = g, .out = mem_array(1, sizeof *x.out), .found = found};
    bool fits = (uint64_t)g->n_arcs + found->n < NO_ID;
    bool ok = fits && addition_alloc(&x, n_symbols, g->n_arcs + found->n);

    if (ok) {
        add_all(&x, n_symbols);
        list_parents(x.out, n_symbols);
        count_calls(x.out);
        x.out->lost = g->lost;
    } else {
        graph_free(x.out);
        x.out = NULL;
        fits ? err_memory(e, 0) : err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
    }
    free(x.mark);
    free(x.new_id);
    free(x.found_id);
    return x.out;
}

void graph_free(struct graph *g)
{
    if (!g)
        return;
    free(g->arcs);
    free(g->created);
    free(g->child_lo);
    free(g->parent);
    free(g->parent_lo);
    free(g->calls);
    free(g->recursion);
    free(g);
}
