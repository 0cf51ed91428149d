/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/questions.h"

#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/search.h"

sym_id analysis_symbol_of(const struct analysis *a, node_id n)
{
    if (n >= a->n_nodes)
        return NO_ID;
    return node_is_cycle(a, n) ? a->cycles->member[a->cycles->member_lo[n - a->n_symbols]] : n;
}

sym_id analysis_symbol_at(const struct analysis *a, uint64_t addr)
{
    const struct table *t = a->table;
    size_t i = search_below(t->symbols, t->n_symbols, SEARCH_BY(struct symbol, addr), addr);
    return i < t->n_symbols && t->symbols[i].addr == addr ? (sym_id)i : NO_ID;
}

sym_id analysis_named(const struct analysis *a, const char *raw)
{
    sym_id line = NO_ID;
    for (sym_id i = 0; i < a->n_symbols; i++) {
        if (strcmp(symbol_name(a, i), raw) != 0)
            continue;
        if (!(a->table->symbols[i].flags & SYM_LINE))
            return i;
        line = line == NO_ID ? i : line;
    }
    return line;
}

sym_id analysis_hottest(const struct analysis *a)
{
    const double *self = a->samples->self;
    sym_id best = NO_ID;
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (self[s] > (best == NO_ID ? 0 : self[best]))
            best = s;
    return best;
}

sym_id analysis_heaviest_caller(const struct analysis *a, node_id n)
{
    const struct graph *g = a->graph;
    sym_id callee = analysis_symbol_of(a, n), best = NO_ID;
    double best_time = -1;
    uint64_t best_calls = 0;
    if (callee == NO_ID)
        return NO_ID;
    for (uint32_t i = g->parent_lo[callee]; i < g->parent_lo[callee + 1]; i++) {
        const struct arc *arc = &g->arcs[g->parent[i]];
        struct arc_time t = arc_time(a, g->parent[i]);
        double time = t.self + t.child;
        if (arc->from == callee || time < best_time ||
            (time == best_time && arc->count < best_calls))
            continue;
        best = arc->from;
        best_time = time;
        best_calls = arc->count;
    }
    return best;
}

node_id analysis_first_entry(const struct analysis *a)
{
    for (uint32_t i = 0; i < a->n_nodes; i++)
        if (analysis_has_entry(a, a->order->ranked[i], false))
            return a->order->ranked[i];
    return a->n_nodes ? a->order->ranked[0] : NO_ID;
}

node_id analysis_numbered(const struct analysis *a, uint64_t number)
{
    return number && number <= a->n_nodes ? a->order->ranked[number - 1] : NO_ID;
}

sym_id analysis_next_ranked(const struct analysis *a, uint32_t *at)
{
    while (*at < a->n_nodes) {
        node_id n = a->order->ranked[(*at)++];
        if (!node_is_cycle(a, n))
            return n;
    }
    return NO_ID;
}

bool analysis_counts_calls(const struct analysis *a, uint64_t lo, uint64_t hi)
{
    const struct graph *g = a->recorded;
    const struct symbol *y = a->table->symbols;
    sym_id s = (sym_id)search_below(y, a->n_symbols, SEARCH_BY(struct symbol, addr), lo);
    for (; s < a->n_symbols && y[s].addr < hi; s++)
        for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
            if (g->arcs[i].count > 0)
                return true;
    return false;
}
