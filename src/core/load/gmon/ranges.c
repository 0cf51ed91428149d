/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/ranges.h"

#include <stdlib.h>

#include "core/base/mem.h"

static bool before(const struct histogram *a, uint64_t lo, uint64_t hi)
{
    return a->lo < lo || (a->lo == lo && a->hi < hi);
}

/* How many of the n ids stand before (lo, hi). */
static size_t rank_in_run(const uint32_t *ids, size_t n, const struct histogram *hists, uint64_t lo,
                          uint64_t hi)
{
    size_t a = 0, b = n;
    while (a < b) {
        size_t mid = a + (b - a) / 2;
        if (before(&hists[ids[mid]], lo, hi))
            a = mid + 1;
        else
            b = mid;
    }
    return a;
}

/* Both runs have n ids; they are freed. */
static uint32_t *merge_runs(uint32_t *a, uint32_t *b, size_t n, const struct histogram *hists)
{
    uint32_t *out = mem_array_raw(2 * n, sizeof *out);
    size_t i = 0, j = 0;
    while (i + j < 2 * n) {
        bool first = j == n || (i < n && before(&hists[a[i]], hists[b[j]].lo, hists[b[j]].hi));
        out[i + j] = first ? a[i] : b[j];
        if (first)
            i++;
        else
            j++;
    }
    free(a);
    free(b);
    return out;
}

void gmon_ranges_add(struct gmon_ranges *s, const struct histogram *hists, uint32_t id)
{
    struct gmon_runs *r = hists[id].lo < hists[id].hi ? &s->full : &s->empty;
    uint32_t *carry = mem_array_raw(1, sizeof *carry);
    unsigned k = 0;
    *carry = id;
    for (; r->run[k]; k++) { /* of the 32, not all are taken: ids are different */
        carry = merge_runs(r->run[k], carry, (size_t)1 << k, hists);
        r->run[k] = NULL;
    }
    r->run[k] = carry;
}

uint32_t gmon_ranges_find(const struct gmon_ranges *s, const struct histogram *hists, uint64_t lo,
                          uint64_t hi)
{
    const struct gmon_runs *r = lo < hi ? &s->full : &s->empty;
    for (unsigned k = 0; k < 32; k++) {
        if (!r->run[k])
            continue;
        size_t n = (size_t)1 << k, at = rank_in_run(r->run[k], n, hists, lo, hi);
        if (at < n && hists[r->run[k][at]].lo == lo && hists[r->run[k][at]].hi == hi)
            return r->run[k][at];
    }
    return UINT32_MAX;
}

bool gmon_ranges_overlap(const struct gmon_ranges *s, const struct histogram *hists, uint64_t lo,
                         uint64_t hi)
{
    for (unsigned k = 0; lo < hi && k < 32; k++) {
        if (!s->full.run[k])
            continue;
        /* The last range that begins below hi ends last of those: they are disjoint. */
        size_t at = rank_in_run(s->full.run[k], (size_t)1 << k, hists, hi, 0);
        if (at > 0 && hists[s->full.run[k][at - 1]].hi > lo)
            return true;
    }
    return false;
}

void gmon_ranges_release(struct gmon_ranges *s)
{
    for (unsigned k = 0; k < 32; k++) {
        free(s->full.run[k]);
        free(s->empty.run[k]);
    }
    *s = (struct gmon_ranges){0};
}
