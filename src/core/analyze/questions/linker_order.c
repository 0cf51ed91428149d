/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Things that call each other often are linked to chains: heavy arcs are taken one by one and link
 * their ends to a chain, or lengthen one; chains are then listed whole. */
#include "core/analyze/questions/linker_order.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/select/symset.h"

/* ---- chains ---- */

/* A chain grows by one thing at an end, so a position counts the steps to both ends. */
struct chain_place {
    uint32_t chain; /* NO_ID: in none */
    uint32_t after; /* next in the chain, NO_ID for none */
    int64_t at;     /* position; neighbours are one apart */
    uint32_t uses;  /* heavy arcs that lead there */
    bool placed;    /* listed, or not to be */
};

struct chain {
    uint32_t front, back;
};

/* Things are numbers below n, ends of the arcs. */
struct chains {
    struct arc *arc;           /* all arcs; none from a thing to itself is ever linked */
    uint8_t *arc_placed;       /* per arc: linked, or not to be */
    struct chain_place *place; /* per thing */
    struct chain *chain;       /* at most half as many as there are places */
    uint32_t n_chains;
    struct id_list left; /* arcs that a pass left over */
    struct id_list *out; /* the order */
};

#define CHAINS_ALL (-1.0)

static const double chained_share = 0.99; /* of the calls: their arcs are linked at once */

static int by_count_descending(const void *ctx, uint32_t x, uint32_t y)
{
    const struct arc *arcs = ctx;
    return arcs[x].count > arcs[y].count ? -1 : arcs[x].count < arcs[y].count;
}

/* Sort arcs of `l` by their counts, the highest first. */
static void chains_sort_arcs(const struct chains *c, struct id_list *l)
{
    sort_merge(l->v, l->n, by_count_descending, c->arc);
}

/* The counts of arcs, summed. */
static double chains_total(const struct chains *c, const struct id_list *arcs)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < arcs->n; i++)
        sum += c->arc[arcs->v[i]].count;
    return (double)sum;
}

static bool is_linked(const struct chain_place *p)
{
    return p->chain != NO_ID;
}

/* Whether the front of s's chain is nearer than its back; at a tie, `front_at_tie`. */
static bool front_is_nearer(const struct chains *c, uint32_t s, bool front_at_tie)
{
    const struct chain *own = &c->chain[c->place[s].chain];
    int64_t to_front = c->place[s].at - c->place[own->front].at;
    int64_t to_back = c->place[own->back].at - c->place[s].at;
    return to_front == to_back ? front_at_tie : to_front < to_back;
}

/* Put s, which is in no chain, at an end of the chain of `in`. */
static void extend_chain(struct chains *c, uint32_t in, uint32_t s, bool at_front)
{
    struct chain_place *p = &c->place[s];
    struct chain *own = &c->chain[p->chain = c->place[in].chain];
    if (at_front) {
        p->at = c->place[own->front].at - 1;
        p->after = own->front;
        own->front = s;
    } else {
        p->at = c->place[own->back].at + 1;
        c->place[own->back].after = s;
        own->back = s;
    }
}

/* Link the ends of an arc: at the nearer end of the chain that one of them is in. */
static bool link_ends(struct chains *c, const struct arc *a)
{
    const struct chain_place *f = &c->place[a->from], *t = &c->place[a->to];
    if (f->placed || t->placed || (is_linked(f) && is_linked(t)))
        return false;
    if (is_linked(f))
        extend_chain(c, a->from, a->to, front_is_nearer(c, a->from, false));
    else if (is_linked(t))
        extend_chain(c, a->to, a->from, front_is_nearer(c, a->to, true));
    else {
        uint32_t id = c->n_chains++;
        c->chain[id] = (struct chain){a->from, a->to};
        c->place[a->from].chain = c->place[a->to].chain = id;
        c->place[a->from].at = 0;
        c->place[a->to].at = 1;
        c->place[a->from].after = a->to;
    }
    return true;
}

static bool both_unplaced(const struct chains *c, const struct arc *a)
{
    return !c->place[a->from].placed && !c->place[a->to].placed;
}

/* Link along arcs in their order, and list the chains. Arcs beyond the first 99 % of `total` calls
 * wait; with CHAINS_ALL none does, and callers that cannot be linked are listed as well. What is
 * not linked is added to c->left. */
static void chains_make(struct chains *c, const struct id_list *arcs, double total)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < arcs->n; i++) {
        arc_id id = arcs->v[i];
        const struct arc *a = &c->arc[id];
        sum += a->count;
        if (c->arc_placed[id])
            continue;
        if ((total > 0 && (double)sum / total > chained_share) || !link_ends(c, a)) {
            id_list_add(&c->left, id);
            continue;
        }
        c->arc_placed[id] = true;
    }

    bool all = total == CHAINS_ALL;
    for (size_t i = 0; i < arcs->n; i++) {
        const struct arc *a = &c->arc[arcs->v[i]];
        if (both_unplaced(c, a) && is_linked(&c->place[a->from])) {
            uint32_t s = a->from;
            for (s = c->chain[c->place[s].chain].front; s != NO_ID; s = c->place[s].after) {
                id_list_add(c->out, s);
                c->place[s].placed = true;
            }
        }
    }
    for (size_t i = 0; all && i < arcs->n; i++) {
        const struct arc *a = &c->arc[arcs->v[i]];
        if (!both_unplaced(c, a))
            continue;
        id_list_add(c->out, a->from);
        c->place[a->from].placed = true;
    }
}

/* ---- what an order is made of ---- */

/* Things to order are the symbols and, after them, the runs that specifications with a '/' pair
 * up; arcs are those of the graph and, after them, one without calls for each pair. */
struct order_input {
    struct arena memory; /* owns the arrays of `chains` */
    const struct analysis *a;
    const struct graph *graph;
    struct run_pairs runs;
    struct chains chains;
    struct id_list arcs; /* those of pairs, then those of the graph as they were created; none from
                            a thing to itself */
};

/* The order goes to `out`. o needs order_input_release in any case. */
static bool order_input_begin(struct order_input *o, const struct analysis *a,
                              const struct graph *g, const struct settings *s, struct id_list *out,
                              struct err *e)
{
    struct symset_source src = {a->table, a->sources, s->filters, s->n_filters, s->strict};
    *o = (struct order_input){.a = a, .graph = g};
    if (!run_pairs_build(&o->runs, &src, e))
        return false;
    struct chains *c = &o->chains;
    const size_t n = a->n_symbols + o->runs.n_runs, n_arcs = g->n_arcs + o->runs.n_pairs;
    *c = (struct chains){.arc = arena_alloc(&o->memory, n_arcs, sizeof *c->arc),
                         .arc_placed = arena_array(&o->memory, n_arcs, 1),
                         .place = arena_alloc(&o->memory, n, sizeof *c->place),
                         .chain = arena_alloc(&o->memory, n / 2 + 1, sizeof *c->chain),
                         .out = out};
    for (size_t i = 0; i < n; i++)
        c->place[i] = (struct chain_place){.chain = NO_ID, .after = NO_ID};
    /* Pairs of runs come first, as gprof notes them before it reads any profile. */
    memcpy(c->arc, g->arcs, g->n_arcs * sizeof *g->arcs);
    for (size_t i = 0; i < o->runs.n_pairs; i++) {
        c->arc[g->n_arcs + i] = (struct arc){a->n_symbols + o->runs.pairs[i].left,
                                             a->n_symbols + o->runs.pairs[i].right, 0};
        id_list_add(&o->arcs, (arc_id)(g->n_arcs + i));
    }
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        arc_id id = graph_created(g, i);
        if (g->arcs[id].from != g->arcs[id].to)
            id_list_add(&o->arcs, id);
    }
    return true;
}

static void order_input_release(struct order_input *o)
{
    run_pairs_release(&o->runs);
    arena_release(&o->memory);
    free(o->chains.left.v);
    free(o->arcs.v);
}

/* The symbol that a thing is, or that a run starts with. */
static sym_id order_input_symbol(const struct order_input *o, uint32_t thing)
{
    return thing < o->a->n_symbols ? thing : o->runs.first[thing - o->a->n_symbols];
}

/* Replace all runs of the order by the symbols that they start with. */
static void order_input_name_runs(const struct order_input *o)
{
    for (size_t i = 0; i < o->chains.out->n; i++)
        o->chains.out->v[i] = order_input_symbol(o, o->chains.out->v[i]);
}

static const double popular_share = 0.9; /* of the calls: their arcs make functions popular */

enum {
    POPULAR_PART = 80, /* one in this number of used functions can be popular */
    POPULAR_END = 5,   /* a use counter that ends the list of popular ones */
};

/* ---- functions ---- */

static void count_uses(struct order_input *o)
{
    double total = chains_total(&o->chains, &o->arcs);
    uint64_t sum = 0;
    for (size_t i = 0; i < o->arcs.n; i++) {
        const struct arc *a = &o->chains.arc[o->arcs.v[i]];
        sum += a->count;
        if (total > 0 && (double)sum / total > popular_share)
            return;
        o->chains.place[a->to].uses++;
    }
}

static int by_uses_descending(const void *ctx, uint32_t x, uint32_t y)
{
    const struct chain_place *p = ctx;
    return p[x].uses > p[y].uses ? -1 : p[x].uses < p[y].uses;
}

/* An arc of a popular function; recursive ones are only marked. */
static void collect_arc(struct order_input *o, struct id_list *near, arc_id id)
{
    o->chains.arc_placed[id] = true;
    if (o->chains.arc[id].from != o->chains.arc[id].to)
        id_list_add(near, id);
}

static void collect_sorted(struct order_input *o, struct id_list *near, sym_id s)
{
    uint32_t n_children = analysis_n_callees(o->a, s), n_parents = analysis_n_callers(o->a, s);
    struct entry_arc *arcs = mem_array_raw((size_t)n_children + n_parents, sizeof *arcs);
    analysis_callees(o->a, s, arcs);
    analysis_callers(o->a, s, arcs + n_children);
    for (size_t i = 0; i < (size_t)n_children + n_parents; i++)
        collect_arc(o, near, arcs[i].arc);
    free(arcs);
}

static void collect_unsorted(struct order_input *o, struct id_list *near, sym_id s)
{
    const struct graph *g = o->graph;
    for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
        collect_arc(o, near, i);
    for (uint32_t k = g->parent_lo[s]; k < g->parent_lo[s + 1]; k++)
        collect_arc(o, near, g->parent[k]);
}

static void order_functions(struct order_input *o, bool printed, bool unused)
{
    sym_id *by_use = arena_alloc(&o->memory, o->a->n_symbols, sizeof *by_use);
    uint32_t n = 0, last = 0;
    struct id_list near = {0}, high = {0};
    count_uses(o);

    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (o->graph->calls[s])
            by_use[n++] = s;
    sort_merge(by_use, n, by_uses_descending, o->chains.place);

    for (uint32_t i = 0; i < n / POPULAR_PART; i++) {
        sym_id s = by_use[i];
        if (o->chains.place[s].uses == POPULAR_END)
            break;
        /* printing an entry sorts its lists */
        bool sorted = printed && analysis_has_entry(o->a, s, unused);
        (sorted ? collect_sorted : collect_unsorted)(o, &near, s);
        o->chains.place[s].placed = true;
        last = i;
    }

    /* Arcs between two popular functions, each of which is then no longer taken by itself. */
    for (size_t i = 0; i < near.n; i++) {
        const struct arc *a = &o->chains.arc[near.v[i]];
        struct chain_place *f = &o->chains.place[a->from], *t = &o->chains.place[a->to];
        if (!f->placed || !t->placed)
            continue;
        id_list_add(&high, near.v[i]);
        f->placed = t->placed = false;
    }

    for (uint32_t i = 0; i < last; i++)
        if (o->chains.place[by_use[i]].placed)
            id_list_add(o->chains.out, by_use[i]);
    chains_sort_arcs(&o->chains, &high);
    chains_make(&o->chains, &high, CHAINS_ALL);

    chains_make(&o->chains, &o->arcs, chains_total(&o->chains, &o->arcs));
    struct id_list left = o->chains.left;
    o->chains.left = (struct id_list){0};
    chains_make(&o->chains, &left, CHAINS_ALL);
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (o->graph->calls[s] && !o->chains.place[s].placed)
            id_list_add(o->chains.out, s);
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (!o->graph->calls[s])
            id_list_add(o->chains.out, s);
    free(left.v);
    free(near.v);
    free(high.v);
}

bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e)
{
    struct order_input o;
    bool ok = order_input_begin(&o, a, a->graph, s, out, e);
    if (ok) {
        /* Functions without calls come last: they are marked as placed for now. */
        for (sym_id y = 0; y < a->n_symbols; y++)
            o.chains.place[y].placed = o.graph->calls[y] == 0;
        chains_sort_arcs(&o.chains, &o.arcs);
        order_functions(&o, printed, s->unused);
        order_input_name_runs(&o);
    }
    order_input_release(&o);
    return ok;
}

static bool is_object(const struct analysis *a, sym_id s)
{
    return a->table->symbols[s].flags & SYM_OBJECT;
}

/* The index of the object file that symbol s stands for, found by the place of its name in
 * image.names: objects ascend by it. */
static uint32_t object_of(const struct analysis *a, sym_id s)
{
    const struct image *im = a->profile->image;
    uint32_t name = im->symbols[a->table->symbols[s].raw].name;
    size_t n = search_upto(im->objects, im->n_objects, SEARCH_PLAIN(uint32_t), name);
    return n ? (uint32_t)n - 1 : 0;
}

static void order_files(struct order_input *o, struct id_list *others)
{
    /* Only arcs between two object files link, but all count. */
    for (size_t i = 0; i < o->arcs.n; i++) {
        arc_id id = o->arcs.v[i];
        const struct arc *x = &o->chains.arc[id];
        o->chains.arc_placed[id] = !is_object(o->a, order_input_symbol(o, x->from)) ||
                                   !is_object(o->a, order_input_symbol(o, x->to));
    }
    chains_make(&o->chains, &o->arcs, chains_total(&o->chains, &o->arcs));
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (is_object(o->a, s) && !o->chains.place[s].placed)
            id_list_add(o->chains.out, s);
    order_input_name_runs(o);
    const struct analysis *a = o->a;
    const struct image *im = a->profile->image;
    uint8_t *seen = mem_array(im->n_objects, 1);
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (is_object(a, s))
            seen[object_of(a, s)] = true;
    for (uint32_t i = 0; i < im->n_objects; i++)
        if (!seen[i])
            id_list_add(others, i);
    free(seen);
}

bool analysis_file_order(const struct analysis *a, const struct settings *s,
                         struct id_list *symbols, struct id_list *others, struct err *e)
{
    struct order_input o;
    /* Calls found in the code (-c) complete a call graph where files have one, as in gprof. */
    bool ok =
        order_input_begin(&o, a, a->profile->has_arcs ? a->graph : a->recorded, s, symbols, e);
    if (ok)
        order_files(&o, others);
    order_input_release(&o);
    return ok;
}
