/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs of the files are added up by the symbols at their ends, all of one caller together. Files
 * mostly bring them that way, since the runtime looks at one call site after the other: then one
 * pass makes the graph, and two threads can take a half each. Else they are grouped with a counting
 * sort that keeps their order. Arcs of one caller are added up through one mark per callee. Time
 * and memory are linear in the number of arcs, without a hash table. */
#include "core/analyze/graph.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/calls.h"
#include "core/base/prefetch.h"
#include "core/base/search.h"
#include "core/base/task.h"
#include "core/model/profile.h"
#include "core/select/symset.h"

/* ---- the symbols at the ends of arcs ---- */

/* Finds the symbols at both ends of arcs. */
struct arc_finder {
    const struct table *t;
    sym_id *function; /* per symbol: itself, or the function symbol before it; NULL: all are */
    uint32_t *start; /* per symbol: its address less page_lo, where pages cover; NULL: look there */
    sym_id last;     /* the caller found last: files name the arcs of a caller in a row */
    struct arena memory; /* owns the lists */
};

/* Calls of a label that is no function are credited to the function symbol before it.
 * QUIRK(gnu): so it is in gprof; pinned by tests/diff. */
static void map_functions(struct arc_finder *f)
{
    const struct table *t = f->t;
    sym_id last = NO_ID, y = 0;
    while (y < t->n_symbols && t->symbols[y].flags & SYM_FUNC)
        y++;
    if (y == t->n_symbols)
        return;
    f->function = arena_alloc(&f->memory, t->n_symbols, sizeof *f->function);
    for (y = 0; y < t->n_symbols; y++) {
        if (t->symbols[y].flags & SYM_FUNC)
            last = y;
        f->function[y] = last;
    }
}

/* Does every address that pages cover lie in a symbol? */
static bool without_gaps(const struct table *t)
{
    for (sym_id y = t->page[0]; t->symbols[y].addr < t->page_hi; y++)
        if (t->symbols[y].end < t->symbols[y + 1].addr)
            return false;
    return true;
}

/* Where an address is looked for, in a sixth of the room that symbols take: most look-ups go to
 * places that no other was near for long. */
static void list_starts(struct arc_finder *f)
{
    const struct table *t = f->t;
    if (!t->page || t->page_hi - t->page_lo > UINT32_MAX || !without_gaps(t))
        return;
    f->start = arena_alloc(&f->memory, t->n_symbols, sizeof *f->start);
    for (sym_id y = 0; y < t->n_symbols; y++)
        f->start[y] = (uint32_t)(t->symbols[y].addr - t->page_lo);
}

/* Its memory is to be released. */
static void arc_finder_init(struct arc_finder *f, const struct table *t)
{
    *f = (struct arc_finder){.t = t};
    map_functions(f);
    list_starts(f);
}

static sym_id find(const struct arc_finder *f, uint64_t addr)
{
    const struct table *t = f->t;
    if (!f->start || addr < t->page_lo || addr >= t->page_hi) /* no page covers it */
        return table_at(t, addr);
    size_t page = (size_t)((addr - t->page_lo) >> t->page_shift);
    uint32_t unit = (uint32_t)(addr - t->page_lo);
    sym_id lo = t->page[page], hi = t->page[page + 1] + 1;
    return lo + (sym_id)search_upto(f->start + lo + 1, hi - lo - 1, SEARCH_PLAIN(uint32_t), unit);
}

static sym_id find_caller(struct arc_finder *f, uint64_t addr)
{
    if (table_holds(f->t, f->last, addr))
        return f->last;
    sym_id s = find(f, addr);
    f->last = s == NO_ID ? f->last : s;
    return s;
}

static void arc_finder_find(struct arc_finder *f, const struct raw_arc *a, size_t n,
                            struct arc_ends *out)
{
    const struct table *t = f->t;
    for (size_t i = 0; f->start && i < n; i++)
        if (a[i].to >= t->page_lo && a[i].to < t->page_hi)
            fetch(&t->page[(a[i].to - t->page_lo) >> t->page_shift]);
    for (size_t i = 0; f->start && i < n; i++)
        if (a[i].to >= t->page_lo && a[i].to < t->page_hi) {
            sym_id near = t->page[(a[i].to - t->page_lo) >> t->page_shift];
            fetch(&f->start[near + 1]);
            fetch(f->function ? &f->function[near] : NULL);
        }
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct arc_ends){find_caller(f, a[i].from), find(f, a[i].to)};
        if (f->function && out[i].to != NO_ID)
            out[i].to = f->function[out[i].to];
        bool lost = out[i].from == NO_ID || out[i].to == NO_ID;
        bool counts = !lost && !table_is_inner(f->t, out[i].from, out[i].to);
        out[i].from = counts ? table_whole(f->t, out[i].from) : NO_ID;
        out[i].to = lost ? NO_ID : table_whole(f->t, out[i].to);
    }
}

struct arc_ends *arc_ends_of(const struct table *t, const struct raw_arc *a, size_t n,
                             struct arena *memory)
{
    struct arc_ends *out = arena_alloc(memory, n, sizeof *out);
    struct arc_finder f;
    arc_finder_init(&f, t);
    arc_finder_find(&f, a, n, out);
    arena_release(&f.memory);
    return out;
}

/* ---- what all graphs have ---- */

/* What is noted of a symbol as a callee while a graph is made. */
struct callee {
    uint64_t calls; /* less those of itself */
    uint32_t place; /* how many callers it has; then where in parent[] the next one goes */
    uint32_t mark;
};

/* Zeroed arrays per symbol. */
static void graph_alloc(struct graph *g, uint32_t n_symbols)
{
    g->child_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->child_lo);
    g->parent_lo = arena_array(&g->memory, (size_t)n_symbols + 1, sizeof *g->parent_lo);
    g->calls = arena_array(&g->memory, n_symbols, sizeof *g->calls);
    g->recursion = arena_array(&g->memory, n_symbols, sizeof *g->recursion);
}

/* Arcs from one look at the progress to the next, of which the ends are found at once, and for
 * which memory is asked ahead. */
enum { STEP = 1 << 16, BATCH = 64, AHEAD = 16 };

/* Arcs [lo, hi), for one thread. */
struct listed_arcs {
    struct graph *g;
    struct callee *callee;
    uint32_t lo, hi;
    const struct progress *progress;
    bool cancelled;
};

static void list_parents(void *ctx)
{
    struct listed_arcs *x = ctx;
    const struct graph *g = x->g;
    for (uint32_t i = x->hi; i-- > x->lo && !x->cancelled;) {
        arc_id a = graph_created(g, i);
        x->cancelled = i % STEP == 0 && !progress_step(x->progress, "arcs", x->hi - i, x->hi);
        if (i >= x->lo + 2 * AHEAD) {
            fetch(&x->callee[g->arcs[graph_created(g, i - 2 * AHEAD)].to]);
            fetch(&g->parent[x->callee[g->arcs[graph_created(g, i - AHEAD)].to].place]);
        }
        g->parent[x->callee[g->arcs[a].to].place++] = a;
    }
}

/* Fill parent[], for which there is room, and parent_lo[] from arcs[], their order and the numbers
 * of callers: most recently created first. late: those of the arcs from middle on, or NULL. False:
 * cancelled. */
static bool graph_list_parents(struct graph *g, uint32_t n_symbols, struct callee *callee,
                               struct callee *late, uint32_t middle,
                               const struct progress *progress)
{
    struct listed_arcs first = {g, callee, 0, middle, progress, false};
    struct listed_arcs second = {g, late, middle, g->n_arcs, NULL, false};
    uint32_t sum = 0;
    for (sym_id s = 0; s < n_symbols; s++) {
        uint32_t n = callee[s].place, n_late = late ? late[s].place : 0;
        g->parent_lo[s] = sum;
        callee[s].place = sum + n_late;
        if (late)
            late[s].place = sum;
        sum += n + n_late;
    }
    g->parent_lo[n_symbols] = sum;
    task_both(list_parents, &first, late ? &second : NULL);
    return !first.cancelled;
}

/* ---- the arcs of the files ---- */

/* A run of raw arcs, which one thread adds up. */
struct part {
    struct graph *g;
    struct arc_finder finder;
    const struct raw_arc *raw;
    size_t n_raw;
    sym_id lo, hi;    /* its callers lie in [lo, hi) */
    struct arc *arcs; /* in g->arcs, room for n_raw; numbers below are those in it */
    arc_id n_arcs;
    struct callee *callee; /* per symbol; mark: 1 + the arc to it, valid if > first */
    sym_id caller;         /* whose arcs are being added */
    arc_id first;          /* of those */
    uint64_t lost;
    const struct progress *progress; /* NULL in another thread than the caller's */
    bool ascends;                    /* so far */
    bool cancelled;
};

struct graph_builder {
    const struct table *t;
    const struct profile *p;
    struct graph *g;
    struct arena scratch; /* owns what parts know of callees, and the arrays below */
    uint32_t n_symbols;
    struct part part[2]; /* the arcs of the first one were created before those of the second */

    /* Where callers do not ascend: */
    struct arc_ends *ends; /* per raw arc */
    uint32_t *grouped;     /* raw arcs by caller, in file order within each */
    arc_id *arc_of;        /* per raw arc: the arc that it created, else NO_ID */
};

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
    p->cancelled = i % STEP == 0 && !progress_step(p->progress, "arcs", i, p->n_raw);
    return !p->cancelled;
}

static size_t batch_from(const struct part *p, size_t i)
{
    return p->n_raw - i < BATCH ? p->n_raw - i : BATCH;
}

/* ---- callers that ascend ---- */

/* Until an arc of a caller that was there already, or that belongs into the other part. */
static void build_part(void *ctx)
{
    struct part *p = ctx;
    struct arc_ends ends[BATCH];
    for (size_t at = 0; at < p->n_raw; at += BATCH) {
        const struct raw_arc *a = p->raw + at;
        size_t n = batch_from(p, at);
        if (!goes_on(p, at))
            return;
        arc_finder_find(&p->finder, a, n, ends);
        for (size_t i = 0; i < n; i++)
            if (ends[i].from != NO_ID)
                fetch(&p->callee[ends[i].to]);
        for (size_t i = 0; i < n; i++) {
            if (ends[i].from == NO_ID) {
                p->lost += ends[i].to == NO_ID;
                continue;
            }
            p->ascends = ends[i].from >= p->caller && ends[i].from < p->hi;
            if (!p->ascends)
                return;
            if (ends[i].from > p->caller)
                next_caller(p, ends[i].from);
            add_calls(p, ends[i].to, a[i].count);
        }
    }
    next_caller(p, p->hi);
}

/* False: the callers do not ascend, or the work was cancelled. */
static bool build_ascending(struct graph_builder *b)
{
    struct part *first = &b->part[0], *second = &b->part[1];
    task_both(build_part, first, second->callee ? second : NULL);
    if (first->cancelled || !first->ascends || !second->ascends)
        return false;
    if (second->callee) {
        /* A part is the continuation of the one before it. */
        memmove(first->arcs + first->n_arcs, second->arcs, second->n_arcs * sizeof *second->arcs);
        for (sym_id y = second->lo; y < b->n_symbols; y++)
            b->g->child_lo[y + 1] += first->n_arcs;
    }
    b->g->n_arcs = first->n_arcs + second->n_arcs;
    b->g->lost = first->lost + second->lost;
    return true;
}

/* ---- callers in any order ---- */

static bool find_ends(struct graph_builder *b)
{
    struct part *p = &b->part[0];
    b->ends = arena_alloc(&b->scratch, p->n_raw, sizeof *b->ends);
    for (size_t i = 0; i < p->n_raw; i += BATCH) {
        if (!goes_on(p, i))
            return false;
        arc_finder_find(&p->finder, p->raw + i, batch_from(p, i), b->ends + i);
    }
    return true;
}

static bool build_grouped(struct graph_builder *b)
{
    uint32_t *child_lo = b->g->child_lo, k = 0;
    struct part *p = &b->part[0];
    b->arc_of = arena_alloc(&b->scratch, b->p->n_arcs, sizeof *b->arc_of);
    /* At first of raw arcs. */
    for (size_t i = 0; i < b->p->n_arcs; i++)
        if (b->ends[i].from != NO_ID)
            child_lo[b->ends[i].from + 1]++;
        else
            b->g->lost += b->ends[i].to == NO_ID;
    for (sym_id y = 0; y < b->n_symbols; y++)
        child_lo[y + 1] += child_lo[y];
    b->grouped = arena_alloc(&b->scratch, child_lo[b->n_symbols], sizeof *b->grouped);
    for (size_t i = 0; i < b->p->n_arcs; i++)
        if (b->ends[i].from != NO_ID)
            b->grouped[child_lo[b->ends[i].from]++] = (uint32_t)i;
    /* child_lo[s] has moved on to the end of s. */
    memmove(child_lo + 1, child_lo, b->n_symbols * sizeof *child_lo);
    child_lo[0] = 0;
    memset(b->arc_of, 0xff, b->p->n_arcs * sizeof *b->arc_of);
    for (sym_id y = 0; y < b->n_symbols; y++) {
        if (y % STEP == 0 && !progress_step(p->progress, "arcs", y, b->n_symbols))
            return false;
        for (uint32_t hi = child_lo[y + 1]; k < hi; k++) {
            uint32_t i = b->grouped[k];
            if (add_calls(p, b->ends[i].to, b->p->arcs[i].count))
                b->arc_of[i] = p->n_arcs - 1;
        }
        next_caller(p, y + 1);
    }
    b->g->n_arcs = p->n_arcs;
    return true;
}

/* ---- parts ---- */

/* Where in the middle of the file the arcs of a caller begin, so that those of one caller stay
 * together; the end of the file if that is hard to find. */
static size_t find_middle(const struct graph_builder *b, sym_id *caller)
{
    const size_t n = b->p->n_arcs, from = n / 2, most = n - from < STEP ? n : from + STEP;
    sym_id before = NO_ID;
    for (size_t i = from; i < most; i++) {
        sym_id s = table_find(b->t, b->p->arcs[i].from);
        if (before != NO_ID && s != NO_ID && s != before) {
            *caller = s;
            return i;
        }
        before = s != NO_ID ? s : before;
    }
    return n;
}

/* All arcs up to number `hi`, of callers below `caller`. */
static void set_first_part(struct graph_builder *b, size_t hi, sym_id caller)
{
    struct part *p = &b->part[0];
    p->n_raw = hi;
    p->hi = caller;
}

/* The second part is empty unless `apart`. False: cancelled. */
static bool make_parts(struct graph_builder *b, bool apart, const struct progress *progress)
{
    struct part *p = &b->part[0];
    sym_id caller = 0;
    *p = (struct part){.g = b->g, .raw = b->p->arcs, .progress = progress, .ascends = true};
    b->g->arcs = p->arcs = arena_alloc(&b->g->memory, b->p->n_arcs, sizeof *p->arcs);
    p->callee = arena_array(&b->scratch, b->n_symbols, sizeof *p->callee);
    arc_finder_init(&p->finder, b->t);
    if (!goes_on(p, 0))
        return false;
    graph_alloc(b->g, b->n_symbols);
    set_first_part(b, b->p->n_arcs, b->n_symbols);
    b->part[1].ascends = true;
    apart = apart && b->n_symbols < b->p->n_arcs; /* notes of callees cost more than that saves */
    size_t middle = apart ? find_middle(b, &caller) : b->p->n_arcs;
    if (middle < b->p->n_arcs) {
        /* The rest. It borrows what the first one knows of functions. */
        struct part *second = &b->part[1];
        *second = b->part[0];
        set_first_part(b, middle, caller);
        second->raw += middle;
        second->n_raw -= middle;
        second->lo = second->caller = caller;
        second->arcs += middle;
        second->progress = NULL;
        second->callee = arena_array(&b->scratch, b->n_symbols, sizeof *second->callee);
    }
    return true;
}

/* ---- the whole ---- */

static bool build_in_any_order(struct graph_builder *b)
{
    /* One part with all arcs, of which none is added yet. Often few were. */
    struct part *p = &b->part[0];
    for (size_t k = 0; k < 2; k++)
        for (arc_id i = 0; i < b->part[k].n_arcs; i++) {
            p->callee[b->part[k].arcs[i].to] = (struct callee){0};
            b->g->recursion[b->part[k].arcs[i].to] = 0;
        }
    b->part[1].callee = NULL;
    memset(b->g->child_lo, 0, ((size_t)b->n_symbols + 1) * sizeof *b->g->child_lo);
    p->n_arcs = p->first = p->caller = 0;
    set_first_part(b, b->p->n_arcs, b->n_symbols);
    if (!find_ends(b) || !build_grouped(b))
        return false;
    /* created[] from arc_of[], whose positions are those before the arcs of a caller were turned
     * round. */
    const uint32_t *child_lo = b->g->child_lo;
    uint32_t n = 0;
    b->g->created = arena_alloc(&b->g->memory, b->g->n_arcs, sizeof *b->g->created);
    for (size_t i = 0; i < b->p->n_arcs; i++)
        if (b->arc_of[i] != NO_ID) {
            sym_id y = b->ends[i].from;
            b->g->created[n++] = child_lo[y] + (child_lo[y + 1] - 1 - b->arc_of[i]);
        }
    return true;
}

struct graph *graph_build(const struct table *t, bool apart, bool parents,
                          const struct progress *progress, struct err *e)
{
    struct graph *g = arena_object(sizeof *g);
    struct graph_builder b = {.t = t, .p = t->profile, .g = g, .n_symbols = t->n_symbols};
    bool ok = b.p->n_arcs < NO_ID;
    if (ok) {
        ok = make_parts(&b, apart, progress) &&
             (build_ascending(&b) || (!b.part[0].cancelled && build_in_any_order(&b))) &&
             goes_on(&b.part[0], 0);
    } else {
        err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
        e->n = NO_ID - 1;
    }
    struct callee *callee = b.part[0].callee;
    struct callee *late = b.part[1].callee;
    if (ok) {
        for (sym_id s = 0; s < b.n_symbols; s++)
            g->calls[s] = callee[s].calls + (late ? late[s].calls : 0);
        g->parent = arena_alloc(&g->memory, parents ? g->n_arcs : 0, sizeof *g->parent);
        ok = !parents ||
             graph_list_parents(g, b.n_symbols, callee, late, b.part[0].n_arcs, progress);
    }
    if (!ok) {
        err_set(e, ERR_CANCELLED, NULL);
        arena_object_free(g);
    }
    arena_release(&b.part[0].finder.memory);
    arena_release(&b.scratch);
    return ok ? g : NULL;
}

/* ---- graphs made from graphs ---- */

/* The room that graphs made from graphs need: `created` where their origin has it. */
static void alloc_arcs(struct graph *g, uint32_t n_arcs, bool created)
{
    g->arcs = arena_alloc(&g->memory, n_arcs, sizeof *g->arcs);
    g->parent = arena_alloc(&g->memory, n_arcs, sizeof *g->parent);
    g->created = created ? arena_alloc(&g->memory, n_arcs, sizeof *g->created) : NULL;
}

/* Calls of each symbol, its own recursion taken out (gprof paper, section 4). */
static void count_calls(struct graph *g)
{
    for (arc_id i = 0; i < g->n_arcs; i++) {
        const struct arc *a = &g->arcs[i];
        *(a->from == a->to ? &g->recursion[a->to] : &g->calls[a->to]) += a->count;
    }
}

struct graph *graph_filter(const struct graph *g, uint32_t n_symbols,
                           const struct arcset_pair *sets)
{
    struct graph *out = arena_object(sizeof *out);
    uint32_t *new_id = mem_array_raw(g->n_arcs, sizeof *new_id);
    graph_alloc(out, n_symbols);
    alloc_arcs(out, g->n_arcs, g->created);
    /* Copy the arcs let through; new_id[old] is where they went. */
    for (sym_id y = 0; y < n_symbols; y++) {
        for (arc_id a = g->child_lo[y]; a < g->child_lo[y + 1]; a++) {
            bool kept = arcset_lets(sets, y, g->arcs[a].to);
            new_id[a] = kept ? out->n_arcs : NO_ID;
            if (kept)
                out->arcs[out->n_arcs++] = g->arcs[a];
        }
        out->child_lo[y + 1] = out->n_arcs;
    }
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

static struct graph *add_found(const struct graph *old, uint32_t n_symbols,
                               const struct found_calls *f, const struct progress *progress,
                               struct err *e)
{
    struct arena scratch = {0};
    uint32_t at = 0, n = 0;
    bool ok = true;
    if ((uint64_t)old->n_arcs + f->n >= NO_ID) {
        err_what(e, ERR_LIMIT, NULL, "call-graph arcs", NULL);
        return NULL;
    }
    struct graph *out = arena_object(sizeof *out);
    struct addition x = {
        .old = old,
        .out = out,
        .found = f,
        .callee = arena_array(&scratch, n_symbols, sizeof *x.callee),
        .new_id = arena_alloc(&scratch, old->n_arcs, sizeof *x.new_id),
        .found_id = arena_alloc(&scratch, f->n, sizeof *x.found_id),
    };
    graph_alloc(out, n_symbols);
    alloc_arcs(out, old->n_arcs + f->n, true);
    for (sym_id y = 0; y < n_symbols && ok; y++) {
        ok = y % STEP || progress_step(progress, "arcs", y, n_symbols);
        uint32_t lo = at;
        while (at < f->n && f->v[at].from == y)
            at++;
        add_caller(&x, y, lo, at);
    }
    for (arc_id i = 0; i < old->n_arcs && ok; i++)
        out->created[n++] = x.new_id[graph_created(old, i)];
    for (uint32_t i = 0; i < f->n && ok; i++)
        if (x.found_id[i] != NO_ID)
            out->created[n++] = x.found_id[i];
    for (arc_id a = 0; a < out->n_arcs; a++)
        x.callee[out->arcs[a].to].place++;
    ok = ok && graph_list_parents(out, n_symbols, x.callee, NULL, out->n_arcs, progress);
    count_calls(out);
    out->lost = old->lost;
    arena_release(&scratch);
    if (ok)
        return out;
    err_set(e, ERR_CANCELLED, NULL);
    arena_object_free(out);
    return NULL;
}

struct graph *graph_add(const struct graph *g, uint32_t n_symbols, const struct found_calls *found,
                        const struct found_calls *measured, const struct progress *progress,
                        struct err *e)
{
    struct graph *with = found ? add_found(g, n_symbols, found, progress, e) : NULL;
    if (!measured || (found && !with))
        return with;
    struct graph *all = add_found(with ? with : g, n_symbols, measured, progress, e);
    arena_object_free(with);
    return all;
}
