/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/questions/diff_match.h"
#include "core/analyze/questions/diff_test.h"

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

/* ---- what is compared ---- */

static bool is_whole(const struct diff *d, int side, uint64_t calls)
{
    double v = diff_calls(d, side, calls);
    return !(v > floor(v));
}

static bool has_whole_calls(const struct diff *d)
{
    for (int side = 0; side < N_DIFF_SIDES; side++)
        for (uint32_t i = 0; i < d->n_rows; i++)
            if (!is_whole(d, side, d->rows[i].part[side].calls))
                return false;
    return true;
}

struct diff *diff_new(const struct diff_side side[N_DIFF_SIDES], struct err *e)
{
    const struct diff_matching x = {side[DIFF_OLD].analysis, side[DIFF_NEW].analysis,
                                    side[DIFF_OLD].lines, side[DIFF_NEW].lines};
    struct diff *d = arena_object(sizeof *d);
    struct diff_match m;
    if (!d || !diff_match(&x, &m, e)) {
        arena_object_free(d);
        err_memory(e, 0);
        return NULL;
    }
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        d->side[i] = side[i];
        d->exposure[i] = side[i].analysis->rate_hz * side[i].n_runs;
    }
    bool ok = make_rows(d, &m, e);
    diff_match_release(&m);
    if (ok)
        d->whole_calls = has_whole_calls(d);
    if (!ok || !diff_test(d, e)) {
        arena_object_free(d);
        return NULL;
    }
    return d;
}
