/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs of the files united by the symbols at their ends, all of one caller together. Files mostly
 * bring them that way, since the runtime looks at one call site after the other: then one pass
 * makes the graph, and two threads can take a half each. Else they are grouped with a counting sort
 * that keeps their order. Arcs of one caller are united through one mark per callee. Time and
 * memory are linear in the number of arcs, without a hash table. */
#include "core/analyze/graph_build.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/arc_ends.h"
#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/base/task.h"

enum { STEP = 1 << 16 }; /* arcs from one look at the progress to the next; batches fit in it */

bool graph_alloc(struct graph *g, uint32_t n_symbols)
{
    g->child_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->child_lo);
    g->parent_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->parent_lo);
    g->calls = arena_array(&g->memory, n_symbols, sizeof *g->calls);
    g->recursion = arena_array(&g->memory, n_symbols, sizeof *g->recursion);
    return g->child_lo && g->parent_lo && g->calls && g->recursion;
}

/* A run of raw arcs, which one thread unites. */
struct part {
    struct graph *g;
    struct intake in;
    const struct raw_arc *raw;
    size_t n_raw;
    sym_id lo, hi;    /* its callers lie in [lo, hi) */
    struct arc *arcs; /* in g->arcs, room for n_raw; numbers below are those in it */
    arc_id n_arcs;
    struct callee *callee; /* mark: 1 + the arc to it, valid if > first */
    sym_id caller;         /* whose arcs are being added */
    arc_id first;          /* of those */
    uint64_t lost;
    const struct progress *progress; /* NULL in another thread than the caller's */
    uint64_t n_told, n_in_all;       /* progress for one raw arc, and in the end */
    bool ascends;                    /* so far */
    bool cancelled;
};

struct unite {
    const struct profile *p;
    struct graph *g;
    uint32_t n_symbols;
    struct part part[2];
    unsigned n_parts;

    /* where callers do not ascend: */
    struct arc_ends *ends; /* per raw arc */
    uint32_t *grouped;     /* raw arcs by caller, in file order within each */
    arc_id *arc_of;        /* per raw arc: the arc that it created, else NO_ID */
};

/* ---- arcs of one caller ---- */

/* Add calls of the caller; true if they make a new arc. */
static bool add_calls(struct part *p, sym_id to, uint64_t count)
{
    struct callee *c = &p->callee[to];

    *(to == p->caller ? &p->g->recursion[to] : &c->calls) += count;
    if (c->mark > p->first) {
        p->arcs[c->mark - 1].count += count;
        return false;
    }
    p->arcs[p->n_arcs] = (struct arc){p->caller, to, count};
    c->mark = ++p->n_arcs;
    c->place++;
    return true;
}

/* Close the lists of all callers below `next`: most recently created first. */
static void next_caller(struct part *p, sym_id next)
{
    for (arc_id lo = p->first, hi = p->n_arcs; hi - lo > 1; lo++, hi--) {
        struct arc a = p->arcs[lo];
        p->arcs[lo] = p->arcs[hi - 1];
        p->arcs[hi - 1] = a;
    }
    while (p->caller < next)
        p->g->child_lo[++p->caller] = p->n_arcs;
    p->first = p->n_arcs;
}

static bool goes_on(struct part *p, size_t i)
{
    p->cancelled = i % STEP == 0 && !progress_step(p->progress, "arcs", i * p->n_told, p->n_in_all);
    return !p->cancelled;
}

static size_t batch_from(const struct part *p, size_t i)
{
    return p->n_raw - i < INTAKE_BATCH ? p->n_raw - i : INTAKE_BATCH;
}

/* ---- callers that ascend ---- */

/* False at an arc of a caller that was there already, or that belongs into the other part. */
static bool add_batch(struct part *p, const struct raw_arc *a, size_t n)
{
    struct arc_ends ends[INTAKE_BATCH];

    intake_find(&p->in, a, n, ends);
    for (size_t i = 0; i < n; i++)
        if (ends[i].from != NO_ID)
            fetch(&p->callee[ends[i].to]);
    for (size_t i = 0; i < n; i++) {
        if (ends[i].from == NO_ID) {
            p->lost++;
            continue;
        }
        if (ends[i].from < p->caller || ends[i].from >= p->hi)
            return false;
        if (ends[i].from > p->caller)
            next_caller(p, ends[i].from);
        add_calls(p, ends[i].to, a[i].count);
    }
    return true;
}

static void unite_part(void *ctx)
{
    struct part *p = ctx;

    for (size_t i = 0; p->ascends && i < p->n_raw; i += INTAKE_BATCH) {
        if (!goes_on(p, i))
            return;
        p->ascends = add_batch(p, p->raw + i, batch_from(p, i));
    }
    if (p->ascends)
        next_caller(p, p->hi);
}

/* A part is the continuation of the one before it. */
static void join_parts(struct unite *u)
{
    struct part *a = &u->part[0], *b = &u->part[1];

    memmove(a->arcs + a->n_arcs, b->arcs, b->n_arcs * sizeof *b->arcs);
    for (sym_id y = b->lo; y < u->n_symbols; y++)
        u->g->child_lo[y + 1] += a->n_arcs;
}

/* False: the callers do not ascend, or nobody waits any more. */
static bool unite_ascending(struct unite *u)
{
    struct part *a = &u->part[0], *b = &u->part[1];
    struct task task;

    if (u->n_parts > 1)
        task_start(&task, unite_part, b, true);
    unite_part(a);
    if (u->n_parts > 1)
        task_finish(&task);
    if (a->cancelled || !a->ascends || !b->ascends)
        return false;
    if (u->n_parts > 1)
        join_parts(u);
    u->g->n_arcs = a->n_arcs + b->n_arcs;
    u->g->lost = a->lost + b->lost;
    return true;
}

/* ---- callers in any order ---- */

static bool find_ends(struct unite *u, struct err *e)
{
    struct part *p = &u->part[0];

    u->ends = mem_array_raw(p->n_raw, sizeof *u->ends);
    if (!u->ends)
        return err_memory(e, 0);
    for (size_t i = 0; i < p->n_raw; i += INTAKE_BATCH) {
        if (!goes_on(p, i))
            return err_set(e, ERR_CANCELLED, NULL);
        intake_find(&p->in, p->raw + i, batch_from(p, i), u->ends + i);
    }
    return true;
}

/* lo[] as in graph.child_lo, but of raw arcs. */
static bool group_by_caller(struct unite *u, uint32_t *lo)
{
    for (size_t i = 0; i < u->p->n_arcs; i++)
        if (u->ends[i].from != NO_ID)
            lo[u->ends[i].from + 1]++;
    for (sym_id y = 0; y < u->n_symbols; y++)
        lo[y + 1] += lo[y];
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
    struct part *p = &u->part[0];

    u->arc_of = mem_array_raw(n_raw, sizeof *u->arc_of);
    if (!u->arc_of || !group_by_caller(u, child_lo))
        return err_memory(e, 0);
    memset(u->arc_of, 0xff, n_raw * sizeof *u->arc_of);
    for (sym_id y = 0; y < u->n_symbols; y++) {
        for (uint32_t hi = child_lo[y + 1]; k < hi; k++) {
            uint32_t i = u->grouped[k];

            if (add_calls(p, u->ends[i].to, u->p->arcs[i].count))
                u->arc_of[i] = p->n_arcs - 1;
        }
        next_caller(p, y + 1);
    }
    u->g->n_arcs = p->n_arcs;
    return true;
}

/* created[] from arc_of[], whose positions are those before the arcs of a caller were turned
 * round. */
static bool list_created(struct unite *u)
{
    const uint32_t *child_lo = u->g->child_lo;
    uint32_t n = 0;

    u->g->created = arena_alloc(&u->g->memory, u->g->n_arcs, sizeof *u->g->created);
    if (!u->g->created)
        return false;
    for (size_t i = 0; i < u->p->n_arcs; i++)
        if (u->arc_of[i] != NO_ID) {
            sym_id y = u->ends[i].from;
            u->g->created[n++] = child_lo[y] + (child_lo[y + 1] - 1 - u->arc_of[i]);
        }
    return true;
}

/* ---- parts ---- */

/* Where in the middle of the file the arcs of a caller begin, so that those of one caller stay
 * together; the end of the file if that is hard to find. */
static size_t find_middle(const struct unite *u, const struct table *t, sym_id *caller)
{
    const size_t n = u->p->n_arcs, from = n / 2, most = n - from < STEP ? n : from + STEP;
    sym_id before = NO_ID;

    for (size_t i = from; i < most; i++) {
        sym_id s = table_find(t, u->p->arcs[i].from);

        if (before != NO_ID && s != NO_ID && s != before) {
            *caller = s;
            return i;
        }
        before = s != NO_ID ? s : before;
    }
    return n;
}

/* All arcs up to number `hi`, of callers below `caller`. */
static void set_first_part(struct unite *u, size_t hi, sym_id caller)
{
    struct part *p = &u->part[0];

    p->n_raw = hi;
    p->hi = caller;
    p->n_told = hi ? u->p->n_arcs / hi : 0;
}

/* The rest. It borrows what the first one knows of functions. */
static void add_second_part(struct unite *u, size_t lo, sym_id caller)
{
    struct part *a = &u->part[0], *b = &u->part[1];

    *b = *a;
    set_first_part(u, lo, caller);
    b->raw += lo;
    b->n_raw -= lo;
    b->lo = b->caller = caller;
    b->arcs += lo;
    b->progress = NULL;
    u->n_parts = 2;
}

/* The second part is empty unless `apart`. */
static bool make_parts(struct unite *u, const struct table *t, bool apart,
                       const struct progress *progress, struct united *out)
{
    struct part *p = &u->part[0];
    sym_id caller = 0;

    *p = (struct part){.g = u->g,
                       .raw = u->p->arcs,
                       .n_in_all = u->p->n_arcs,
                       .progress = progress,
                       .ascends = true};
    u->g->arcs = p->arcs = arena_alloc(&u->g->memory, u->p->n_arcs, sizeof *p->arcs);
    out->callee[0] = p->callee = mem_array(u->n_symbols, sizeof *p->callee);
    if (!intake_init(&p->in, t) || !p->arcs || !p->callee || !graph_alloc(u->g, u->n_symbols))
        return false;
    set_first_part(u, u->p->n_arcs, u->n_symbols);
    u->part[1].ascends = true;
    u->n_parts = 1;
    size_t middle = apart ? find_middle(u, t, &caller) : u->p->n_arcs;
    if (middle == u->p->n_arcs)
        return true;
    add_second_part(u, middle, caller);
    out->callee[1] = u->part[1].callee = mem_array(u->n_symbols, sizeof *p->callee);
    return out->callee[1];
}

/* One part with all arcs, of which none is united yet. */
static void start_again(struct unite *u, struct united *out)
{
    struct part *p = &u->part[0];

    free(out->callee[1]);
    out->callee[1] = NULL;
    memset(p->callee, 0, u->n_symbols * sizeof *p->callee);
    memset(u->g->child_lo, 0, ((size_t)u->n_symbols + 1) * sizeof *u->g->child_lo);
    memset(u->g->recursion, 0, u->n_symbols * sizeof *u->g->recursion);
    p->n_arcs = p->first = p->caller = 0;
    set_first_part(u, u->p->n_arcs, u->n_symbols);
}

/* ---- the whole ---- */

static void add_up_calls(struct graph *g, uint32_t n_symbols, const struct united *out)
{
    for (sym_id s = 0; s < n_symbols; s++)
        g->calls[s] = out->callee[0][s].calls + (out->callee[1] ? out->callee[1][s].calls : 0);
}

static bool unite_any(struct unite *u, struct united *out, struct err *e)
{
    if (u->part[0].cancelled)
        return err_set(e, ERR_CANCELLED, NULL);
    start_again(u, out);
    return find_ends(u, e) && unite_grouped(u, e) && (list_created(u) || err_memory(e, 0));
}

static bool unite(struct unite *u, struct united *out, struct err *e)
{
    struct graph *g = u->g;
    bool ascending = unite_ascending(u);

    if (!ascending && !unite_any(u, out, e))
        return false;
    g->parent = arena_alloc(&g->memory, g->n_arcs, sizeof *g->parent);
    if (!g->parent)
        return err_memory(e, 0);
    out->n_early = u->part[0].n_arcs;
    add_up_calls(g, u->n_symbols, out);
    return true;
}

bool unite_arcs(const struct table *t, bool apart, const struct progress *progress, struct graph *g,
                struct united *out, struct err *e)
{
    struct unite u = {.p = t->profile, .g = g, .n_symbols = t->n_symbols};
    bool ok = make_parts(&u, t, apart, progress, out) ? unite(&u, out, e) : err_memory(e, 0);

    intake_release(&u.part[0].in);
    free(u.ends);
    free(u.grouped);
    free(u.arc_of);
    return ok;
}
