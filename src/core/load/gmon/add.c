/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/add.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/sort.h"
#include "core/load/gmon/reader.h"

enum {
    FEW = 1 << 15, /* records that may stay apart */
    LOOK_AHEAD = 8,
};

/* Records of `words` numbers each, of which the last is a count and the others say of what. Sorted
 * and not hashed, since whoever makes files knows the hash function. */
struct records {
    uint64_t *v;
    size_t n;
    unsigned words;
};

static uint64_t *record(const struct records *r, size_t i)
{
    return r->v + i * r->words;
}

static bool same_thing(const struct records *r, size_t a, size_t b)
{
    for (unsigned w = 0; w + 1 < r->words; w++)
        if (record(r, a)[w] != record(r, b)[w])
            return false;
    return true;
}

static void add_count(const struct records *r, size_t to, size_t from)
{
    record(r, to)[r->words - 1] += record(r, from)[r->words - 1];
}

static void move(const struct records *r, size_t to, size_t from)
{
    for (unsigned w = 0; w < r->words; w++)
        record(r, to)[w] = record(r, from)[w];
}

/* ---- what comes in the same order ---- */

/* The records before `first` are walked along with those after it. */
static size_t walk_along(const struct records *r, size_t first)
{
    size_t at = 0, n = first;
    if (first == 0)
        return r->n;
    for (size_t i = first; i < r->n; i++) {
        size_t like = at, most = first - at < LOOK_AHEAD ? first : at + LOOK_AHEAD;
        while (like < most && !same_thing(r, like, i))
            like++;
        if (like < most) {
            add_count(r, like, i);
            at = like + 1;
        } else {
            move(r, n++, i);
        }
    }
    return n;
}

/* ---- what comes in any order ---- */

/* If it is due. *n_united: how many there were after the last time, 0 if there was none. */
static void unite(struct records *r, size_t *n_united)
{
    if (r->n < FEW || r->n / 2 < *n_united || r->n >= UINT32_MAX)
        return;
    uint32_t *ids = mem_array_raw(r->n, sizeof *ids);
    uint64_t *keys = mem_array_raw(r->n, sizeof *keys);
    bool *gone = mem_array(r->n, sizeof *gone);
    /* Record numbers such that those of one thing stand together, in their order. */
    for (size_t i = 0; i < r->n; i++)
        ids[i] = (uint32_t)i;
    for (unsigned w = 0; w + 1 < r->words; w++) {
        for (size_t i = 0; i < r->n; i++)
            keys[i] = record(r, ids[i])[w];
        sort_radix(keys, ids, r->n);
    }
    /* Add counts up in the first record of each thing; gone[] marks the others. */
    for (size_t i = 1, first = 0; i < r->n; i++) {
        if (!same_thing(r, ids[first], ids[i])) {
            first = i;
            continue;
        }
        add_count(r, ids[first], ids[i]);
        gone[ids[i]] = true;
    }
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        if (!gone[i])
            move(r, n++, i);
    *n_united = r->n = n;
    free(ids);
    free(keys);
    free(gone);
}

/* ---- in profiles ---- */

static struct records arcs_of(const struct profile *p)
{
    return (struct records){(uint64_t *)p->arcs, p->n_arcs, sizeof *p->arcs / sizeof(uint64_t)};
}

static struct records blocks_of(const struct profile *p)
{
    return (struct records){(uint64_t *)p->blocks, p->n_blocks,
                            sizeof *p->blocks / sizeof(uint64_t)};
}

void gmon_unite_new(struct profile *p, size_t first_arc, size_t first_block)
{
    const struct records arcs = arcs_of(p), blocks = blocks_of(p);
    p->n_arcs = walk_along(&arcs, first_arc);
    p->n_blocks = walk_along(&blocks, first_block);
}

void gmon_unite(struct profile *p)
{
    struct records arcs = arcs_of(p), blocks = blocks_of(p);
    unite(&arcs, &p->n_united_arcs);
    unite(&blocks, &p->n_united_blocks);
    p->n_arcs = arcs.n;
    p->n_blocks = blocks.n;
}

/* ---- profiles ---- */

bool gmon_fits(struct profile *p, const struct profile *one, struct err *e)
{
    struct gmon_reader r = {.p = p};
    bool ok = true;
    for (uint32_t i = 0; ok && i < one->n_hists; i++) {
        const struct gmon_hist_head head = gmon_head_of(one, &one->hists[i]);
        ok = gmon_accept(&r, &head, e);
    }
    return ok;
}

void gmon_add(struct profile *p, struct profile *one)
{
    struct gmon_reader r = {.p = p, .hist_cap = p->n_hists};
    for (uint32_t i = 0; i < one->n_hists; i++) {
        struct histogram *h = &one->hists[i];
        const struct gmon_hist_head head = gmon_head_of(one, h);
        struct histogram *to = gmon_place(&r, &head);
        if (!to->bins && !to->record) {
            *to = *h;
            h->bins = NULL;
            h->record = NULL;
            continue;
        }
        histogram_widen(to);
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            to->bins[k] += histogram_ticks(h, k);
    }
    const size_t n_arcs = p->n_arcs, n_blocks = p->n_blocks;
    size_t arc_cap = n_arcs, block_cap = n_blocks;
    mem_grow(&p->arcs, &arc_cap, n_arcs + one->n_arcs, sizeof *p->arcs);
    mem_grow(&p->blocks, &block_cap, n_blocks + one->n_blocks, sizeof *p->blocks);
    if (one->n_arcs)
        memcpy(p->arcs + n_arcs, one->arcs, one->n_arcs * sizeof *p->arcs);
    if (one->n_blocks)
        memcpy(p->blocks + n_blocks, one->blocks, one->n_blocks * sizeof *p->blocks);
    p->n_arcs += one->n_arcs;
    p->n_blocks += one->n_blocks;
    gmon_unite_new(p, n_arcs, n_blocks);
    size_t cap = p->n_files;
    mem_grow(&p->files, &cap, cap + one->n_files, sizeof *p->files);
    for (uint32_t i = 0; i < one->n_files; i++) {
        struct profile_file *f = &p->files[p->n_files++];
        *f = one->files[i];
        f->path = arena_text(&p->memory, f->path, strlen(f->path));
    }
    one->n_files = 0;
    p->has_histogram |= one->has_histogram;
    p->has_arcs |= one->has_arcs;
    p->has_blocks |= one->has_blocks;
}
