/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/sum.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/graph.h"
#include "core/base/mem.h"
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

/* The arcs that files recorded, by the symbols that they were credited to; malloc'ed. */
static struct raw_arc *list_credited(const struct analysis *a, size_t *n)
{
    const struct graph *g = a->recorded;
    const struct symbol *y = a->table->symbols;
    struct raw_arc *v = mem_array_raw(g->n_arcs, sizeof *v);
    *n = g->n_arcs;
    for (arc_id i = 0; i < g->n_arcs; i++)
        v[i] = (struct raw_arc){y[g->arcs[i].from].addr, y[g->arcs[i].to].addr, g->arcs[i].count};
    return v;
}

/* ---- arcs as they were recorded ---- */

static int compare_pairs(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static uint64_t pair_of(sym_id from, sym_id to)
{
    return (uint64_t)from << 32 | to;
}

/* The symbols at the ends of the arcs that filters let through, sorted; malloc'ed. */
static uint64_t *list_pairs(const struct graph *g)
{
    uint64_t *v = mem_array_raw(g->n_arcs, sizeof *v);
    for (arc_id i = 0; i < g->n_arcs; i++)
        v[i] = pair_of(g->arcs[i].from, g->arcs[i].to);
    if (g->n_arcs)
        qsort(v, g->n_arcs, sizeof *v, compare_pairs);
    return v;
}

static size_t keep_pairs(struct arc_finder *f, const uint64_t *pairs, size_t n_pairs,
                         struct raw_arc *v, size_t n_all)
{
    struct arc_ends ends[ARC_FINDER_BATCH];
    size_t n = 0;
    for (size_t i = 0, batch; i < n_all; i += batch) {
        batch = n_all - i < ARC_FINDER_BATCH ? n_all - i : ARC_FINDER_BATCH;
        arc_finder_find(f, v + i, batch, ends);
        for (size_t k = 0; k < batch; k++) {
            const uint64_t pair = pair_of(ends[k].from, ends[k].to);
            if (n_pairs && bsearch(&pair, pairs, n_pairs, sizeof pair, compare_pairs))
                v[n++] = v[i + k];
        }
    }
    return n;
}

/* Drop the arcs that ARCS sets do not let through. */
static void filter_arcs(const struct analysis *a, struct raw_arc *v, size_t *n)
{
    struct arc_finder finder;
    uint64_t *pairs = list_pairs(a->recorded);
    arc_finder_init(&finder, a->table);
    *n = keep_pairs(&finder, pairs, a->recorded->n_arcs, v, *n);
    arc_finder_release(&finder);
    free(pairs);
}

/* The arcs between the places that files recorded, in their order; malloc'ed. */
static struct raw_arc *list_raw(const struct analysis *a, size_t *n)
{
    const struct profile *p = a->profile;
    struct raw_arc *v = mem_array_raw(p->n_arcs, sizeof *v);
    if (p->n_arcs)
        memcpy(v, p->arcs, p->n_arcs * sizeof *v);
    *n = gmon_sort_arcs(v, p->n_arcs);
    if (a->recorded != a->all_arcs)
        filter_arcs(a, v, n);
    return v;
}

/* ---- blocks ---- */

/* The blocks that symbols have room for, in symbol order; malloc'ed. */
static struct raw_block *list_placed(const struct analysis *a, size_t *n)
{
    const struct blocks *b = a->blocks;
    size_t most = b ? b->lo[a->n_symbols] : 0;
    struct raw_block *v = mem_array_raw(most, sizeof *v);
    *n = 0;
    for (sym_id s = 0; most && s < a->n_symbols; s++)
        for (unsigned i = 0; i < b->n[s]; i++)
            v[(*n)++] = b->v[b->lo[s] + i];
    return v;
}

/* All blocks, in the order of their addresses; malloc'ed. */
static struct raw_block *list_blocks(const struct profile *p, size_t *n)
{
    struct raw_block *v = mem_array_raw(p->n_blocks, sizeof *v);
    if (p->n_blocks)
        memcpy(v, p->blocks, p->n_blocks * sizeof *v);
    *n = gmon_sort_blocks(v, p->n_blocks);
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
    struct raw_arc *arcs = s->strict ? list_credited(a, &c.n_arcs) : list_raw(a, &c.n_arcs);
    struct raw_block *blocks =
        s->strict ? list_placed(a, &c.n_blocks) : list_blocks(p, &c.n_blocks);
    struct histogram *hists = mem_array(p->n_hists, sizeof *hists);
    c.arcs = arcs;
    c.blocks = blocks;
    if (!s->strict) {
        for (uint32_t i = 0; i < p->n_hists; i++)
            hists[i] = p->hists[i];
        gmon_sort_ranges(hists, p->n_hists);
        c.hists = hists;
    }
    bool ok = gmon_write(&c, path, e);
    free(hists);
    free(arcs);
    free(blocks);
    return ok;
}
