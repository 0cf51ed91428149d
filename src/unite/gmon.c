/* SPDX-License-Identifier: MIT */
#include "unite/gmon.h"

#include "unite/list.h"

/* What was read of the image, since the format wants ranges, arcs and blocks in this order. */
struct gmon_making {
    const struct unite_gmon_request *r;
    struct unite_reader reader;
    struct unite_record now;
    struct unite_range range; /* the last one of the image; n_bins 0: it is written */
    struct unite_list bins, arcs, blocks;
    uint64_t n_images, entry, n_bytes, n_pairs;
    enum unite_result result;
};

static bool fail(struct gmon_making *g, enum unite_result result)
{
    g->result = g->result == UNITE_OK ? result : g->result;
    return g->result == UNITE_OK;
}

/* One more in the list; NULL: memory ran out. */
static void *add(struct gmon_making *g, struct unite_list *list, size_t bytes)
{
    void *item = unite_list_add(list, bytes, g->r->message->memory);
    if (!item)
        fail(g, UNITE_NO_MEMORY);
    return item;
}

/* Is there room for n pieces of these bytes more? */
static bool fits(struct gmon_making *g, uint64_t n, uint64_t bytes)
{
    const uint64_t most = g->r->most_bytes ? g->r->most_bytes : UINT64_MAX;
    const uint64_t left = most - g->n_bytes;
    if (n > left / bytes)
        return fail(g, UNITE_TOO_LARGE);
    g->n_bytes += n * bytes;
    return true;
}

/* ---- ranges ---- */

static uint64_t largest_bin(const struct gmon_making *g)
{
    const struct unite_bin *v = g->bins.v;
    uint64_t most = 0;
    for (size_t i = 0; i < g->bins.n; i++)
        most = v[i].count > most ? v[i].count : most;
    return most;
}

/* Write the last range, all of whose bins are there. */
static void end_range(struct gmon_making *g)
{
    const struct unite_gmon *to = &g->r->layout;
    const struct unite_bin *v = g->bins.v;
    struct unite_unit unit =
        g->r->what == UNITE_TICKS ? g->r->unit : (struct unite_unit){{"wait", 4}, 's', 0};
    bool more = g->range.n_bins > 0 &&
                fits(g, largest_bin(g) / UNITE_BIN_MOST + 1, 2 * g->range.n_bins + 64);
    unit.rate_hz = (uint32_t)g->range.rate_hz;
    for (uint64_t skipped = 0; more; skipped += UNITE_BIN_MOST) {
        uint64_t put = 0;
        more = false;
        unite_put_range(to, g->range.lo, g->range.hi, (uint32_t)g->range.n_bins, &unit);
        for (size_t i = 0; i < g->bins.n; put = v[i++].index + 1) {
            unite_put_zeros(to, 2 * (size_t)(v[i].index - put));
            more |= unite_put_bin(to, v[i].count, skipped);
        }
        unite_put_zeros(to, 2 * (size_t)(g->range.n_bins - put));
    }
    g->bins.n = 0;
    g->range.n_bins = 0;
}

static void take_range(struct gmon_making *g)
{
    const struct unite_range *range = &g->now.range;
    end_range(g);
    if (range->image != g->r->image || range->measure != g->r->what)
        return;
    g->range = *range;
}

/* ---- arcs and blocks ---- */

static void take_block(struct gmon_making *g)
{
    const uint64_t pairs = unite_block_pairs(&g->r->layout, g->now.block.count);
    struct unite_block *block = g->now.block.image == g->r->image && fits(g, pairs, 16)
                                    ? add(g, &g->blocks, sizeof *block)
                                    : NULL;
    if (!block)
        return;
    *block = g->now.block;
    g->n_pairs += pairs;
}

static void put_blocks(struct gmon_making *g)
{
    const struct unite_block *v = g->blocks.v;
    if (g->n_pairs > UINT32_MAX)
        fail(g, UNITE_TOO_LARGE);
    if (g->n_pairs > 0 && g->result == UNITE_OK)
        unite_put_blocks(&g->r->layout, (uint32_t)g->n_pairs);
    for (size_t i = 0; i < g->blocks.n && g->result == UNITE_OK; i++)
        unite_put_block(&g->r->layout, v[i].addr, v[i].count);
}

/* ---- the whole ---- */

static void take(struct gmon_making *g)
{
    if (g->now.kind == UNITE_IMAGE && ++g->n_images == g->r->image)
        g->entry = g->now.image.entry;
    else if (g->now.kind == UNITE_RANGE)
        take_range(g);
    else if (g->now.kind == UNITE_BIN) {
        struct unite_bin *bin = g->range.n_bins ? add(g, &g->bins, sizeof *bin) : NULL;
        if (bin)
            *bin = g->now.bin;
    } else if (g->now.kind == UNITE_BLOCK && g->r->what == UNITE_TICKS)
        take_block(g);
    else if (g->now.kind == UNITE_ARC && g->r->what == UNITE_TICKS) {
        const struct unite_arc *arc = &g->now.arc;
        const uint64_t from = arc->from_image == g->r->image ? arc->from : g->entry;
        struct unite_arc *item =
            arc->self_image == g->r->image && from ? add(g, &g->arcs, sizeof *item) : NULL;
        if (item)
            *item = (struct unite_arc){0, from, 0, arc->self, arc->count};
    }
}

static void make(struct gmon_making *g)
{
    const struct unite_source source = unite_source_of(g->r->message);
    (void)unite_reader_begin(&g->reader, &source);
    unite_put_gmon_head(&g->r->layout);
    while (g->result == UNITE_OK && unite_next(&g->reader, &g->now))
        take(g);
    if (!fail(g, g->reader.result))
        return;
    end_range(g);
    /* The image's entry stands for many callers, so that several arcs can have the same ends. */
    int (*compare)(const void *, const void *) = unite_about(UNITE_ARC)->compare;
    if (!unite_list_sort(&g->arcs, sizeof(struct unite_arc), 4, g->r->message->memory))
        unite_sort(g->arcs.v, g->arcs.n, sizeof(struct unite_arc), compare);
    const struct unite_arc *v = g->arcs.v;
    for (size_t i = 0, n; i < g->arcs.n && g->result == UNITE_OK; i += n) {
        uint64_t count = 0;
        for (n = 0; i + n < g->arcs.n && compare(&v[i], &v[i + n]) == 0; n++)
            count = unite_sum(count, v[i + n].count);
        if (fits(g, count / UINT32_MAX + 1, 21))
            unite_put_arc(&g->r->layout, v[i].from, v[i].self, count);
    }
    put_blocks(g);
}

enum unite_result unite_put_profile(const struct unite_gmon_request *r)
{
    const struct unite_memory *m = r->message->memory;
    struct gmon_making *g = m->resize(m->ctx, NULL, 0, sizeof *g);
    if (!g)
        return UNITE_NO_MEMORY;
    g->r = r;
    g->range.n_bins = 0;
    g->bins = g->arcs = g->blocks = (struct unite_list){NULL, 0, 0};
    g->n_images = g->entry = g->n_bytes = g->n_pairs = 0;
    g->result = UNITE_OK;
    make(g);
    const enum unite_result result = g->result;
    unite_list_release(&g->bins, sizeof(struct unite_bin), m);
    unite_list_release(&g->arcs, sizeof(struct unite_arc), m);
    unite_list_release(&g->blocks, sizeof(struct unite_block), m);
    m->resize(m->ctx, g, sizeof *g, 0);
    return result;
}
