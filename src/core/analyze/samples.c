/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks per symbol. A bin covers a range of address units (2 bytes); each symbol whose range
 * overlaps it gets the overlapping part of its ticks (gprof paper, section 3; GNU manual, node
 * "Sampling Error" says why bins and functions need not agree). */
#include "core/analyze/samples.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/search.h"
#include "core/select/symset.h"

enum { UNIT_BYTES = 2, STEP = 1 << 16 };

/* What ticks are added to. */
struct tick_sums {
    double *by_symbol;
    double total, joined; /* as in struct samples */
};

struct assigner {
    const struct table *t;
    const struct symset_pair *flat;
    struct tick_sums *out;
    sym_id at; /* first symbol that ends after the current bin's start; bins ascend */
    const struct sample_watch *watch; /* or NULL */
    uint32_t hist, bin;               /* for it: where we are */
};

/* A symbol reaches up to the next one, whatever its end.
 * QUIRK(gnu): the last symbol reaches nowhere and gets no time; pinned by tests/diff. gprof takes
 * its end from the memory after its table: with MALLOC_PERTURB_ set, which fills that, the symbol
 * gets all that lies there, so no rule can follow where it does without. Not so with libraries, of
 * which gprof knows nothing. */
static uint64_t upper_unit(const struct table *t, sym_id y)
{
    if (y + 1 < t->n_symbols)
        return t->symbols[y + 1].addr / UNIT_BYTES;
    return t->profile->n_joined ? t->symbols[y].end / UNIT_BYTES : 0;
}

static void credit(struct assigner *a, sym_id y, uint64_t overlap, double ticks, double scale)
{
    double part = (double)overlap * ticks / scale;
    sym_id whole = table_whole(a->t, y);
    a->out->joined += whole != y ? part : 0;
    y = whole;
    if (symset_lets(a->flat, y))
        a->out->by_symbol[y] += part;
    else
        a->out->total -= part;
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

/* weight: what a tick of the histogram counts for. */
static bool assign_histogram(struct assigner *a, const struct histogram *h, double scale,
                             double weight, const struct progress *progress, struct err *e)
{
    uint64_t next = 0; /* bin at which to look at the progress again */
    size_t n = search_upto(a->t->symbols, a->t->n_symbols, SEARCH_BY(struct symbol, addr),
                           h->lo / UNIT_BYTES * UNIT_BYTES);
    a->at = n ? (sym_id)(n - 1) : 0;
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1)) {
        if (i >= next && !progress_step(progress, "samples", i, h->n_bins))
            return err_set(e, ERR_CANCELLED, NULL);
        next = i >= next ? (uint64_t)i + STEP : next;
        a->bin = i;
        assign_bin(a, histogram_unit(h, scale, i), histogram_unit(h, scale, i + 1),
                   weight * (double)histogram_ticks(h, i), scale);
    }
    return true;
}

/* The samples of the profile. */
static bool assign_samples(struct assigner *a, struct tick_sums *out,
                           const struct progress *progress, struct err *e)
{
    const struct profile *p = a->t->profile;
    bool ok = true;
    a->out = out;
    for (a->hist = 0; ok && a->hist < p->n_hists; a->hist++)
        ok = assign_histogram(a, &p->hists[a->hist], histogram_scale(p, &p->hists[a->hist]), 1,
                              progress, e);
    return ok;
}

static bool assign_waits(struct assigner *a, struct tick_sums *out, const struct progress *progress,
                         struct err *e)
{
    const struct profile *p = a->t->profile;
    double weight = p->rate_hz ? (double)p->rate_hz / p->wait_hz : 1;
    bool ok = true;
    a->out = out;
    for (uint32_t i = 0; ok && i < p->n_waits; i++)
        ok = assign_histogram(a, &p->waits[i], p->waits[i].scale, weight, progress, e);
    return ok;
}

struct samples *samples_new(const struct table *t, const struct symset_pair *flat,
                            const struct progress *progress, struct err *e)
{
    struct assigner a = {.t = t, .flat = flat};
    struct samples *s = arena_object(sizeof *s);
    bool waits = t->profile->n_waits > 0;
    struct tick_sums self = {0}, wait = {0};
    /* Written first: a page that is read before that costs a fault more, and all threads wait. */
    s->self = arena_alloc(&s->memory, t->n_symbols, sizeof *s->self);
    self.by_symbol = memset(s->self, 0, t->n_symbols * sizeof *s->self);
    if (waits)
        s->wait = wait.by_symbol = arena_array(&s->memory, t->n_symbols, sizeof *s->wait);
    if (assign_samples(&a, &self, progress, e) && assign_waits(&a, &wait, progress, e)) {
        s->total = self.total;
        s->joined = self.joined;
        s->wait_total = wait.total;
        return s;
    }
    arena_object_free(s);
    return NULL;
}

void samples_watch(const struct table *t, const struct symset_pair *flat,
                   const struct sample_watch *w)
{
    struct assigner a = {.t = t, .flat = flat, .watch = w};
    struct tick_sums sums = {.by_symbol = mem_array(t->n_symbols, sizeof *sums.by_symbol)};
    struct err none = ERR_INIT; /* nobody cancels it */
    (void)!assign_samples(&a, &sums, NULL, &none);
    free(sums.by_symbol);
}

/* ---- basic-block counts (GNU manual, node "Basic-Block Counting"; only with -l) ---- */

/* Find the symbol of each raw block, and make room for the blocks of each symbol. */
static bool find_symbols(const struct table *t, struct blocks *b, sym_id *of,
                         const struct progress *progress, struct err *e)
{
    const struct profile *p = t->profile;
    for (size_t i = 0; i < p->n_blocks; i++) {
        if (i % STEP == 0 && !progress_step(progress, "blocks", i, p->n_blocks))
            return err_set(e, ERR_CANCELLED, NULL);
        of[i] = table_find(t, p->blocks[i].addr);
        if (of[i] != NO_ID && b->n[of[i]] < BLOCKS_MAX)
            b->n[of[i]]++;
    }
    for (sym_id s = 0; s < t->n_symbols; s++) {
        b->lo[s + 1] = b->lo[s] + b->n[s];
        b->n[s] = 0;
    }
    return true;
}

struct blocks *blocks_new(const struct table *t, const struct progress *progress, struct err *e)
{
    const struct profile *p = t->profile;
    struct blocks *b = arena_object(sizeof *b);
    sym_id *of = mem_array_raw(p->n_blocks, sizeof *of);
    b->lo = arena_array(&b->memory, (size_t)t->n_symbols + 1, sizeof *b->lo);
    b->n = arena_array(&b->memory, t->n_symbols, sizeof *b->n);

    bool ok = find_symbols(t, b, of, progress, e);
    if (ok)
        b->v = arena_alloc(&b->memory, b->lo[t->n_symbols], sizeof *b->v);
    for (size_t i = 0; ok && i < p->n_blocks; i++)
        if (of[i] != NO_ID) {
            /* QUIRK(gnu): a symbol has ten places, further addresses are dropped, and one of
             * address 0 becomes that of the next address, or is nothing; pinned by tests/diff. */
            sym_id s = of[i];
            const struct raw_block *x = &p->blocks[i];
            struct raw_block *v = b->v + b->lo[s];
            unsigned k = 0;
            while (k < b->n[s] && v[k].addr && v[k].addr != x->addr)
                k++;
            if (k < b->n[s]) {
                v[k].addr = x->addr;
                v[k].count += x->count;
            } else if (k < BLOCKS_MAX) {
                v[k] = *x;
                b->n[s]++;
            }
        }
    sym_id first = table_find(t, 0);
    if (ok && first != NO_ID && b->n[first] && !b->v[b->lo[first] + b->n[first] - 1].addr)
        b->n[first]--;
    free(of);
    if (ok)
        return b;
    arena_object_free(b);
    return NULL;
}
