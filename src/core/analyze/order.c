/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of the call graph's entries and of the flat profile. */
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
