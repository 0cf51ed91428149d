/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs between symbols, all of one caller together. The arcs of a file mostly come that way, since
 * the runtime looks at one call site after the other: then one pass makes the graph. Else they are
 * grouped with a counting sort that keeps their order. Arcs of one caller are united through one
 * mark per callee. Time and memory are linear in the number of arcs, without a hash table. */
#include <stdlib.h>
#include <string.h>

#include "core/analyze/intake.h"
#include "core/analyze/stages.h"
#include "core/base/fetch.h"
#include "core/base/mem.h"

enum {
    STEP = 1 << 16, /* arcs from one look at the progress to the next; batches fit in it */
    AHEAD = 16,     /* arcs whose ends are asked for before they are looked at */
};

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

struct unite {
    struct intake in;
    const struct profile *p;
    struct graph *g;
    uint32_t n_symbols;
    uint32_t *mark; /* per callee: 1 + its arc's number in g->arcs, valid if > first */
    sym_id caller;  /* whose arcs are being added */
    arc_id first;   /* of those */
    const struct progress *progress;

    /* where callers do not ascend: */
    struct arc_ends *ends; /* per raw arc */
    uint32_t *grouped;     /* raw arcs by caller, in file order within each */
    arc_id *arc_of;        /* per raw arc: the arc that it created, else NO_ID */
};

/* ---- arcs of one caller ---- */

/* Add calls of the caller; true if they make a new arc. */
static bool add_calls(struct unite *u, sym_id to, uint64_t count)
{
    struct graph *g = u->g;

    if (u->mark[to] > u->first) {
        g->arcs[u->mark[to] - 1].count += count;
        return false;
    }
    g->arcs[g->n_arcs] = (struct arc){u->caller, to, count};
    u->mark[to] = ++g->n_arcs;
    return true;
}

/* Close the lists of all callers below `next`: most recently created first. */
static void next_caller(struct unite *u, sym_id next)
{
    struct arc *arcs = u->g->arcs;

    for (arc_id lo = u->first, hi = u->g->n_arcs; hi - lo > 1; lo++, hi--) {
        struct arc a = arcs[lo];
        arcs[lo] = arcs[hi - 1];
        arcs[hi - 1] = a;
    }
    while (u->caller < next)
        u->g->child_lo[++u->caller] = u->g->n_arcs;
    u->first = u->g->n_arcs;
}

static bool goes_on(const struct unite *u, size_t i, struct err *e)
{
    return i % STEP || progress_step(u->progress, "arcs", i, u->p->n_arcs) ||
           err_set(e, ERR_CANCELLED, NULL);
}

static size_t batch_from(const struct unite *u, size_t i)
{
    return u->p->n_arcs - i < INTAKE_BATCH ? u->p->n_arcs - i : INTAKE_BATCH;
}

/* ---- callers that ascend ---- */

/* False at an arc of a caller that was there already. */
static bool add_batch(struct unite *u, const struct raw_arc *a, size_t n)
{
    struct arc_ends ends[INTAKE_BATCH];

    intake_find(&u->in, a, n, ends);
    for (size_t i = 0; i < n; i++) {
        if (ends[i].from == NO_ID) {
            u->g->lost++;
            continue;
        }
        if (ends[i].from < u->caller)
            return false;
        if (ends[i].from > u->caller)
            next_caller(u, ends[i].from);
        add_calls(u, ends[i].to, a[i].count);
    }
    return true;
}

/* False and no error: the callers do not ascend, and nothing is done. */
static bool unite_ascending(struct unite *u, struct err *e)
{
    struct graph *g = u->g;
    bool ok = true;

    for (size_t i = 0; ok && i < u->p->n_arcs; i += INTAKE_BATCH) {
        if (!goes_on(u, i, e))
            return false;
        ok = add_batch(u, u->p->arcs + i, batch_from(u, i));
    }
    if (ok) {
        next_caller(u, u->n_symbols);
        return true;
    }
    memset(g->child_lo, 0, ((size_t)u->n_symbols + 1) * sizeof *g->child_lo);
    memset(u->mark, 0, u->n_symbols * sizeof *u->mark);
    g->n_arcs = u->first = u->caller = 0;
    g->lost = 0;
    return false;
}

/* Files created the arcs caller by caller. */
static void list_created_ascending(struct graph *g, uint32_t n_symbols)
{
    uint32_t n = 0;

    for (sym_id y = 0; y < n_symbols; y++)
        for (arc_id a = g->child_lo[y + 1]; a-- > g->child_lo[y];)
            g->created[n++] = a;
}

/* ---- callers in any order ---- */

static bool find_ends(struct unite *u, struct err *e)
{
    u->ends = mem_array_raw(u->p->n_arcs, sizeof *u->ends);
    if (!u->ends)
        return err_memory(e, 0);
    for (size_t i = 0; i < u->p->n_arcs; i += INTAKE_BATCH) {
        if (!goes_on(u, i, e))
            return false;
        intake_find(&u->in, u->p->arcs + i, batch_from(u, i), u->ends + i);
    }
    return true;
}

/* lo[] as in graph.child_lo, but of raw arcs. */
static bool group_by_caller(struct unite *u, uint32_t *lo)
{
    for (size_t i = 0; i < u->p->n_arcs; i++)
        if (u->ends[i].from != NO_ID)
            lo[u->ends[i].from + 1]++;
    counts_to_starts(lo, u->n_symbols);
    u->g->lost = u->p->n_arcs - lo[u->n_symbols];
    u->grouped = mem_array_raw(lo[u->n_symbols], sizeof *u->grouped);
    if (!u->grouped)
        return false;
    for (size_t i = 0; i < u->p->n_arcs; i++)
        if (u->ends[i].from != NO_ID)
            u->grouped[lo[u->ends[i].from]++] = (uint32_t)i;
    memmove(lo + 1, lo, u->n_symbols * sizeof *lo); /* lo[s] had moved on to the end of s */
    lo[0] = 0;
    return true;
}

/* Group starts of raw arcs in child_lo become those of united arcs. */
static bool unite_grouped(struct unite *u, struct err *e)
{
    size_t n_raw = u->p->n_arcs;
    uint32_t *child_lo = u->g->child_lo, k = 0;

    u->arc_of = mem_array_raw(n_raw, sizeof *u->arc_of);
    if (!u->arc_of || !group_by_caller(u, child_lo))
        return err_memory(e, 0);
    memset(u->arc_of, 0xff, n_raw * sizeof *u->arc_of);
    for (sym_id y = 0; y < u->n_symbols; y++) {
        for (uint32_t hi = child_lo[y + 1]; k < hi; k++) {
            uint32_t i = u->grouped[k];

            if (add_calls(u, u->ends[i].to, u->p->arcs[i].count))
                u->arc_of[i] = u->g->n_arcs - 1;
        }
        next_caller(u, y + 1);
    }
    return true;
}

/* created[] from arc_of[], whose positions are those before the arcs of a caller were turned
 * round. */
static void list_created(struct unite *u)
{
    const uint32_t *child_lo = u->g->child_lo;
    uint32_t n = 0;

    for (size_t i = 0; i < u->p->n_arcs; i++)
        if (u->arc_of[i] != NO_ID) {
            sym_id y = u->ends[i].from;
            u->g->created[n++] = child_lo[y] + (child_lo[y + 1] - 1 - u->arc_of[i]);
        }
}

/* ---- lists ---- */

/* parent[]: by callee, most recently created first. */
static void list_parents(struct graph *g, uint32_t n_symbols)
{
    uint32_t *lo = g->parent_lo;

    for (arc_id a = 0; a < g->n_arcs; a++)
        lo[g->arcs[a].to + 1]++;
    counts_to_starts(lo, n_symbols);
    for (uint32_t i = g->n_arcs; i-- > 0;) {
        if (i >= AHEAD)
            fetch(&g->parent[lo[g->arcs[g->created[i - AHEAD]].to]]);
        g->parent[lo[g->arcs[g->created[i]].to]++] = g->created[i];
    }
    memmove(lo + 1, lo, n_symbols * sizeof *lo);
    lo[0] = 0;
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

static bool unite_any(struct unite *u, struct err *e)
{
    return find_ends(u, e) && unite_grouped(u, e);
}

static bool build(struct unite *u, const struct table *t, struct err *e)
{
    struct graph *g = u->g;

    g->arcs = mem_array_raw(u->p->n_arcs, sizeof *g->arcs);
    u->mark = mem_array(t->n_symbols, sizeof *u->mark);
    if (!intake_init(&u->in, t) || !g->arcs || !u->mark || !graph_alloc(g, t->n_symbols))
        return err_memory(e, 0);
    bool ascending = unite_ascending(u, e);
    if (!ascending && (e->code != ERR_NONE || !unite_any(u, e)))
        return false;
    if (!alloc_lists(g, g->n_arcs))
        return err_memory(e, 0);
    if (ascending)
        list_created_ascending(g, u->n_symbols);
    else
        list_created(u);
    list_parents(g, u->n_symbols);
    count_calls(g);
    return true;
}

struct graph *graph_new(const struct table *t, const struct progress *progress, struct err *e)
{
    struct graph *g = mem_array(1, sizeof *g);
    struct unite u = {.p = t->profile, .g = g, .n_symbols = t->n_symbols, .progress = progress};
    bool ok = g || err_memory(e, sizeof *g);

    if (ok && t->profile->n_arcs >= NO_ID) {
        ok = err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
        e->n = NO_ID - 1;
    }
    ok = ok && build(&u, t, e);
    intake_release(&u.in);
    free(u.mark);
    free(u.ends);
    free(u.grouped);
    free(u.arc_of);
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
    uint32_t *mark;     /* per symbol: 1 + the last caller that had an arc to it */
    uint32_t *new_id;   /* per old arc */
    uint32_t *found_id; /* per found call: its arc, NO_ID: there is one already */
};

/* The arcs of one caller: those of its found calls, the last one first, then the old ones. */
static void add_caller(struct addition *x, sym_id y, uint32_t lo, uint32_t hi)
{
    const struct graph *old = x->old;
    struct graph *out = x->out;

    for (arc_id a = old->child_lo[y]; a < old->child_lo[y + 1]; a++)
        x->mark[old->arcs[a].to] = y + 1;
    for (uint32_t i = hi; i-- > lo;) {
        bool is_new = x->mark[x->found->v[i].to] != y + 1;

        x->found_id[i] = is_new ? out->n_arcs : NO_ID;
        if (is_new)
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

static bool add_found(struct addition *x, uint32_t n_symbols, struct err *e)
{
    const struct graph *old = x->old;

    if ((uint64_t)old->n_arcs + x->found->n >= NO_ID)
        return err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
    if (!addition_alloc(x, n_symbols, old->n_arcs + x->found->n))
        return err_memory(e, 0);
    add_all(x, n_symbols);
    list_parents(x->out, n_symbols);
    count_calls(x->out);
    x->out->lost = old->lost;
    return true;
}

struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        struct err *e)
{
    struct addition x = {.old = g, .out = mem_array(1, sizeof *x.out), .found = found};

    if (!add_found(&x, n_symbols, e)) {
        graph_free(x.out);
        x.out = NULL;
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
