/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/rollup.h"

#include <string.h>

#include "core/analyze/entry.h"
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

void rollup_call_sites(const struct analysis *a, uint32_t *out)
{
    const struct profile *p = a->profile;
    struct arena scratch = {0};
    if (p->n_arcs > UINT32_MAX)
        mem_fail();
    const struct arc_ends *ends = arc_ends_of(a->table, p->arcs, p->n_arcs, &scratch);
    /* Each arc by the place of its call and the function called. */
    uint64_t *place = arena_alloc(&scratch, p->n_arcs, sizeof *place);
    sym_id *callee = arena_alloc(&scratch, p->n_arcs, sizeof *callee);
    uint32_t n = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        if (ends[i].from != NO_ID && ends[i].from != ends[i].to) {
            place[n] = p->arcs[i].from;
            callee[n++] = ends[i].to;
        }
    /* Several files may bring an arc each, so places are counted in their order. */
    uint64_t *last = arena_array(&scratch, a->n_symbols, sizeof *last);
    sort_radix(place, callee, n);
    memset(out, 0, a->n_symbols * sizeof *out);
    for (uint32_t i = 0; i < n; i++) {
        sym_id y = callee[i];
        out[y] += !out[y] || last[y] != place[i];
        last[y] = place[i];
    }
    arena_release(&scratch);
}
