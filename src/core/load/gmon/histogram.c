/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histogram records of all files, united: GNU gprof's checks, in its order. */
#include "core/load/gmon/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/task.h"

/* ---- which histogram has a range ---- */

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

/* Index the histograms that have come since the last time. */
static const struct histogram_index *indexed(struct profile *p)
{
    struct histogram_index *s = &p->ranges;
    for (; s->n < p->n_hists; s->n++) {
        uint32_t **run = p->hists[s->n].lo < p->hists[s->n].hi ? s->full : s->empty;
        uint32_t *carry = mem_array_raw(1, sizeof *carry);
        unsigned k = 0;
        *carry = s->n;
        for (; run[k]; k++) { /* of the 32, not all are taken: ids are different */
            carry = merge_runs(run[k], carry, (size_t)1 << k, p->hists);
            run[k] = NULL;
        }
        run[k] = carry;
    }
    return s;
}

static uint32_t find_range(struct profile *p, uint64_t lo, uint64_t hi)
{
    const struct histogram_index *s = indexed(p);
    uint32_t *const *run = lo < hi ? s->full : s->empty;
    for (unsigned k = 0; k < 32; k++) {
        if (!run[k])
            continue;
        size_t n = (size_t)1 << k, at = rank_in_run(run[k], n, p->hists, lo, hi);
        if (at < n && p->hists[run[k][at]].lo == lo && p->hists[run[k][at]].hi == hi)
            return run[k][at];
    }
    return UINT32_MAX;
}

static bool overlaps(struct profile *p, uint64_t lo, uint64_t hi)
{
    uint32_t *const *run = indexed(p)->full;
    for (unsigned k = 0; lo < hi && k < 32; k++) {
        if (!run[k])
            continue;
        /* The last range that begins below hi ends last of those: they are disjoint. */
        size_t at = rank_in_run(run[k], (size_t)1 << k, p->hists, hi, 0);
        if (at > 0 && p->hists[run[k][at - 1]].hi > lo)
            return true;
    }
    return false;
}

/* ---- records ---- */

enum {
    UNIT_BYTES = 2,
    BINS_SHARED = 1 << 19, /* from there on two threads read them */
};

/* Address units per bin, GNU manual "Sampling Error": whole units of the range first, then the
 * quotient. Infinite or not a number if there are no bins. */
static double scale_of(const struct gmon_hist_head *h)
{
    return (double)((h->hi - h->lo) / UNIT_BYTES) / h->n_bins;
}

static bool agree(const struct profile *p, const struct gmon_hist_head *h, struct err *e)
{
    if (strcmp(p->dimension, h->dimension) != 0)
        return err_what(e, ERR_GMON_DIMENSION, NULL, p->dimension, h->dimension);
    if (p->abbrev != h->abbrev)
        return err_what(e, ERR_GMON_ABBREV, NULL, (char[]){p->abbrev, '\0'},
                        (char[]){h->abbrev, '\0'});
    if (fabs(scale_of(h) - p->scale) > 0.000001)
        return err_set(e, ERR_GMON_SCALE, NULL);
    return true;
}

bool gmon_accept(const struct gmon_reader *r, const struct gmon_hist_head *h, struct err *e)
{
    struct profile *p = r->p;
    if (p->n_hists == 0)
        return true;
    if (!agree(p, h, e))
        return false;
    uint32_t id = find_range(p, h->lo, h->hi);
    if (id != UINT32_MAX) /* of nearly equal scales the bin counts can still differ */
        return p->hists[id].n_bins == h->n_bins || err_set(e, ERR_GMON_SCALE, NULL);
    return !overlaps(p, h->lo, h->hi) || err_set(e, ERR_GMON_OVERLAP, NULL);
}

struct histogram *gmon_place(struct gmon_reader *r, const struct gmon_hist_head *h)
{
    struct profile *p = r->p;
    if (p->n_hists == 0) {
        p->rate_hz = h->rate_hz;
        p->scale = scale_of(h);
        memcpy(p->dimension, h->dimension, sizeof p->dimension);
        p->abbrev = h->abbrev;
    }
    uint32_t id = find_range(p, h->lo, h->hi);
    if (id == UINT32_MAX) {
        id = p->n_hists;
        if (id == UINT32_MAX)
            mem_fail();
        mem_grow(&p->hists, &r->hist_cap, (size_t)id + 1, sizeof *p->hists);
        p->hists[p->n_hists++] = (struct histogram){.lo = h->lo, .hi = h->hi, .n_bins = h->n_bins};
    }
    return &p->hists[id];
}

struct gmon_hist_head gmon_head_of(const struct profile *one, const struct histogram *h)
{
    struct gmon_hist_head head = {.lo = h->lo,
                                  .hi = h->hi,
                                  .n_bins = h->n_bins,
                                  .rate_hz = one->rate_hz,
                                  .abbrev = one->abbrev};
    memcpy(head.dimension, one->dimension, sizeof head.dimension);
    return head;
}

/* Bins of a record, for one thread. */
struct bin_run {
    const uint8_t *from;
    size_t i, n;   /* those from i up to n */
    unsigned high; /* which byte of a bin is the high one */
    struct histogram *h;
    uint64_t ticks, full; /* what is said of the file */
};

/* They become those of h, or are added to them. */
static void read_bins(void *ctx)
{
    static const uint16_t none[4];
    struct bin_run *b = ctx;
    const uint8_t *from = b->from;
    const unsigned high = b->high;
    uint64_t *bins = b->h->bins, ticks = 0, full = 0;
    size_t at = b->i;
    for (size_t i = b->i, n = b->n, end; i < n; i = end) {
        struct bin_group g = {0, (uint32_t)at};
        end = n - i < BIN_GROUP ? n : i + BIN_GROUP;
        for (size_t k = i; k < end; k++) {
            while (end - k >= 4 && memcmp(from + 2 * k, none, sizeof none) == 0)
                k += 4;
            if (k == end)
                break;
            const unsigned v = (unsigned)from[2 * k + high] << 8 | from[2 * k + 1 - high];
            if (bins)
                bins[k] += v;
            else if (v) {
                g.some |= UINT32_C(1) << (k - i);
                b->h->ticks[at++] = (uint16_t)v;
            }
            ticks += v;
            full += v == GMON_BIN_MOST;
        }
        if (!bins)
            b->h->record[i / BIN_GROUP] = g;
    }
    b->ticks = ticks;
    b->full = full;
}

bool gmon_add_bins(struct gmon_reader *r, struct histogram *h, size_t n, struct err *e)
{
    const size_t half = n > BINS_SHARED ? n / 2 / BIN_GROUP * BIN_GROUP : n;
    const size_t n_groups = n / BIN_GROUP + 1;
    const size_t group_bytes = sizeof *h->record + BIN_GROUP * sizeof *h->ticks;
    struct bin_run a = {cursor_bytes(&r->c, 2 * n), 0, half, r->c.big_endian ? 0 : 1, h, 0, 0},
                   b = a;
    if (h->bins || h->record)
        histogram_widen(h);
    else if ((h->record = mem_try_array_raw(n_groups, group_bytes)))
        h->ticks = (uint16_t *)(h->record + n_groups);
    else
        return err_memory(e, n_groups * group_bytes);
    b.i = half;
    b.n = n;
    task_both(read_bins, &a, half < n ? &b : NULL);
    r->file.ticks += a.ticks + b.ticks;
    r->file.n_full_bins += a.full + b.full;
    return true;
}
