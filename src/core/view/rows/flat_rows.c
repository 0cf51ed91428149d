/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/flat_rows.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/label.h"

/* ---- functions that gprof does not list ---- */

static void add_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    double *taken = ctx;
    taken[s] += ticks;
}

void flat_rows_make(struct flat_rows *r, const struct flat_order *o)
{
    const struct analysis *a = o->v->analysis;
    *r = (struct flat_rows){.n = 0};
    r->natural = arena_alloc(&r->memory, a->n_symbols, sizeof *r->natural);
    r->cumulative = arena_alloc(&r->memory, a->n_symbols, sizeof *r->cumulative);
    analysis_flat(a, o->v->settings->unused, r->natural, &r->n);
    if (o->waits)
        analysis_add_waiting(a, o->v->settings->unused, r->natural, &r->n);
    if (o->roots) {
        /* Those that waited are there already. */
        const double *wait = a->samples->wait;
        for (sym_id s = 0; s < a->n_symbols && !o->v->settings->unused; s++)
            if (!(wait && wait[s] > 0) && !a->graph->calls[s] && a->samples->self[s] == 0.0 &&
                calls_others(a->graph, s) && symset_lets(a->flat, s))
                r->natural[r->n++] = s;
    }
    r->first_excluded = r->n;
    r->wait_all = o->wall ? wait_ticks(a) : 0;
    /* Sums run over what gprof prints, in its order, as it adds them. */
    double sum = 0;
    for (uint32_t i = 0; i < r->first_excluded; i++)
        r->cumulative[i] = sum += a->samples->self[r->natural[i]];
    if (!o->excluded || !samples_excluded(o->v))
        return;
    /* Samples of each function, whether or not they count. */
    double *taken = mem_array(a->n_symbols, sizeof *taken);
    const struct sample_watch w = {add_part, taken};
    samples_watch(a->table, a->flat, &w);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        bool used = o->v->settings->unused || a->graph->calls[s] || taken[s] > 0;
        if (!used || !function_excluded(o->v, s))
            continue;
        r->cumulative[r->n] = taken[s];
        r->natural[r->n++] = s;
    }
    free(taken);
}
