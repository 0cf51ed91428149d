/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of the flat profile, and of the call graph's entries: by time; where times are equal, in
 * the order of the ties, which no filter of times changes: where many analyses of one profile are
 * made, each of them only has to put its times on top. */
#include "core/analyze/order.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/analysis.h"
#include "core/base/sort.h"

/* ---- entries of the call graph ---- */

struct order *order_new(const struct tie_order *ties, const struct times *times, uint32_t n_symbols,
                        uint32_t n_cycles)
{
    struct order *o = arena_object(sizeof *o);
    uint32_t n = n_symbols + n_cycles;
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    o->ranked = arena_alloc(&o->memory, n, sizeof *o->ranked);
    o->index = arena_alloc(&o->memory, n, sizeof *o->index);
    /* At equal times cycles come first, by number. */
    for (uint32_t i = 0; i < n; i++) {
        o->ranked[i] = i < n_cycles ? n_symbols + i : ties->entries[i - n_cycles];
        const struct node_time *t = &times->node[o->ranked[i]];
        keys[i] = sort_key_descending(t->prop_self + t->prop_child);
    }
    sort_radix(keys, o->ranked, n);
    free(keys);
    for (uint32_t i = 0; i < n; i++) {
        node_id x = o->ranked[i];
        bool last = ties->n_before && x < n_symbols &&
                    times->node[x].prop_self + times->node[x].prop_child == 0;
        o->index[x] = i + 1 + (last ? ties->n_before[x] : 0);
    }
    return o;
}

/* ---- flat profile ---- */

static bool is_listed(const struct analysis *a, sym_id s, bool unused)
{
    return symset_lets(a->flat, s) && ((unused && !table_is_silent(a->table, s)) ||
                                       a->graph->calls[s] || a->samples->self[s] != 0.0);
}

void analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n)
{
    bool *listed = mem_array_raw(a->n_symbols, sizeof *listed); /* found out in memory's order */
    *n = 0;
    for (sym_id s = 0; s < a->n_symbols; s++)
        listed[s] = is_listed(a, s, unused);
    for (uint32_t i = 0; i < a->n_symbols; i++) {
        sym_id s = a->ties->flat[i];
        if (listed[s])
            out[(*n)++] = s;
    }
    free(listed);
}

void analysis_add_waiting(const struct analysis *a, bool unused, sym_id *out, uint32_t *n)
{
    const double *wait = a->samples->wait;
    uint32_t first = *n;
    if (!wait || unused) /* that lists all of them */
        return;
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (wait[s] > 0 && !is_listed(a, s, false))
            out[(*n)++] = s;
    uint64_t *keys = mem_array_raw(*n - first, sizeof *keys);
    for (uint32_t i = first; i < *n; i++)
        keys[i - first] = sort_key_descending(wait[out[i]]);
    sort_radix(keys, out + first, *n - first);

    free(keys);
}

/* ---- by name ---- */

/* These bytes of names tell most of them apart, also where they have much in common. */
enum { NAME_LEVELS = 32 };

static const char *name_of(const void *ctx, uint32_t s)
{
    return table_name(ctx, s);
}

static int compare_names(const void *ctx, uint32_t a, uint32_t b)
{
    int c = strcmp(table_name(ctx, a), table_name(ctx, b));
    return c ? c : a < b ? -1 : a > b;
}

static void sort_names(const struct table *t, sym_id *v, uint32_t n)
{
    const struct sort_order levels = {
        .n_levels = NAME_LEVELS, .compare = compare_names, .ctx = t, .name = name_of};
    sort_levels(v, n, &levels);
}

struct name_order *name_order_new(const struct table *t)
{
    struct name_order *o = arena_object(sizeof *o);
    o->v = arena_alloc(&o->memory, t->n_symbols, sizeof *o->v);
    if (t->lines) {
        /* Many line symbols share a name: sort one symbol of each, and then all by the rank of
         * their name. */
        size_t n_names = (size_t)t->profile->image->n_symbols + t->lines->n_names;
        uint32_t *rank = mem_array(n_names, sizeof *rank), n = 0; /* per raw name */
        uint64_t *keys = mem_array_raw(t->n_symbols, sizeof *keys);
        for (sym_id s = 0; s < t->n_symbols; s++)
            if (!rank[t->symbols[s].raw]++)
                o->v[n++] = s;
        sort_names(t, o->v, n);
        for (uint32_t i = 0, r = 0; i < n; i++) {
            r += i && strcmp(table_name(t, o->v[i - 1]), table_name(t, o->v[i])) != 0;
            rank[t->symbols[o->v[i]].raw] = r;
        }
        for (sym_id s = 0; s < t->n_symbols; s++) {
            keys[s] = rank[t->symbols[s].raw];
            o->v[s] = s;
        }
        sort_radix(keys, o->v, t->n_symbols);
        free(rank);
        free(keys);
    } else {
        for (sym_id s = 0; s < t->n_symbols; s++)
            o->v[s] = s;
        sort_names(t, o->v, t->n_symbols);
    }
    /* Names that begin with an underscore stand together. */
    while (o->lo < t->n_symbols && (unsigned char)table_name(t, o->v[o->lo])[0] < '_')
        o->lo++;
    for (o->hi = o->lo; o->hi < t->n_symbols && table_name(t, o->v[o->hi])[0] == '_';)
        o->hi++;
    return o;
}

/* ---- by calls, then by name ---- */

/* Symbols that were left out stand among those without calls, after those of their name. */
static void count_left_out(struct tie_order *o, const struct table *t, const struct graph *g,
                           const struct name_order *by_name, const bool *under)
{
    uint32_t n[2] = {0};
    o->n_before = arena_alloc(&o->memory, t->n_symbols, sizeof *o->n_before);
    for (uint32_t i = 0; i < t->n_symbols; i++) {
        sym_id s = by_name->v[i];
        o->n_before[s] = g->calls[s] ? 0 : n[under[s]];
        n[under[s]] += t->symbols[s].n_left_out;
    }
    for (uint32_t i = by_name->lo; i < by_name->hi; i++)
        o->n_before[by_name->v[i]] += n[0];
}

struct tie_order *tie_order_new(const struct table *table, const struct name_order *o,
                                const struct graph *g, const struct samples *samples)
{
    const uint32_t n_symbols = table->n_symbols;
    struct tie_order *t = arena_object(sizeof *t);
    bool *under = mem_array(n_symbols, sizeof *under);
    t->flat = arena_alloc(&t->memory, n_symbols, sizeof *t->flat);
    t->entries = arena_alloc(&t->memory, n_symbols, sizeof *t->entries);

    /* Most line symbols are never called: those stay in order at the end. */
    uint64_t *keys = mem_array_raw(n_symbols, sizeof *keys);
    uint32_t n = 0, at = 0;
    for (uint32_t i = 0; i < n_symbols; i++)
        if (g->calls[o->v[i]]) {
            keys[n] = ~g->calls[o->v[i]];
            t->flat[n++] = o->v[i];
        }
    sort_radix(keys, t->flat, n);
    for (uint32_t i = 0; i < n_symbols; i++)
        if (!g->calls[o->v[i]])
            t->flat[n + at++] = o->v[i];

    /* Entries have the order of t->flat, but names that begin with an underscore last. */
    uint32_t plain = 0, low = n_symbols - (o->hi - o->lo);
    for (uint32_t i = o->lo; i < o->hi; i++)
        under[o->v[i]] = true;
    for (uint32_t i = 0; i < n_symbols; i++)
        t->entries[under[t->flat[i]] ? low++ : plain++] = t->flat[i];
    if (table->lines && table->lines->left_out)
        count_left_out(t, table, g, o, under);
    for (uint32_t i = 0; i < n_symbols; i++)
        keys[i] = sort_key_descending(samples->self[t->flat[i]]);
    sort_radix(keys, t->flat, n_symbols);

    free(keys);
    free(under);
    return t;
}
