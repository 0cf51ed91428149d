/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function order: functions that call each other often stand next to each other. Heavy arcs are
 * taken one by one and link functions into chains, which are then listed whole. */
#include <stdlib.h>
#include <string.h>

#include "core/analyze/stages.h"
#include "core/base/mem.h"
#include "core/base/sort.h"

/* The heaviest arcs with this share of all calls make functions popular, or are linked at once. */
static const double popular_share = 0.9, chained_share = 0.99;

enum {
    POPULAR_PART = 80, /* one in so many used functions can be popular */
    POPULAR_END = 5,   /* a use counter that ends the list of popular ones */
};

/* Chains grow by one function at an end, so a position counts the steps to both ends. */
struct place {
    uint32_t chain; /* NO_ID: in none */
    sym_id after;   /* next in the chain, NO_ID for none */
    int64_t at;     /* position; neighbours are one apart */
    uint32_t uses;  /* heavy arcs that lead here */
    bool placed;
};

struct chain {
    sym_id front, back;
};

/* Things to order are the symbols and, behind them, the runs that specifications with a '/' pair
 * up; arcs are those of the graph and, behind them, one without calls for each pair. */
struct orderer {
    const struct analysis *a;
    struct run_pairs runs;
    struct arc *arc;     /* all arcs */
    struct place *place; /* per symbol and run */
    uint8_t *arc_placed; /* per arc */
    struct chain *chain; /* at most half as many as there are places */
    uint32_t n_chains;
    struct id_list arcs; /* by calls, without recursion */
    struct id_list left; /* arcs that a first pass left over */
    struct id_list *out;
};

static bool list_add(struct id_list *l, uint32_t id)
{
    if (!mem_grow(&l->v, &l->cap, l->n + 1, sizeof *l->v))
        return false;
    l->v[l->n++] = id;
    return true;
}

static const struct arc *arc_of(const struct orderer *o, arc_id i)
{
    return &o->arc[i];
}

static int by_count_descending(const void *ctx, uint32_t x, uint32_t y)
{
    const struct arc *arcs = ctx;

    return arcs[x].count > arcs[y].count ? -1 : arcs[x].count < arcs[y].count;
}

static bool sort_arcs(const struct orderer *o, struct id_list *l)
{
    return sort_merge(l->v, l->n, by_count_descending, o->arc);
}

static double sum_counts(const struct orderer *o, const struct id_list *l)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < l->n; i++)
        sum += arc_of(o, l->v[i])->count;
    return (double)sum;
}

/* ---- chains ---- */

static bool is_linked(const struct place *p)
{
    return p->chain != NO_ID;
}

/* Whether the front of s's chain is nearer than its back; at a tie, `front_at_tie`. */
static bool front_is_nearer(const struct orderer *o, sym_id s, bool front_at_tie)
{
    const struct chain *c = &o->chain[o->place[s].chain];
    int64_t to_front = o->place[s].at - o->place[c->front].at;
    int64_t to_back = o->place[c->back].at - o->place[s].at;

    return to_front == to_back ? front_at_tie : to_front < to_back;
}

static void found_chain(struct orderer *o, sym_id first, sym_id second)
{
    uint32_t c = o->n_chains++;

    o->chain[c] = (struct chain){first, second};
    o->place[first].chain = o->place[second].chain = c;
    o->place[first].at = 0;
    o->place[second].at = 1;
    o->place[first].after = second;
}

/* Put s, which is in no chain, at an end of the chain of `in`. */
static void extend_chain(struct orderer *o, sym_id in, sym_id s, bool at_front)
{
    struct place *p = &o->place[s];
    struct chain *c = &o->chain[p->chain = o->place[in].chain];

    if (at_front) {
        p->at = o->place[c->front].at - 1;
        p->after = c->front;
        c->front = s;
    } else {
        p->at = o->place[c->back].at + 1;
        o->place[c->back].after = s;
        c->back = s;
    }
}

/* Link the ends of an arc: at the nearer end of the chain that one of them is in. */
static bool link_ends(struct orderer *o, const struct arc *a)
{
    const struct place *f = &o->place[a->from], *t = &o->place[a->to];

    if (f->placed || t->placed || (is_linked(f) && is_linked(t)))
        return false;
    if (is_linked(f))
        extend_chain(o, a->from, a->to, front_is_nearer(o, a->from, false));
    else if (is_linked(t))
        extend_chain(o, a->to, a->from, front_is_nearer(o, a->to, true));
    else
        found_chain(o, a->from, a->to);
    return true;
}

static bool print_chain(struct orderer *o, sym_id s)
{
    for (s = o->chain[o->place[s].chain].front; s != NO_ID; s = o->place[s].after) {
        if (!list_add(o->out, s))
            return false;
        o->place[s].placed = true;
    }
    return true;
}

static bool both_unplaced(const struct orderer *o, const struct arc *a)
{
    return !o->place[a->from].placed && !o->place[a->to].placed;
}

static bool print_chains(struct orderer *o, const struct id_list *arcs, bool all)
{
    for (size_t i = 0; i < arcs->n; i++) {
        const struct arc *a = arc_of(o, arcs->v[i]);

        if (both_unplaced(o, a) && is_linked(&o->place[a->from]) && !print_chain(o, a->from))
            return false;
    }
    for (size_t i = 0; all && i < arcs->n; i++) {
        const struct arc *a = arc_of(o, arcs->v[i]);

        if (!both_unplaced(o, a))
            continue;
        if (!list_add(o->out, a->from))
            return false;
        o->place[a->from].placed = true;
    }
    return true;
}

/* Link along arcs, heaviest first, and list the chains. Unless `all`, arcs beyond the first 99 % of
 * the calls wait. What cannot be linked is added to o->left. */
static bool make_chains(struct orderer *o, const struct id_list *arcs, bool all)
{
    double total = all ? 0 : sum_counts(o, arcs), sum = 0;

    for (size_t i = 0; i < arcs->n; i++) {
        arc_id id = arcs->v[i];
        const struct arc *a = arc_of(o, id);

        sum += (double)a->count;
        if (o->arc_placed[id])
            continue;
        if ((!all && total > 0 && sum / total > chained_share) || !link_ends(o, a)) {
            if (!list_add(&o->left, id))
                return false;
            continue;
        }
        o->arc_placed[id] = true;
    }
    return print_chains(o, arcs, all);
}

/* ---- popular functions ---- */

static void count_uses(struct orderer *o)
{
    double total = sum_counts(o, &o->arcs), sum = 0;

    for (size_t i = 0; i < o->arcs.n; i++) {
        const struct arc *a = arc_of(o, o->arcs.v[i]);

        sum += (double)a->count;
        if (total > 0 && sum / total > popular_share)
            return;
        o->place[a->to].uses++;
    }
}

static int by_uses_descending(const void *ctx, uint32_t x, uint32_t y)
{
    const struct place *p = ctx;

    return p[x].uses > p[y].uses ? -1 : p[x].uses < p[y].uses;
}

/* An arc of a popular function; recursive ones are only marked. */
static bool collect_arc(struct orderer *o, struct id_list *near, arc_id id)
{
    o->arc_placed[id] = true;
    return arc_of(o, id)->from == arc_of(o, id)->to || list_add(near, id);
}

static bool collect_sorted(struct orderer *o, struct id_list *near, sym_id s)
{
    uint32_t n_children = analysis_n_callees(o->a, s), n_parents = analysis_n_callers(o->a, s);
    struct entry_arc *arcs = mem_array_raw((size_t)n_children + n_parents, sizeof *arcs);
    bool ok =
        arcs && analysis_callees(o->a, s, arcs) && analysis_callers(o->a, s, arcs + n_children);

    for (size_t i = 0; ok && i < (size_t)n_children + n_parents; i++)
        ok = collect_arc(o, near, arcs[i].arc);
    free(arcs);
    return ok;
}

static bool collect_unsorted(struct orderer *o, struct id_list *near, sym_id s)
{
    const struct graph *g = o->a->graph;
    bool ok = true;

    for (arc_id i = g->child_lo[s]; ok && i < g->child_lo[s + 1]; i++)
        ok = collect_arc(o, near, i);
    for (uint32_t k = g->parent_lo[s]; ok && k < g->parent_lo[s + 1]; k++)
        ok = collect_arc(o, near, g->parent[k]);
    return ok;
}

/* Arcs between two popular functions, each of which is then no longer taken by itself. */
static bool keep_high_arcs(struct orderer *o, const struct id_list *near, struct id_list *high)
{
    for (size_t i = 0; i < near->n; i++) {
        const struct arc *a = arc_of(o, near->v[i]);
        struct place *f = &o->place[a->from], *t = &o->place[a->to];

        if (!f->placed || !t->placed)
            continue;
        if (!list_add(high, near->v[i]))
            return false;
        f->placed = t->placed = false;
    }
    return true;
}

struct popular {
    sym_id *by_use; /* used symbols */
    uint32_t n, last;
    struct id_list near, high;
};

static bool mark_popular(struct orderer *o, struct popular *p, bool printed, bool unused)
{
    for (uint32_t i = 0; i < p->n / POPULAR_PART; i++) {
        sym_id s = p->by_use[i];

        if (o->place[s].uses == POPULAR_END)
            break;
        /* printing an entry sorts its lists */
        bool sorted = printed && analysis_has_entry(o->a, s, unused);
        if (!(sorted ? collect_sorted : collect_unsorted)(o, &p->near, s))
            return false;
        o->place[s].placed = true;
        p->last = i;
    }
    return true;
}

static bool place_popular(struct orderer *o, struct popular *p, bool printed, bool unused)
{
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (o->a->graph->calls[s])
            p->by_use[p->n++] = s;
    if (!sort_merge(p->by_use, p->n, by_uses_descending, o->place) ||
        !mark_popular(o, p, printed, unused) || !keep_high_arcs(o, &p->near, &p->high))
        return false;
    for (uint32_t i = 0; i < p->last; i++)
        if (o->place[p->by_use[i]].placed && !list_add(o->out, p->by_use[i]))
            return false;
    return sort_arcs(o, &p->high) && make_chains(o, &p->high, true);
}

/* ---- the whole ---- */

static bool list_rest(struct orderer *o)
{
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (o->a->graph->calls[s] && !o->place[s].placed && !list_add(o->out, s))
            return false;
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (!o->a->graph->calls[s] && !list_add(o->out, s))
            return false;
    return true;
}

static bool make_places(struct orderer *o)
{
    const struct graph *g = o->a->graph;
    size_t n = o->a->n_symbols + o->runs.n_runs;

    o->place = mem_array(n, sizeof *o->place);
    o->chain = mem_array_raw(n / 2 + 1, sizeof *o->chain);
    if (!o->place || !o->chain)
        return false;
    for (size_t i = 0; i < n; i++)
        o->place[i] = (struct place){
            .chain = NO_ID, .after = NO_ID, .placed = i < o->a->n_symbols && g->calls[i] == 0};
    return true;
}

/* Pairs of runs come first, as gprof notes them before it reads any profile. */
static bool list_arcs(struct orderer *o)
{
    const struct graph *g = o->a->graph;
    size_t n = g->n_arcs + o->runs.n_pairs;

    o->arc = mem_array_raw(n, sizeof *o->arc);
    o->arc_placed = mem_array(n, 1);
    if (!o->arc || !o->arc_placed)
        return false;
    memcpy(o->arc, g->arcs, g->n_arcs * sizeof *o->arc);
    for (size_t i = 0; i < o->runs.n_pairs; i++) {
        o->arc[g->n_arcs + i] = (struct arc){o->a->n_symbols + o->runs.pairs[i].left,
                                             o->a->n_symbols + o->runs.pairs[i].right, 0};
        if (!list_add(&o->arcs, (arc_id)(g->n_arcs + i)))
            return false;
    }
    for (uint32_t i = 0; i < g->n_arcs; i++)
        if (arc_of(o, g->created[i])->from != arc_of(o, g->created[i])->to &&
            !list_add(&o->arcs, g->created[i]))
            return false;
    return sort_arcs(o, &o->arcs);
}

static bool run(struct orderer *o, struct popular *p, bool printed, bool unused)
{
    p->by_use = mem_array_raw(o->a->n_symbols, sizeof *p->by_use);
    if (!p->by_use || !make_places(o) || !list_arcs(o))
        return false;
    count_uses(o);
    if (!place_popular(o, p, printed, unused) || !make_chains(o, &o->arcs, false))
        return false;
    struct id_list left = o->left;
    o->left = (struct id_list){0};
    bool ok = make_chains(o, &left, true) && list_rest(o);
    free(left.v);
    return ok;
}

/* Runs stand for the symbol that they start with. */
static void name_runs(const struct orderer *o)
{
    for (size_t i = 0; i < o->out->n; i++)
        if (o->out->v[i] >= o->a->n_symbols)
            o->out->v[i] = o->runs.first[o->out->v[i] - o->a->n_symbols];
}

bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e)
{
    struct symset_source src = {a->table, a->sources, s->filters, s->n_filters, s->strict};
    struct orderer o = {.a = a, .out = out};
    struct popular p = {0};

    if (!run_pairs_build(&o.runs, &src, e))
        return false;
    bool ok = run(&o, &p, printed, s->unused);
    if (ok)
        name_runs(&o);
    run_pairs_release(&o.runs);
    free(o.arc);
    free(o.place);
    free(o.chain);
    free(o.arc_placed);
    free(o.arcs.v);
    free(o.left.v);
    free(p.by_use);
    free(p.near.v);
    free(p.high.v);
    return ok || err_memory(e, 0);
}
