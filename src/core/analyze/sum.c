/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/sum.h"

#include <stdlib.h>

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
static struct raw_arc *list_arcs(const struct analysis *a)
{
    const struct graph *g = a->recorded;
    const struct symbol *y = a->table->symbols;
    struct raw_arc *v = mem_array_raw(g->n_arcs, sizeof *v);
    for (arc_id i = 0; v && i < g->n_arcs; i++)
        v[i] = (struct raw_arc){y[g->arcs[i].from].addr, y[g->arcs[i].to].addr, g->arcs[i].count};
    return v;
}

/* All blocks in symbol order, malloc'ed; their number in *n. */
static struct raw_block *list_blocks(const struct analysis *a, size_t *n)
{
    const struct blocks *b = a->blocks;
    size_t most = b ? b->lo[a->n_symbols] : 0;
    struct raw_block *v = mem_array_raw(most, sizeof *v);
    *n = 0;
    for (sym_id s = 0; v && most && s < a->n_symbols; s++)
        for (unsigned i = 0; i < b->n[s]; i++)
            v[(*n)++] = b->v[b->lo[s] + i];
    return v;
}

uint64_t sum_credited(const struct analysis *a, uint64_t addr, bool is_callee)
{
    const struct symbol *y = a->table->symbols;
    sym_id s = table_find(a->table, addr);
    while (is_callee && s != NO_ID && !(y[s].flags & SYM_FUNC)) /* as analyze/arc_ends does */
        s = s > 0 ? s - 1 : NO_ID;
    return s == NO_ID ? addr : y[s].addr;
}

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
        .n_arcs = a->recorded->n_arcs,
        .has_blocks = p->has_blocks,
        .strict = s->strict,
    };
    struct raw_arc *arcs = list_arcs(a);
    struct raw_block *blocks = list_blocks(a, &c.n_blocks);
    struct histogram *hists = mem_array(p->n_hists, sizeof *hists);
    bool ok = (arcs && blocks && hists) || err_memory(e, 0);
    c.arcs = arcs;
    c.blocks = blocks;
    if (ok && !s->strict) {
        c.n_arcs = gmon_sort_arcs(arcs, c.n_arcs);
        c.n_blocks = gmon_sort_blocks(blocks, c.n_blocks);
        for (uint32_t i = 0; i < p->n_hists; i++)
            hists[i] = p->hists[i];
        gmon_sort_ranges(hists, p->n_hists);
        c.hists = hists;
    }
    ok = ok && gmon_write(&c, path, e);
    free(hists);
    free(arcs);
    free(blocks);
    return ok;
}
