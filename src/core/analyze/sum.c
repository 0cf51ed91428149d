/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/sum.h"

#include <string.h>

#include "core/analyze/graph.h"
#include "core/base/sort.h"
#include "core/load/gmon/format.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/write.h"

/* -O bsd takes the header of 4.4BSD where the old one, which has no rate, would not do. */
static enum gmon_layout layout_of(const struct settings *s, const struct profile *p)
{
    if (s->file_format == GMON_FORMAT_BSD)
        return p->rate_hz == GMON_CLOCK_HZ ? GMON_BSD : GMON_BSD44;
    return s->file_format == GMON_FORMAT_BSD44 ? GMON_BSD44 : GMON_MAGIC;
}

/* The arcs that files recorded, by the symbols that they were credited to. */
static struct raw_arc *list_credited(const struct analysis *a, struct arena *memory, size_t *n)
{
    const struct graph *g = a->recorded;
    const struct symbol *y = a->table->symbols;
    struct raw_arc *v = arena_alloc(memory, g->n_arcs, sizeof *v);
    *n = g->n_arcs;
    for (arc_id i = 0; i < g->n_arcs; i++)
        v[i] = (struct raw_arc){y[g->arcs[i].from].addr, y[g->arcs[i].to].addr, g->arcs[i].count};
    return v;
}

/* ---- arcs as they were recorded ---- */

static uint64_t pair_of(sym_id from, sym_id to)
{
    return (uint64_t)from << 32 | to;
}

/* Drop the arcs that ARCS sets do not let through. */
static void filter_arcs(const struct analysis *a, struct arena *memory, struct raw_arc *v,
                        size_t *n_arcs)
{
    /* The symbols at the ends of those that they do, sorted. */
    const struct graph *g = a->recorded;
    uint64_t *pairs = arena_alloc(memory, g->n_arcs, sizeof *pairs);
    size_t n = 0;
    for (arc_id i = 0; i < g->n_arcs; i++)
        pairs[i] = pair_of(g->arcs[i].from, g->arcs[i].to);
    sort_ascending(pairs, g->n_arcs, SEARCH_PLAIN(uint64_t));
    const struct arc_ends *ends = arc_ends_of(a->table, v, *n_arcs, memory);
    for (size_t i = 0; i < *n_arcs; i++) {
        const uint64_t pair = pair_of(ends[i].from, ends[i].to);
        const size_t at = search_below(pairs, g->n_arcs, SEARCH_PLAIN(uint64_t), pair);
        if (at < g->n_arcs && pairs[at] == pair)
            v[n++] = v[i];
    }
    *n_arcs = n;
}

/* The arcs between the places that files recorded, in their order. */
static struct raw_arc *list_raw(const struct analysis *a, struct arena *memory, size_t *n)
{
    const struct profile *p = a->profile;
    struct raw_arc *v = arena_alloc(memory, p->n_arcs, sizeof *v);
    if (p->n_arcs)
        memcpy(v, p->arcs, p->n_arcs * sizeof *v);
    *n = gmon_sort(&v->from, p->n_arcs, sizeof *v / sizeof(uint64_t));
    if (a->recorded != a->all_arcs)
        filter_arcs(a, memory, v, n);
    return v;
}

/* ---- blocks ---- */

/* The blocks that symbols have room for, in symbol order. */
static struct raw_block *list_placed(const struct analysis *a, struct arena *memory, size_t *n)
{
    const struct blocks *b = a->blocks;
    size_t most = b ? b->lo[a->n_symbols] : 0;
    struct raw_block *v = arena_alloc(memory, most, sizeof *v);
    *n = 0;
    for (sym_id s = 0; most && s < a->n_symbols; s++)
        for (unsigned i = 0; i < b->n[s]; i++)
            v[(*n)++] = b->v[b->lo[s] + i];
    return v;
}

/* All blocks, in the order of their addresses. */
static struct raw_block *list_blocks(const struct profile *p, struct arena *memory, size_t *n)
{
    struct raw_block *v = arena_alloc(memory, p->n_blocks, sizeof *v);
    if (p->n_blocks)
        memcpy(v, p->blocks, p->n_blocks * sizeof *v);
    *n = gmon_sort(&v->addr, p->n_blocks, sizeof *v / sizeof(uint64_t));
    return v;
}

/* ---- the file ---- */

bool sum_write(const struct analysis *a, const struct settings *s, const char *path, struct err *e)
{
    const struct profile *p = a->profile;
    struct gmon_content c = {
        .layout = layout_of(s, p),
        .big_endian = p->image->big_endian,
        .addr_bytes = p->image->addr_bytes,
        .long_bytes = s->strict ? p->image->addr_bytes : image_long_bytes(p->image),
        .hists = p->hists,
        .n_hists = p->n_hists,
        .rate_hz = p->rate_hz,
        .dimension = p->dimension,
        .abbrev = p->abbrev,
        .has_blocks = p->has_blocks,
        .strict = s->strict,
    };
    struct arena memory = {0};
    if (s->strict) {
        c.arcs = list_credited(a, &memory, &c.n_arcs);
        c.blocks = list_placed(a, &memory, &c.n_blocks);
    } else {
        struct histogram *hists = arena_alloc(&memory, p->n_hists, sizeof *hists);
        for (uint32_t i = 0; i < p->n_hists; i++)
            hists[i] = p->hists[i];
        gmon_sort_ranges(hists, p->n_hists);
        c.hists = hists;
        c.arcs = list_raw(a, &memory, &c.n_arcs);
        c.blocks = list_blocks(p, &memory, &c.n_blocks);
    }
    bool ok = gmon_write(&c, path, e);
    arena_release(&memory);
    return ok;
}
