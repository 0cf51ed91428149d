/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/rollup.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"

static bool was_called(const struct analysis *a, sym_id s)
{
    return a->graph->calls[s] || a->graph->recursion[s];
}

bool rollup_counts(const struct analysis *a, sym_id s)
{
    return was_called(a, s) || a->samples->self[s] != 0 || !table_is_silent(a->table, s);
}

void rollup(const struct analysis *a, const uint32_t *group, uint32_t n_groups,
            struct group_sums *out)
{
    memset(out, 0, n_groups * sizeof *out);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        struct group_sums *g = &out[group[s]];
        bool called = was_called(a, s);
        double self = a->samples->self[s], wait = a->samples->wait ? a->samples->wait[s] : 0;
        g->functions += rollup_counts(a, s);
        g->called += called;
        g->used += called || self != 0 || wait != 0;
        g->self += self;
        g->wait += wait;
    }
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *x = &a->graph->arcs[i];
        struct group_sums *from = &out[group[x->from]], *to = &out[group[x->to]];
        if (from == to)
            continue;
        struct arc_time t = arc_time(a, i);
        from->calls_out += x->count;
        to->calls_in += x->count;
        to->time_in += t.self + t.child;
    }
}

/* ---- places of calls ---- */

/* The arcs of the profile, each by the place of its call and the function called. */
struct sites {
    uint64_t *place;
    sym_id *callee;
    uint32_t n;
};

static void add_site(void *ctx, const struct raw_arc *raw, sym_id from, sym_id to)
{
    struct sites *s = ctx;
    if (from == NO_ID || from == to)
        return;
    s->place[s->n] = raw->from;
    s->callee[s->n++] = to;
}

void rollup_call_sites(const struct analysis *a, uint32_t *out)
{
    size_t n = a->profile->n_arcs;
    struct sites s = {mem_array_raw(n, sizeof *s.place), mem_array_raw(n, sizeof *s.callee), 0};
    const struct arc_watch watch = {add_site, &s};
    if (n > UINT32_MAX)
        mem_fail();
    analysis_watch_arcs(a, &watch);
    /* Several files may bring an arc each, so places are counted in their order. */
    uint64_t *last = mem_array(a->n_symbols, sizeof *last);
    sort_radix(s.place, s.callee, s.n);
    memset(out, 0, a->n_symbols * sizeof *out);
    for (uint32_t i = 0; i < s.n; i++) {
        sym_id y = s.callee[i];
        out[y] += !out[y] || last[y] != s.place[i];
        last[y] = s.place[i];
    }
    free(last);
    free(s.place);
    free(s.callee);
}
