/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/rates.h"

#include "core/base/mem.h"
#include "core/base/search.h"

/* Where a function was: libraries have other places once there are more of them. */
static uint64_t addr_then(const struct profile *then, const struct profile *now, uint64_t addr)
{
    const struct library *l = profile_library(now, addr);
    const struct library *was =
        l ? profile_find_library(then, l->loaded ? l->loaded : l->path, l->build_id) : NULL;
    return was ? addr - l->shift + was->shift : addr;
}

struct rates *rates_new(const struct analysis *then, const struct analysis *now, double seconds)
{
    struct rates *r = mem_array(1, sizeof *r + now->n_symbols * sizeof *r->v);
    r->seconds = seconds;
    for (sym_id s = 0; s < now->n_symbols; s++) {
        const uint64_t addr = now->table->symbols[s].addr;
        struct rate x = {addr, now->graph->calls[s], now->samples->self[s]};
        if (x.calls == 0 && !(x.ticks > 0))
            continue;
        const uint64_t was = addr_then(then->profile, now->profile, addr);
        const sym_id old = table_at(then->table, was);
        if (old != NO_ID && then->table->symbols[old].addr == was) {
            x.calls -= x.calls < then->graph->calls[old] ? x.calls : then->graph->calls[old];
            x.ticks -= then->samples->self[old];
        }
        if (x.calls > 0 || x.ticks > 0)
            r->v[r->n++] = x;
    }
    return r;
}

struct rate rates_of(const struct rates *r, uint64_t addr)
{
    const size_t at = search_below(r->v, r->n, SEARCH_BY(struct rate, addr), addr);
    return at < r->n && r->v[at].addr == addr ? r->v[at] : (struct rate){.addr = addr};
}
