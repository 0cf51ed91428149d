/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sum over a set of functions needs the set, not only the sums of callees, whose sets overlap.
 * Sets are bit masks, one bit for each of some functions at a time, that go over the graph without
 * cycles in its topological order. For a few functions the bits are these, handed from callers to
 * callees. For all, the bits are those that have time, handed from callees to callers: few
 * functions were ever sampled. */
#include "core/analyze/questions/reach.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/task.h"

enum {
    FEW = 64, /* functions in one walk */
    FEW_WALKS = 8,
    WORDS = 24,     /* of a mask for all */
    SEEN_BITS = 10, /* 2^10 masks are looked up */
};

static const uint32_t NO_MASK = UINT32_MAX;

/* ---- the graph without cycles ---- */

/* Functions of one number are one cycle. */
static void number_knots(struct reach *r, const struct cycles *c, uint32_t n_nodes)
{
    for (uint32_t i = 0; i < n_nodes; i++) {
        sym_id s = c->upward[i];
        if (i && c->number[s] != c->number[c->upward[i - 1]])
            r->n++;
        r->knot_of[s] = r->n;
    }
    r->n += n_nodes > 0;
}

static void list_arcs(struct reach *r, const struct flow_graph *g, const struct cycles *c)
{
    uint32_t n = 0, knot = 0;
    r->lo[0] = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        sym_id s = c->upward[i];
        if (r->knot_of[s] != knot)
            r->lo[++knot] = n;
        for (uint32_t k = g->lo[s]; k < g->lo[s + 1]; k++)
            if (r->knot_of[g->to[k]] != knot)
                r->to[n++] = r->knot_of[g->to[k]];
    }
    r->lo[r->n] = n;
}

static bool make(struct reach *r, const struct flow_graph *g, const struct cycles *c,
                 const double *weight, const double *part)
{
    r->knot_of = arena_alloc(&r->memory, g->n, sizeof *r->knot_of);
    if (!r->knot_of)
        return false;
    number_knots(r, c, g->n);
    r->knots = arena_array(&r->memory, r->n, sizeof *r->knots);
    r->lo = arena_alloc(&r->memory, (size_t)r->n + 1, sizeof *r->lo);
    r->to = arena_alloc(&r->memory, g->lo[g->n], sizeof *r->to);
    if (!r->knots || !r->lo || !r->to)
        return false;
    list_arcs(r, g, c);
    for (uint32_t k = 0; k < r->n; k++)
        r->knots[k].all = -1;
    for (uint32_t s = 0; s < g->n; s++) {
        r->knots[r->knot_of[s]].weight += weight[s];
        r->knots[r->knot_of[s]].part += part[s];
    }
    return true;
}

struct reach *reach_new(const struct flow_graph *g, const struct cycles *c, const double *weight,
                        const double *part)
{
    struct reach *r = arena_object(sizeof *r);
    if (r && make(r, g, c, weight, part))
        return r;
    arena_object_free(r);
    return NULL;
}

/* ---- from a few ---- */

static void add_to_asked(const struct reach *r, const struct knot *k, uint64_t mask,
                         const uint32_t *asked)
{
    for (unsigned i = 0; i < FEW && mask >> i; i++) {
        struct knot *to = &r->knots[asked[i]];
        if (!(mask >> i & 1))
            continue;
        to->all += k->weight;
        to->part_of_all += k->part;
    }
}

/* Hand the bits of the n > 0 asked ones down, and add what each of them comes to. */
static void walk_down(struct reach *r, const uint32_t *asked, unsigned n, uint64_t *mask)
{
    uint32_t top = 0;
    memset(mask, 0, r->n * sizeof *mask);
    for (unsigned i = 0; i < n; i++) {
        mask[asked[i]] |= UINT64_C(1) << i;
        top = asked[i] > top ? asked[i] : top;
    }
    for (uint32_t k = top + 1; k-- > 0;) {
        if (!mask[k])
            continue;
        for (uint32_t i = r->lo[k]; i < r->lo[k + 1]; i++)
            mask[r->to[i]] |= mask[k];
        if (r->knots[k].weight > 0)
            add_to_asked(r, &r->knots[k], mask[k], asked);
    }
    r->n_walks++;
}

/* From nodes[*at] on, the next few that are not known; their sums begin at nothing. */
static unsigned ask(struct reach *r, const uint32_t *nodes, size_t n, size_t *at, uint32_t *asked)
{
    unsigned n_asked = 0;
    for (; *at < n && n_asked < FEW; ++*at) {
        uint32_t k = r->knot_of[nodes[*at]];
        if (r->knots[k].all >= 0)
            continue;
        r->knots[k].all = r->knots[k].part_of_all = 0;
        asked[n_asked++] = k;
    }
    return n_asked;
}

bool reach_some(struct reach *r, const uint32_t *nodes, size_t n, const struct progress *progress)
{
    uint32_t asked[FEW];
    uint64_t *mask = NULL;
    size_t at = 0;
    bool ok = true;
    while (at < n && r->knots[r->knot_of[nodes[at]]].all >= 0)
        at++;
    if (at < n && r->n_walks < FEW_WALKS)
        ok = (mask = mem_array_raw(r->n, sizeof *mask));
    while (ok && at < n && r->n_walks < FEW_WALKS) {
        unsigned n_asked = ask(r, nodes, n, &at, asked);
        if (n_asked)
            walk_down(r, asked, n_asked, mask);
        ok = progress_step(progress, "ranges", at, n);
    }
    free(mask);
    return ok && (at == n || reach_all(r, progress));
}

/* ---- for all ---- */

/* A set of some functions with time, and what they come to. */
struct reach_mask {
    uint64_t word[WORDS];
    double all, part;
};

struct reach_sum {
    double all, part;
};

/* Knots that reach the same functions share a mask: above what all calls of a part of the program
 * lead to, most do. mask[0] is empty. */
struct reach_walk {
    const struct reach *r;
    const uint32_t *bit; /* knots, ascending */
    uint32_t n_bits;     /* 1 .. 64 * WORDS */
    struct reach_mask *mask;
    uint32_t n_masks;
    uint32_t *of;                  /* per knot from bit[0] on: its mask */
    uint32_t seen[1 << SEEN_BITS]; /* by hash of its words: a mask, 0 for none */
    struct reach_sum *sum;         /* per knot, of the walks so far */
};

/* The one mask of all callees that reach anything; 0 if none does, NO_MASK if there are several. */
static uint32_t common_mask(const struct reach_walk *w, uint32_t k)
{
    const struct reach *r = w->r;
    uint32_t common = 0;
    for (uint32_t i = r->lo[k]; i < r->lo[k + 1]; i++) {
        uint32_t of = r->to[i] < w->bit[0] ? 0 : w->of[r->to[i]];
        if (!of || of == common)
            continue;
        if (common)
            return NO_MASK;
        common = of;
    }
    return common;
}

/* The callees' bits together in m, which is empty, and the callee's mask that reaches most. */
static uint32_t unite(const struct reach_walk *w, uint32_t k, struct reach_mask *m)
{
    const struct reach *r = w->r;
    uint32_t most = 0, last = 0;
    for (uint32_t i = r->lo[k]; i < r->lo[k + 1]; i++) {
        uint32_t of = r->to[i] < w->bit[0] ? 0 : w->of[r->to[i]];
        const struct reach_mask *callee = &w->mask[of];
        if (of == last)
            continue;
        for (unsigned j = 0; j < WORDS; j++)
            m->word[j] |= callee->word[j];
        if (callee->all > w->mask[most].all)
            most = of;
        last = of;
    }
    return most;
}

/* Add up m, a superset of `most`. A knot mostly reaches little more than one of its callees does.
 * False if it reaches nothing more. */
static bool add_new_bits(const struct reach_walk *w, struct reach_mask *m,
                         const struct reach_mask *most)
{
    bool any = false;
    m->all = most->all;
    m->part = most->part;
    for (unsigned j = 0; j < WORDS; j++) {
        uint64_t left = m->word[j] & ~most->word[j];
        any |= left != 0;
        for (uint32_t i = 64 * j; left; i++, left >>= 1) {
            for (; !(left & 0xff); left >>= 8)
                i += 8;
            if (left & 1) {
                m->all += w->r->knots[w->bit[i]].weight;
                m->part += w->r->knots[w->bit[i]].part;
            }
        }
    }
    return any;
}

/* Good in its high bits. */
static uint64_t hash_words(const uint64_t *word)
{
    uint64_t h = HASH_START;
    for (unsigned j = 0; j < WORDS; j++)
        h = (h ^ word[j]) * UINT64_C(0x9e3779b97f4a7c15);
    return h;
}

/* The mask with the words of the newest one, if one was met: that, or else the newest, which then
 * is one of them. */
static uint32_t keep_once(struct reach_walk *w)
{
    const struct reach_mask *m = &w->mask[w->n_masks];
    uint32_t *seen = &w->seen[hash_words(m->word) >> (64 - SEEN_BITS)];
    if (*seen && memcmp(w->mask[*seen].word, m->word, sizeof m->word) == 0)
        return *seen;
    return *seen = w->n_masks++;
}

/* The mask of a knot that is bit `own` (64 * WORDS: none) itself, or has callees with several. */
static uint32_t own_mask(struct reach_walk *w, uint32_t k, uint32_t own)
{
    struct reach_mask *m = &w->mask[w->n_masks];
    *m = (struct reach_mask){.all = 0};
    uint32_t most = unite(w, k, m);
    if (own < 64 * WORDS)
        m->word[own / 64] |= UINT64_C(1) << own % 64;
    if (!add_new_bits(w, m, &w->mask[most]))
        return most;
    return own < 64 * WORDS ? w->n_masks++ : keep_once(w);
}

/* Hand the bits up. What stands before the first one reaches none of them. */
static void walk_up(struct reach_walk *w)
{
    const struct reach *r = w->r;
    uint32_t next = 0;
    w->n_masks = 1;
    w->mask[0] = (struct reach_mask){.all = 0};
    memset(w->seen, 0, sizeof w->seen);
    for (uint32_t k = w->bit[0]; k < r->n; k++) {
        bool is_bit = next < w->n_bits && w->bit[next] == k;
        uint32_t of = is_bit ? NO_MASK : common_mask(w, k);
        if (of == NO_MASK)
            of = own_mask(w, k, is_bit ? next : 64 * WORDS);
        next += is_bit;
        w->of[k] = of;
        w->sum[k].all += w->mask[of].all;
        w->sum[k].part += w->mask[of].part;
    }
}

/* The knots that have time, and their number. */
static uint32_t *list_bits(const struct reach *r, uint32_t *n)
{
    uint32_t *bits = mem_array_raw(r->n, sizeof *bits);
    *n = 0;
    for (uint32_t k = 0; bits && k < r->n; k++)
        if (r->knots[k].weight > 0)
            bits[(*n)++] = k;
    return bits;
}

/* Every second walk, from one of the first two on. */
struct reach_half {
    struct reach_walk w;
    const uint32_t *bits;
    uint32_t first, n; /* bits[first] is the first bit of its first walk; n of all */
    const struct progress *progress;
    atomic_bool *stop; /* for both */
};

static void walk_half(void *ctx)
{
    struct reach_half *h = ctx;
    for (uint64_t at = h->first; at < h->n; at += 2 * 64 * WORDS) {
        if (!progress_step(h->progress, "ranges", at, h->n))
            atomic_store(h->stop, true);
        if (atomic_load(h->stop))
            return;
        h->w.bit = h->bits + at;
        h->w.n_bits = h->n - at < 64 * WORDS ? (uint32_t)(h->n - at) : 64 * WORDS;
        walk_up(&h->w);
    }
}

static bool half_alloc(struct reach_half *h, const struct reach *r)
{
    h->w.r = r;
    h->w.mask = mem_array_raw((size_t)r->n + 1, sizeof *h->w.mask);
    h->w.of = mem_array_raw(r->n, sizeof *h->w.of);
    h->w.sum = mem_array(r->n, sizeof *h->w.sum);
    return h->w.mask && h->w.of && h->w.sum;
}

static void half_release(struct reach_half *h)
{
    free(h->w.mask);
    free(h->w.of);
    free(h->w.sum);
}

/* Both halves, by two threads where it pays. */
static bool walk_all(struct reach_half *half, unsigned n_halves)
{
    struct task task;
    if (n_halves > 1)
        task_start(&task, walk_half, &half[1], true);
    walk_half(&half[0]);
    if (n_halves > 1)
        task_finish(&task);
    return !atomic_load(half->stop);
}

/* Sums that are known are made again, so that those of all functions have one order. */
static void set_all(struct reach *r, const struct reach_half *half, unsigned n_halves)
{
    for (uint32_t k = 0; k < r->n; k++) {
        r->knots[k].all = half[0].w.sum[k].all;
        r->knots[k].part_of_all = half[0].w.sum[k].part;
        if (n_halves > 1) {
            r->knots[k].all += half[1].w.sum[k].all;
            r->knots[k].part_of_all += half[1].w.sum[k].part;
        }
    }
}

bool reach_all(struct reach *r, const struct progress *progress)
{
    atomic_bool stop = false;
    uint32_t n = 0, *bits = r->has_all ? NULL : list_bits(r, &n);
    const unsigned n_halves = n > 64 * WORDS ? 2 : 1;
    struct reach_half half[2] = {
        {.bits = bits, .n = n, .progress = progress, .stop = &stop},
        {.bits = bits, .n = n, .first = 64 * WORDS, .stop = &stop},
    };
    bool ok = bits && half_alloc(&half[0], r) && (n_halves == 1 || half_alloc(&half[1], r));
    if (ok && walk_all(half, n_halves)) {
        set_all(r, half, n_halves);
        r->has_all = true;
    }
    half_release(&half[0]);
    half_release(&half[1]);
    free(bits);
    return r->has_all;
}
