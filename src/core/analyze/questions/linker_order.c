/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function order: functions that call each other often stand next to each other. */
#include "core/analyze/questions/linker_order.h"

#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/analyze/questions/chain.h"
#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"

static const double popular_share = 0.9; /* of the calls: their arcs make functions popular */

enum {
    POPULAR_PART = 80, /* one in this number of used functions can be popular */
    POPULAR_END = 5,   /* a use counter that ends the list of popular ones */
};

/* A place's `uses` counts the heavy arcs that lead there. */

/* ---- popular functions ---- */

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

struct popular {
    sym_id *by_use; /* used symbols */
    uint32_t n, last;
    struct id_list near, high;
};

/* ---- the whole ---- */

static void order_functions(struct order_input *o, struct popular *p, bool printed, bool unused)
{
    p->by_use = mem_array_raw(o->a->n_symbols, sizeof *p->by_use);
    count_uses(o);

    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (o->graph->calls[s])
            p->by_use[p->n++] = s;
    sort_merge(p->by_use, p->n, by_uses_descending, o->chains.place);

    for (uint32_t i = 0; i < p->n / POPULAR_PART; i++) {
        sym_id s = p->by_use[i];
        if (o->chains.place[s].uses == POPULAR_END)
            break;
        /* printing an entry sorts its lists */
        bool sorted = printed && analysis_has_entry(o->a, s, unused);
        (sorted ? collect_sorted : collect_unsorted)(o, &p->near, s);
        o->chains.place[s].placed = true;
        p->last = i;
    }

    /* Arcs between two popular functions, each of which is then no longer taken by itself. */
    const struct id_list *near = &p->near;
    for (size_t i = 0; i < near->n; i++) {
        const struct arc *a = &o->chains.arc[near->v[i]];
        struct chain_place *f = &o->chains.place[a->from], *t = &o->chains.place[a->to];
        if (!f->placed || !t->placed)
            continue;
        id_list_add(&p->high, near->v[i]);
        f->placed = t->placed = false;
    }

    for (uint32_t i = 0; i < p->last; i++)
        if (o->chains.place[p->by_use[i]].placed)
            id_list_add(o->chains.out, p->by_use[i]);
    chains_sort_arcs(&o->chains, &p->high);
    chains_make(&o->chains, &p->high, CHAINS_ALL);

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
}

bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e)
{
    struct order_input o;
    struct popular p = {0};
    bool ok = order_input_begin(&o, a, a->graph, s, out, e);
    if (ok) {
        /* Functions without calls come last: they are marked as placed for now. */
        for (sym_id y = 0; y < a->n_symbols; y++)
            o.chains.place[y].placed = o.graph->calls[y] == 0;
        chains_sort_arcs(&o.chains, &o.arcs);
        order_functions(&o, &p, printed, s->unused);
    }
    if (ok)
        order_input_name_runs(&o);
    order_input_release(&o);
    free(p.by_use);
    free(p.near.v);
    free(p.high.v);
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
    for (uint32_t i = 0; i < im->n_objects; i++) {
        if (!seen[i])
            id_list_add(others, i);
    }
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
