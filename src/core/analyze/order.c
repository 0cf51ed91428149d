/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders: of the call graph's entries, of the flat profile, and of the lines within an entry. */
#include <stdlib.h>
#include <string.h>

#include "core/analyze/stages.h"
#include "core/base/mem.h"
#include "core/base/sort.h"

static int compare_u64_descending(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

/* The first bytes of names tell most of them apart. */
enum { NAME_LEVELS = 8 };

/* ---- entries of the call graph ---- */

struct node_order {
    const struct table *t;
    const struct graph *g;
    const struct times *times;
};

enum { NODE_TIME, NODE_CLASS, NODE_CALLS, NODE_NAME };

static uint64_t node_key(const void *ctx, uint32_t n, unsigned level)
{
    const struct node_order *o = ctx;
    bool cycle = n >= o->t->n_symbols;

    if (level == NODE_TIME)
        return sort_key_descending(o->times->node[n].prop_self + o->times->node[n].prop_child);
    if (level == NODE_CLASS)
        return cycle ? 0 : table_name(o->t, n)[0] == '_' ? 2 : 1;
    if (level == NODE_CALLS)
        return cycle ? n : ~o->g->calls[n];
    return cycle ? 0 : sort_key_name(table_name(o->t, n), level - NODE_NAME);
}

/* More time first. At equal times: cycles first, by number; then names without underscore, more
 * calls, the name. */
static int compare_nodes(const void *ctx, uint32_t a, uint32_t b)
{
    const struct node_order *o = ctx;
    uint32_t n = o->t->n_symbols;
    uint64_t s = node_key(o, a, NODE_TIME), t = node_key(o, b, NODE_TIME);

    if (s != t)
        return s < t ? -1 : 1;
    if (a >= n || b >= n)
        return a >= n && b >= n ? (a < b ? -1 : 1) : a >= n ? -1 : 1;
    const char *x = table_name(o->t, a), *y = table_name(o->t, b);
    if ((x[0] == '_') != (y[0] == '_'))
        return x[0] == '_' ? 1 : -1;
    int c = compare_u64_descending(o->g->calls[a], o->g->calls[b]);
    if (!c)
        c = strcmp(x, y);
    return c ? c : a < b ? -1 : a > b;
}

struct order *order_new(const struct table *t, const struct graph *g, const struct cycles *c,
                        const struct times *times, struct err *e)
{
    struct order *o = mem_array(1, sizeof *o);
    uint32_t n = t->n_symbols + c->n_cycles;
    struct node_order by = {t, g, times};
    const struct sort_order levels = {node_key, NODE_NAME + NAME_LEVELS, compare_nodes, &by};

    if (o) {
        o->ranked = mem_array_raw(n, sizeof *o->ranked);
        o->index = mem_array_raw(n, sizeof *o->index);
    }
    bool ok = o && o->ranked && o->index;
    for (uint32_t i = 0; ok && i < n; i++)
        o->ranked[i] = i;
    ok = ok && sort_levels(o->ranked, n, &levels);
    if (!ok) {
        order_free(o);
        err_memory(e, 0);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        o->index[o->ranked[i]] = i + 1;
    return o;
}

void order_free(struct order *o)
{
    if (!o)
        return;
    free(o->ranked);
    free(o->index);
    free(o);
}

bool analysis_has_entry(const struct analysis *a, node_id n, bool unused)
{
    const struct node_time *t = &a->times->node[n];

    return a->times->shown[n] && (unused || node_calls(a, n) || node_recursion(a, n) ||
                                  t->prop_self != 0.0 || t->prop_child != 0.0);
}

/* ---- flat profile ---- */

enum { FLAT_SELF, FLAT_CALLS, FLAT_NAME };

static uint64_t flat_key(const void *ctx, uint32_t s, unsigned level)
{
    const struct analysis *a = ctx;

    return level == FLAT_SELF    ? sort_key_descending(a->samples->self[s])
           : level == FLAT_CALLS ? ~a->graph->calls[s]
                                 : sort_key_name(symbol_name(a, s), level - FLAT_NAME);
}

static int compare_flat(const void *ctx, uint32_t a, uint32_t b)
{
    const struct analysis *x = ctx;

    if (x->samples->self[a] != x->samples->self[b])
        return x->samples->self[a] > x->samples->self[b] ? -1 : 1;
    int c = compare_u64_descending(x->graph->calls[a], x->graph->calls[b]);

    if (!c)
        c = strcmp(symbol_name(x, a), symbol_name(x, b));
    return c ? c : a < b ? -1 : a > b;
}

bool analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n)
{
    *n = 0;
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (analysis_lets(a, SET_FLAT_IN, s) &&
            (unused || a->graph->calls[s] || a->samples->self[s] != 0.0))
            out[(*n)++] = s;
    const struct sort_order levels = {flat_key, FLAT_NAME + NAME_LEVELS, compare_flat, a};
    return sort_levels(out, *n, &levels);
}

/* ---- lines of an entry ---- */

/* Lines of one entry with the keys they are sorted by. */
struct ranked_arc {
    double time; /* what flows up it */
    uint64_t count;
    arc_id arc;
    uint8_t level; /* 0: recursion, 1: within a cycle, 2: any other */
};

struct arc_order {
    const struct ranked_arc *v;
    bool descending;
};

static int compare_rank(const struct ranked_arc *x, const struct ranked_arc *y)
{
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->level == 2 && x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return x->level == 0 ? 0 : -compare_u64_descending(x->count, y->count);
}

static int compare_arcs(const void *ctx, uint32_t a, uint32_t b)
{
    const struct arc_order *o = ctx;
    int c = compare_rank(&o->v[a], &o->v[b]);

    return o->descending ? -c : c;
}

bool arc_is_inner(const struct analysis *a, arc_id arc)
{
    const struct arc *x = &a->graph->arcs[arc];
    uint32_t cycle = a->cycles->cycle[x->to];

    return x->from == x->to || (cycle && cycle == a->cycles->cycle[x->from]);
}

static struct ranked_arc rank_arc(const struct analysis *a, arc_id arc)
{
    const struct arc *x = &a->graph->arcs[arc];
    struct ranked_arc r = {.count = x->count, .arc = arc, .level = 2};

    if (x->from == x->to) {
        r.level = 0;
    } else if (arc_is_inner(a, arc)) {
        r.level = 1;
    } else {
        struct arc_time t = arc_time(a, arc);
        r.time = t.self + t.child;
    }
    return r;
}

/* Short lists need no more than the stack. */
enum { FEW = 32 };

static void insertion_sort(uint32_t *ids, uint32_t n, const struct arc_order *o)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t id = ids[i], k = i;

        for (; k > 0 && compare_arcs(o, ids[k - 1], id) > 0; k--)
            ids[k] = ids[k - 1];
        ids[k] = id;
    }
}

/* Sort arcs, given from the earliest created, in place; false when memory runs out. */
static bool sort_arcs(const struct analysis *a, arc_id *arcs, uint32_t n, bool descending)
{
    struct ranked_arc few[FEW], *v = n <= FEW ? few : mem_array_raw(n, sizeof *v);
    uint32_t few_ids[FEW], *ids = n <= FEW ? few_ids : mem_array_raw(n, sizeof *ids);
    struct arc_order o = {v, descending};
    bool ok = v && ids;

    for (uint32_t i = 0; ok && i < n; i++) {
        v[i] = rank_arc(a, arcs[i]);
        ids[i] = i;
    }
    if (ok && n <= FEW)
        insertion_sort(ids, n, &o);
    else
        ok = ok && sort_merge(ids, n, compare_arcs, &o);
    for (uint32_t i = 0; ok && i < n; i++)
        arcs[i] = v[ids[i]].arc;
    if (v != few)
        free(v);
    if (ids != few_ids)
        free(ids);
    return ok;
}

uint32_t analysis_n_callers(const struct analysis *a, sym_id s)
{
    return a->graph->parent_lo[s + 1] - a->graph->parent_lo[s];
}

uint32_t analysis_n_callees(const struct analysis *a, sym_id s)
{
    return a->graph->child_lo[s + 1] - a->graph->child_lo[s];
}

bool analysis_callers(const struct analysis *a, sym_id s, arc_id *out)
{
    uint32_t n = analysis_n_callers(a, s);

    for (uint32_t i = 0; i < n; i++)
        out[i] = a->graph->parent[a->graph->parent_lo[s + 1] - 1 - i];
    return sort_arcs(a, out, n, false);
}

bool analysis_callees(const struct analysis *a, sym_id s, arc_id *out)
{
    uint32_t n = analysis_n_callees(a, s);

    for (uint32_t i = 0; i < n; i++)
        out[i] = a->graph->child_lo[s + 1] - 1 - i;
    return sort_arcs(a, out, n, true);
}

/* ---- members of a cycle ---- */

static double member_time(const struct analysis *a, sym_id s)
{
    return a->times->node[s].prop_self + a->times->node[s].prop_child;
}

static int compare_members(const void *ctx, uint32_t x, uint32_t y)
{
    const struct analysis *a = ctx;
    double s = member_time(a, x), t = member_time(a, y);

    if (s != t)
        return s > t ? -1 : 1;
    return compare_u64_descending(a->graph->calls[x] + a->graph->recursion[x],
                                  a->graph->calls[y] + a->graph->recursion[y]);
}

uint32_t analysis_n_members(const struct analysis *a, uint32_t cycle)
{
    return a->cycles->member_lo[cycle] - a->cycles->member_lo[cycle - 1];
}

bool analysis_members(const struct analysis *a, uint32_t cycle, sym_id *out)
{
    uint32_t n = analysis_n_members(a, cycle);

    memcpy(out, &a->cycles->member[a->cycles->member_lo[cycle - 1]], n * sizeof *out);
    return sort_merge(out, n, compare_members, a);
}
