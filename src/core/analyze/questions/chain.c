/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/chain.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

static const double chained_share = 0.99; /* of the calls: their arcs are linked at once */

/* Room for n things and n_arcs arcs, to be filled by the caller; nothing is placed. */
static void chains_init(struct chains *c, size_t n, size_t n_arcs, struct id_list *out)
{
    *c = (struct chains){.arc = mem_array_raw(n_arcs, sizeof *c->arc),
                         .arc_placed = mem_array(n_arcs, 1),
                         .place = mem_array_raw(n, sizeof *c->place),
                         .chain = mem_array_raw(n / 2 + 1, sizeof *c->chain),
                         .out = out};
    for (size_t i = 0; i < n; i++)
        c->place[i] = (struct chain_place){.chain = NO_ID, .after = NO_ID};
}

static int by_count_descending(const void *ctx, uint32_t x, uint32_t y)
{
    const struct arc *arcs = ctx;
    return arcs[x].count > arcs[y].count ? -1 : arcs[x].count < arcs[y].count;
}

void chains_sort_arcs(const struct chains *c, struct id_list *l)
{
    sort_merge(l->v, l->n, by_count_descending, c->arc);
}

double chains_total(const struct chains *c, const struct id_list *arcs)
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

void chains_make(struct chains *c, const struct id_list *arcs, double total)
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

bool order_input_begin(struct order_input *o, const struct analysis *a, const struct graph *g,
                       const struct settings *s, struct id_list *out, struct err *e)
{
    struct symset_source src = {a->table, a->sources, s->filters, s->n_filters, s->strict};
    *o = (struct order_input){.a = a, .graph = g};
    if (!run_pairs_build(&o->runs, &src, e))
        return false;
    chains_init(&o->chains, a->n_symbols + o->runs.n_runs, g->n_arcs + o->runs.n_pairs, out);
    /* Pairs of runs come first, as gprof notes them before it reads any profile. */
    memcpy(o->chains.arc, g->arcs, g->n_arcs * sizeof *g->arcs);
    for (size_t i = 0; i < o->runs.n_pairs; i++) {
        o->chains.arc[g->n_arcs + i] = (struct arc){o->a->n_symbols + o->runs.pairs[i].left,
                                                    o->a->n_symbols + o->runs.pairs[i].right, 0};
        id_list_add(&o->arcs, (arc_id)(g->n_arcs + i));
    }
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        arc_id id = graph_created(g, i);
        if (g->arcs[id].from != g->arcs[id].to)
            id_list_add(&o->arcs, id);
    }
    return true;
}

void order_input_release(struct order_input *o)
{
    run_pairs_release(&o->runs);
    struct chains *c = &o->chains;
    free(c->arc);
    free(c->arc_placed);
    free(c->place);
    free(c->chain);
    free(c->left.v);
    free(o->arcs.v);
}

sym_id order_input_symbol(const struct order_input *o, uint32_t thing)
{
    return thing < o->a->n_symbols ? thing : o->runs.first[thing - o->a->n_symbols];
}

void order_input_name_runs(const struct order_input *o)
{
    for (size_t i = 0; i < o->chains.out->n; i++)
        o->chains.out->v[i] = order_input_symbol(o, o->chains.out->v[i]);
}
