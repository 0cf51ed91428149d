/* SPDX-License-Identifier: MIT */
#include "unite/entries.h"

enum { FIRST_ENTRIES = 1024 };

enum unite_result unite_entries_add(struct unite_entries *e, uint64_t addr)
{
    if (e->n == e->cap) {
        const size_t cap = e->cap ? 2 * e->cap : FIRST_ENTRIES;
        uint64_t *v = e->memory->resize(e->memory->ctx, e->v, e->cap * sizeof *v, cap * sizeof *v);
        if (!v)
            return UNITE_NO_MEMORY;
        e->v = v;
        e->cap = cap;
    }
    e->v[e->n++] = addr;
    return UNITE_OK;
}

static int compare_entries(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

void unite_entries_sort(struct unite_entries *e)
{
    unite_sort(e->v, e->n, sizeof *e->v, compare_entries);
}

uint64_t unite_entries_find(const struct unite_entries *e, uint64_t addr)
{
    size_t lo = 0, hi = e->n;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (e->v[middle] <= addr)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo ? e->v[lo - 1] : 0;
}

void unite_entries_release(struct unite_entries *e)
{
    if (e->v)
        e->memory->resize(e->memory->ctx, e->v, e->cap * sizeof *e->v, 0);
    *e = (struct unite_entries){.memory = e->memory};
}
