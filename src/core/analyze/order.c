/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of the call graph's entries and of the flat profile: by time; where times are equal, in
 * the order of the ties. */
#include "core/analyze/order.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/analysis.h"
#include "core/base/mem.h"
#include "core/base/sort.h"

/* ---- entries of the call graph ---- */

/* At equal times cycles come first, by number. */
static bool rank(const struct tie_order *ties, const struct times *times, uint32_t n_symbols,
                 uint32_t n_cycles, node_id *out)
{
    uint32_t n = n_symbols + n_cycles;
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n_cycles; i++)
        out[i] = n_symbols + i;
    memcpy(out + n_cycles, ties->entries, n_symbols * sizeof *out);
    for (uint32_t i = 0; keys && i < n; i++) {
        const struct node_time *t = &times->node[out[i]];
        keys[i] = sort_key_descending(t->prop_self + t->prop_child);
    }
    bool ok = keys && sort_radix(keys, out, n);

    free(keys);
    return ok;
}

struct order *order_new(const struct tie_order *ties, const struct times *times, uint32_t n_symbols,
                        uint32_t n_cycles, struct err *e)
{
    struct order *o = arena_object(sizeof *o);
    uint32_t n = n_symbols + n_cycles;
    if (o) {
        o->ranked = arena_alloc(&o->memory, n, sizeof *o->ranked);
        o->index = arena_alloc(&o->memory, n, sizeof *o->index);
    }
    if (!o || !o->ranked || !o->index || !rank(ties, times, n_symbols, n_cycles, o->ranked)) {
        arena_object_free(o);
        err_memory(e, 0);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        o->index[o->ranked[i]] = i + 1;
    return o;
}

/* ---- flat profile ---- */

static bool is_listed(const struct analysis *a, sym_id s, bool unused)
{
    return analysis_lets(a, SET_FLAT_IN, s) && ((unused && !table_is_silent(a->table, s)) ||
                                                a->graph->calls[s] || a->samples->self[s] != 0.0);
}

bool analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n)
{
    const struct tie_order *ties = a->ties;
    uint64_t *keys = mem_array_raw(a->n_symbols, sizeof *keys);
    *n = 0;
    for (uint32_t i = 0; keys && i < a->n_symbols; i++) {
        sym_id s = ties->flat[i];
        if (!is_listed(a, s, unused))
            continue;
        keys[*n] = sort_key_descending(a->samples->self[s]);
        out[(*n)++] = s;
    }
    bool ok = keys && sort_radix(keys, out, *n);

    free(keys);
    return ok;
}

bool analysis_add_waiting(const struct analysis *a, bool unused, sym_id *out, uint32_t *n)
{
    const double *wait = a->samples->wait;
    uint32_t first = *n;
    if (!wait || unused) /* that lists all of them */
        return true;
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (wait[s] > 0 && !is_listed(a, s, false))
            out[(*n)++] = s;
    uint64_t *keys = mem_array_raw(*n - first, sizeof *keys);
    for (uint32_t i = first; keys && i < *n; i++)
        keys[i - first] = sort_key_descending(wait[out[i]]);
    bool ok = keys && sort_radix(keys, out + first, *n - first);

    free(keys);
    return ok;
}
