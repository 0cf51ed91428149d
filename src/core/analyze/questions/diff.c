/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/analyze/questions/diff_match.h"
#include "core/analyze/questions/diff_test.h"
#include "core/base/sort.h"

/* ---- rows ---- */

static struct diff_part part_of(const struct analysis *a, sym_id s)
{
    if (s == NO_ID)
        return (struct diff_part){0};
    return (struct diff_part){a->samples->self[s], a->times->node[s].child, a->graph->calls[s]};
}

static void add_row(struct diff *d, sym_id old, sym_id new, bool guessed)
{
    struct diff_row *r = &d->rows[d->n_rows];
    *r = (struct diff_row){.symbol = {old, new}, .guessed = guessed};
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        r->part[i] = part_of(d->side[i].analysis, r->symbol[i]);
        d->total.part[i].self += r->part[i].self;
        d->total.part[i].calls += r->part[i].calls;
        if (r->symbol[i] != NO_ID)
            d->row_of[i][r->symbol[i]] = d->n_rows;
    }
    d->n_rows++;
}

static bool make_rows(struct diff *d, const struct diff_match *m, struct err *e)
{
    uint32_t n_old = d->side[DIFF_OLD].analysis->n_symbols;
    uint32_t n_new = d->side[DIFF_NEW].analysis->n_symbols;
    if (n_old > UINT32_MAX - 1 - n_new)
        return err_set(e, ERR_LIMIT, NULL);
    d->rows = arena_alloc(&d->memory, (size_t)n_old + n_new, sizeof *d->rows);
    d->row_of[DIFF_OLD] = arena_alloc(&d->memory, n_old, sizeof(uint32_t));
    d->row_of[DIFF_NEW] = arena_alloc(&d->memory, n_new, sizeof(uint32_t));
    if (!d->rows || !d->row_of[DIFF_OLD] || !d->row_of[DIFF_NEW])
        return err_memory(e, 0);
    d->total.symbol[DIFF_OLD] = d->total.symbol[DIFF_NEW] = NO_ID;
    for (sym_id s = 0; s < n_new; s++)
        add_row(d, m->of_new[s], s, m->guessed[s]);
    for (sym_id s = 0; s < n_old; s++)
        if (m->of_old[s] == NO_ID)
            add_row(d, s, NO_ID, false);
    return true;
}

/* ---- arcs ---- */

static void add_arcs(struct diff *d, int side, struct diff_arc *arcs, uint64_t *keys)
{
    const struct graph *g = d->side[side].analysis->graph;
    for (arc_id i = 0; i < g->n_arcs; i++) {
        const struct arc *x = &g->arcs[i];
        struct diff_arc *to = &arcs[d->n_arcs];
        const struct entry_arc line = entry_arc(d->side[side].analysis, i);
        *to = (struct diff_arc){.from = d->row_of[side][x->from], .to = d->row_of[side][x->to]};
        to->calls[side] = x->count;
        to->ticks[side] = line.kind == ARC_PLAIN ? line.time.self + line.time.child : NAN;
        to->has[side] = true;
        keys[d->n_arcs++] = (uint64_t)to->from << 32 | to->to;
    }
}

/* Make one of those of one pair of ends. */
static void unite_arcs(struct diff *d, const struct diff_arc *arcs, const uint32_t *order)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->n_arcs; i++) {
        const struct diff_arc *x = &arcs[order[i]];
        struct diff_arc *last = n ? &d->arcs[n - 1] : NULL;
        if (!last || last->from != x->from || last->to != x->to) {
            d->arcs[n++] = *x;
            continue;
        }
        for (int side = 0; side < N_DIFF_SIDES; side++) {
            last->calls[side] += x->calls[side];
            last->ticks[side] += x->ticks[side];
            last->has[side] |= x->has[side];
        }
    }
    d->n_arcs = n;
}

/* Find arcs by their ends; count those that are on one side alone. */
static bool index_arcs(struct diff *d, struct err *e)
{
    d->callee_lo = arena_array(&d->memory, (size_t)d->n_rows + 1, sizeof *d->callee_lo);
    d->caller_lo = arena_array(&d->memory, (size_t)d->n_rows + 1, sizeof *d->caller_lo);
    d->caller = arena_alloc(&d->memory, d->n_arcs ? d->n_arcs : 1, sizeof *d->caller);
    if (!d->callee_lo || !d->caller_lo || !d->caller)
        return err_memory(e, 0);
    for (uint32_t i = 0; i < d->n_arcs; i++) {
        const struct diff_arc *x = &d->arcs[i];
        struct diff_row *ends[] = {&d->rows[x->from], &d->rows[x->to]};
        d->callee_lo[x->from + 1]++;
        d->caller_lo[x->to + 1]++;
        enum diff_arc_change change = diff_arc_change(d, x);
        for (int k = 0; k < (x->from == x->to ? 1 : 2); k++) {
            ends[k]->arcs_new += change == DIFF_ARC_NEW;
            ends[k]->arcs_gone += change == DIFF_ARC_GONE;
        }
    }
    for (uint32_t i = 0; i < d->n_rows; i++) {
        d->callee_lo[i + 1] += d->callee_lo[i];
        d->caller_lo[i + 1] += d->caller_lo[i];
    }
    for (uint32_t i = d->n_arcs; i-- > 0;) /* ends are counted down to beginnings */
        d->caller[--d->caller_lo[d->arcs[i].to + 1]] = i;
    for (uint32_t i = 0; i < d->n_rows; i++)
        d->caller_lo[i] = d->caller_lo[i + 1];
    d->caller_lo[d->n_rows] = d->n_arcs;
    return true;
}

static bool make_arcs(struct diff *d, struct err *e)
{
    uint64_t n = (uint64_t)d->side[DIFF_OLD].analysis->graph->n_arcs +
                 d->side[DIFF_NEW].analysis->graph->n_arcs;
    if (n > UINT32_MAX)
        return err_set(e, ERR_LIMIT, NULL);
    struct diff_arc *arcs = mem_array_raw(n, sizeof *arcs);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    uint32_t *order = mem_array_raw(n, sizeof *order);
    d->arcs = arena_alloc(&d->memory, n ? n : 1, sizeof *d->arcs);
    bool ok = arcs && keys && order && d->arcs;
    if (ok) {
        add_arcs(d, DIFF_OLD, arcs, keys);
        add_arcs(d, DIFF_NEW, arcs, keys);
        for (uint32_t i = 0; i < d->n_arcs; i++)
            order[i] = i;
        ok = sort_radix(keys, order, d->n_arcs);
    }
    if (ok)
        unite_arcs(d, arcs, order);
    free(arcs);
    free(keys);
    free(order);
    return (ok || err_memory(e, 0)) && index_arcs(d, e);
}

/* ---- what is compared ---- */

/* By what the old side is multiplied, so that what is the norm is equal; 0: nothing. */
static double norm_factor(const struct diff *d, const struct diff_row *norm, bool calls)
{
    double of[N_DIFF_SIDES];
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        double hz = d->side[i].analysis->rate_hz;
        double amount = calls ? (double)norm->part[i].calls : hz > 0 ? norm->part[i].self / hz : 0;
        of[i] = amount / d->side[i].n_runs;
    }
    return of[DIFF_OLD] > 0 && of[DIFF_NEW] > 0 ? of[DIFF_NEW] / of[DIFF_OLD] : 0;
}

static void settle_norm(struct diff *d, const struct diff_request *r)
{
    double factor = 0;
    d->norm_row = NO_ID;
    if (r->norm == DIFF_PER_TOTAL)
        factor = norm_factor(d, &d->total, false);
    if (r->norm == DIFF_PER_CALLS && r->norm_symbol < r->side[DIFF_NEW].analysis->n_symbols) {
        d->norm_row = d->row_of[DIFF_NEW][r->norm_symbol];
        factor = norm_factor(d, &d->rows[d->norm_row], true);
    }
    d->norm = factor > 0 ? r->norm : DIFF_PER_RUN;
    if (d->norm != DIFF_PER_CALLS)
        d->norm_row = NO_ID;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        double by = i == DIFF_OLD && factor > 0 ? factor : 1, n = d->side[i].n_runs;
        d->exposure[i] = d->side[i].analysis->rate_hz * n / by;
        d->scale[i] = d->norm == DIFF_PER_CALLS ? by : 1;
    }
}

static bool is_whole(const struct diff *d, int side, uint64_t calls)
{
    double v = diff_calls(d, side, calls);
    return !(v > floor(v));
}

static bool has_whole_calls(const struct diff *d)
{
    for (int side = 0; side < N_DIFF_SIDES; side++) {
        for (uint32_t i = 0; i < d->n_rows; i++)
            if (!is_whole(d, side, d->rows[i].part[side].calls))
                return false;
        for (uint32_t i = 0; i < d->n_arcs; i++)
            if (!is_whole(d, side, d->arcs[i].calls[side]))
                return false;
    }
    return true;
}

struct diff *diff_new(const struct diff_request *r, struct err *e)
{
    const struct diff_matching x = {r->side[DIFF_OLD].analysis, r->side[DIFF_NEW].analysis,
                                    r->side[DIFF_OLD].lines, r->side[DIFF_NEW].lines};
    struct diff *d = arena_object(sizeof *d);
    struct diff_match m;
    if (!d || !diff_match(&x, &m, e)) {
        arena_object_free(d);
        err_memory(e, 0);
        return NULL;
    }
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        d->side[i] = r->side[i];
        d->sampled |= r->side[i].analysis->paths != NULL;
    }
    d->measured = r->side[DIFF_OLD].analysis->paths && r->side[DIFF_NEW].analysis->paths;
    bool ok = make_rows(d, &m, e) && make_arcs(d, e);
    diff_match_release(&m);
    if (ok) {
        settle_norm(d, r);
        d->whole_calls = has_whole_calls(d);
    }
    if (!ok || !diff_test(d, e)) {
        arena_object_free(d);
        return NULL;
    }
    return d;
}
