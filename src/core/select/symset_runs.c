/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symset_runs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

/* ---- runs of matching symbols ---- */

void runs_add(struct runs *r, const struct table *t, const uint8_t *hit, uint32_t owner, bool exact)
{
    for (sym_id y = 0; y < t->n_symbols; y++) {
        if (!hit[y])
            continue;
        sym_id last = y;

        while (!exact && last + 1 < t->n_symbols && hit[last + 1])
            last++;
        struct symbol_run run = {t->symbols[y].addr, t->symbols[last].end, y, owner, exact};
        mem_grow(&r->v, &r->cap, r->n + 1, sizeof *r->v);
        r->v[r->n++] = run;
        y = last;
    }
}

static bool run_is_real(const struct symbol_run *r)
{
    return r->exact || r->hi > r->lo;
}

bool run_mark(const struct runs *r, size_t i, const struct table *t, uint8_t *has)
{
    const struct symbol_run *v = &r->v[i];
    if (!run_is_real(v))
        return false;
    size_t next = i + 1;
    while (next < r->n && !run_is_real(&r->v[next]))
        next++;
    has[v->first] = 1;
    for (sym_id y = v->first + 1; !v->exact && y < t->n_symbols; y++) {
        uint64_t addr = t->symbols[y].addr;
        if (addr >= v->hi || (next < r->n && addr >= r->v[next].lo))
            break;
        has[y] = 1;
    }
    return true;
}

/* ---- strict: one table of runs for a whole set ---- */

static int compare_runs(const void *ctx, uint32_t a, uint32_t b)
{
    const struct symbol_run *v = ctx;
    return v[a].lo < v[b].lo ? -1 : v[a].lo > v[b].lo;
}

/* Runs with one start begin with one symbol, so that the rules by which symbols displace each other
 * leave the first of them, which is the later option's. */
void runs_displace(struct runs *r)
{
    uint32_t *ids = mem_array_raw(r->n, sizeof *ids);
    struct symbol_run *kept = mem_array_raw(r->n, sizeof *kept);
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        ids[i] = (uint32_t)i;
    sort_merge(ids, r->n, compare_runs, r->v);
    for (size_t i = 0; i < r->n; i++) {
        const struct symbol_run *x = &r->v[ids[i]];
        if (n == 0 || kept[n - 1].lo != x->lo)
            kept[n++] = *x;
    }
    size_t real = 0;
    for (size_t i = 0; i < n; i++)
        if (run_is_real(&kept[i]))
            kept[real++] = kept[i];
    free(ids);
    free(r->v);
    *r = (struct runs){kept, real, r->n};
}
