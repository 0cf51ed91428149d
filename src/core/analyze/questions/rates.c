/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/rates.h"

#include <math.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/model/runs.h"

/* Where a function was: libraries have other places once there are more of them. */
static uint64_t addr_then(const struct profile *then, const struct profile *now, uint64_t addr)
{
    const struct library *l = profile_library(now, addr);
    const struct library *was =
        l ? profile_find_library(then, l->loaded ? l->loaded : l->path, l->build_id) : NULL;
    return was ? addr - l->shift + was->shift : addr;
}

static uint64_t more(uint64_t now, uint64_t then)
{
    return now > then ? now - then : 0;
}

static struct rate process_rate(const struct profile_runs *then, const struct profile_run *now)
{
    for (uint32_t i = 0; then && now->pid && i < then->n; i++)
        if (then->v[i].pid == now->pid)
            return (struct rate){.addr = now->pid,
                                 .calls = more(now->sum[RUN_CALLS], then->v[i].sum[RUN_CALLS]),
                                 .ticks = (double)more(now->cpu_ms, then->v[i].cpu_ms)};
    return (struct rate){.addr = now->pid};
}

static const struct rate *find(const struct rates *r, uint64_t addr)
{
    const size_t at = search_below(r->v, r->n, SEARCH_BY(struct rate, addr), addr);
    return at < r->n && r->v[at].addr == addr ? &r->v[at] : NULL;
}

struct rates *rates_new(const struct analysis *then, const struct analysis *now, double seconds,
                        const struct rates *before)
{
    const struct profile_runs *processes = now->profile->processes;
    const uint32_t n_processes = processes ? processes->n : 0;
    const double pct = now->rate_hz > 0 ? 100 / now->rate_hz / seconds : 0;
    struct rates *r =
        mem_array(1, sizeof *r + ((size_t)now->n_symbols + n_processes) * sizeof *r->v);
    r->seconds = seconds;
    for (sym_id s = 0; s < now->n_symbols; s++) {
        const uint64_t addr = now->table->symbols[s].addr;
        struct rate x = {addr, now->graph->calls[s], now->samples->self[s], {0}};
        if (x.calls == 0 && !(x.ticks > 0))
            continue;
        const uint64_t was = addr_then(then->profile, now->profile, addr);
        const sym_id old = table_at(then->table, was);
        const struct rate *past = before ? find(before, was) : NULL;
        if (old != NO_ID && then->table->symbols[old].addr == was) {
            x.calls = more(x.calls, then->graph->calls[old]);
            x.ticks = fmax(x.ticks - then->samples->self[old], 0);
        }
        bool did = x.calls > 0 || x.ticks > 0; /* in the intervals that are remembered */
        for (int i = 1; past && i < RATES_PAST; i++)
            did |= (x.past[i - 1] = past->past[i]) > 0;
        x.past[RATES_PAST - 1] = (uint8_t)fmin(ceil(pct * x.ticks), UINT8_MAX);
        if (did)
            r->v[r->n++] = x;
    }
    for (uint32_t i = 0; i < n_processes; i++)
        r->v[r->n + i] = process_rate(then->profile->processes, &processes->v[i]);
    return r;
}

struct rate rates_of(const struct rates *r, uint64_t addr)
{
    const struct rate *x = find(r, addr);
    return x ? *x : (struct rate){.addr = addr};
}
