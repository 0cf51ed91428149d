/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks per symbol. A bin covers a range of address units (2 bytes); each symbol whose range
 * overlaps it gets the overlapping part of its ticks (gprof paper, section 3; GNU manual, node
 * "Sampling Error" says why bins and functions need not agree). */
#include "core/analyze/samples.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/select/symset.h"

enum { UNIT_BYTES = 2, STEP = 1 << 16 };

struct assigner {
    const struct table *t;
    const struct symset *in, *ex;
    const struct symset *runtime; /* NULL: nobody asks what options took out */
    struct samples *out;
    sym_id at; /* first symbol that ends after the current bin's start; bins ascend */
    const struct sample_watch *watch; /* or NULL */
    uint32_t hist, bin;               /* for it: where we are */
};

/* A symbol reaches up to the next one, whatever its end.
 * QUIRK(gnu): the last symbol reaches nowhere and gets no time; pinned by tests/diff. Not so with
 * libraries, of which gprof knows nothing. */
static uint64_t upper_unit(const struct table *t, sym_id y)
{
    if (y + 1 < t->n_symbols)
        return t->symbols[y + 1].addr / UNIT_BYTES;
    return t->profile->n_joined ? t->symbols[y].end / UNIT_BYTES : 0;
}

/* floor(scale * i), where absurd scales stay in range. */
static uint64_t units_before(double scale, uint32_t i)
{
    double v = scale * i;
    return v >= 0 && v < 0x1p64 ? (uint64_t)v : v > 0 ? UINT64_MAX : 0;
}

static void credit(struct assigner *a, sym_id y, uint64_t overlap, double ticks, double scale)
{
    double part = (double)overlap * ticks / scale;
    if (symset_lets(a->in, a->ex, y)) {
        a->out->self[y] += part;
    } else {
        a->out->total -= part;
        a->out->out += a->runtime && !symset_has(a->runtime, y) ? part : 0;
    }
    if (a->watch)
        a->watch->on_part(a->watch->ctx, a->hist, a->bin, y, part);
}

/* The bin of address units [lo, hi). */
static void assign_bin(struct assigner *a, uint64_t lo, uint64_t hi, double ticks, double scale)
{
    const struct table *t = a->t;
    a->out->total += ticks;
    while (a->at + 1 < t->n_symbols && upper_unit(t, a->at) <= lo)
        a->at++;
    for (sym_id y = a->at; y < t->n_symbols; y++) {
        uint64_t start = t->symbols[y].addr / UNIT_BYTES, end = upper_unit(t, y);
        if (start >= hi)
            break;
        start = start > lo ? start : lo;
        end = end < hi ? end : hi;
        if (end > start)
            credit(a, y, end - start, ticks, scale);
    }
}

static bool assign_histogram(struct assigner *a, const struct histogram *h, double scale,
                             const struct progress *progress, struct err *e)
{
    uint64_t base = h->lo / UNIT_BYTES;
    uint64_t next = 0; /* bin at which to look at the progress again */
    a->at = 0;
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1)) {
        if (i >= next && !progress_step(progress, "samples", i, h->n_bins))
            return err_set(e, ERR_CANCELLED, NULL);
        next = i >= next ? (uint64_t)i + STEP : next;
        a->bin = i;
        assign_bin(a, base + units_before(scale, i), base + units_before(scale, i + 1),
                   (double)histogram_ticks(h, i), scale);
    }
    return true;
}

/* a->out is for this to make. */
static struct samples *assign_all(struct assigner *a, const struct progress *progress,
                                  struct err *e)
{
    struct samples *s = a->out = arena_object(sizeof *s);
    const struct profile *p = a->t->profile;
    if (s)
        s->self = arena_array(&s->memory, a->t->n_symbols, sizeof *s->self);
    bool ok = (s && s->self) || err_memory(e, 0);
    for (a->hist = 0; ok && a->hist < p->n_hists; a->hist++)
        ok = assign_histogram(a, &p->hists[a->hist], histogram_scale(p, &p->hists[a->hist]),
                              progress, e);
    if (ok)
        return s;
    arena_object_free(s);
    return NULL;
}

struct samples *samples_new(const struct table *t, const struct symset *in, const struct symset *ex,
                            const struct symset *runtime, const struct progress *progress,
                            struct err *e)
{
    return assign_all(&(struct assigner){.t = t, .in = in, .ex = ex, .runtime = runtime}, progress,
                      e);
}

bool samples_watch(const struct table *t, const struct symset *in, const struct symset *ex,
                   const struct sample_watch *w, struct err *e)
{
    struct samples *s =
        assign_all(&(struct assigner){.t = t, .in = in, .ex = ex, .watch = w}, NULL, e);
    arena_object_free(s);
    return s;
}
