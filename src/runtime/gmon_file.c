/* SPDX-License-Identifier: MIT */
#include "runtime/gmon_file.h"

#include "runtime/arcs.h"
#include "runtime/dump.h"
#include "runtime/rt.h"

struct unite_gmon gmon_layout(struct unite_sink *s)
{
    return (struct unite_gmon){.sink = s,
                               .word_bytes = sizeof(uintptr_t),
                               .is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__};
}

/* The part of each bin above skipped ticks; true: some bin has still more. */
static bool put_hist(const struct unite_gmon *g, const struct rt_image *image, uint64_t skipped)
{
    const struct unite_unit unit = dump_unit();
    bool more = false, is_hit = image->bins && image_ticks(image) > 0;
    unite_put_range(g, image->lo - image->base, image->hi - image->base, (uint32_t)image->n_bins,
                    &unit);
    for (size_t i = 0, hit; i < image->n_bins; i = hit + 1) {
        hit = is_hit ? image_next_bin(image, i) : image->n_bins;
        unite_put_zeros(g, 2 * (hit - i));
        if (hit < image->n_bins)
            more |= unite_put_bin(g, counter_read(&image->bins[hit]), skipped);
    }
    return more;
}

static bool is_block(const struct rt_arc *arc)
{
    return arc->from == ARC_BLOCK;
}

/* A caller of which nothing is known would be taken for the function at address 0, so it is left
 * out. */
static void put_arc(const struct unite_gmon *g, const struct rt_image *image,
                    const struct rt_arc *arc)
{
    const uintptr_t from = image_caller(image, arc->from);
    if (from)
        unite_put_arc(g, from, arc->self - image->base, arc->count);
}

/* Readers say that -l is needed as soon as there is a record: so none without a block. A block is
 * where its call of us is, not after it: that may be the next line already. */
static void put_blocks(const struct unite_gmon *g, const struct rt_image *image,
                       const struct rt_arc *arcs, size_t n_arcs)
{
    uint32_t n = 0;
    for (size_t i = 0; i < n_arcs; i++)
        if (is_block(&arcs[i]) && image_holds(image, arcs[i].self))
            n += (uint32_t)unite_block_pairs(g, arcs[i].count);
    if (n == 0)
        return;
    unite_put_blocks(g, n);
    for (size_t i = 0; i < n_arcs; i++)
        if (is_block(&arcs[i]) && image_holds(image, arcs[i].self))
            unite_put_block(g, arcs[i].self - image->base - 1, arcs[i].count);
}

void gmon_file_put(struct unite_sink *s, const struct rt_arc *arcs, size_t n_arcs)
{
    const struct rt_image *program = &rt.images.program;
    const struct unite_gmon g = gmon_layout(s);
    unite_put_gmon_head(&g);
    for (uint64_t skipped = 0; put_hist(&g, program, skipped); skipped += UNITE_BIN_MOST)
        ;
    for (size_t i = 0; i < n_arcs; i++)
        if (!is_block(&arcs[i]) && image_holds(program, arcs[i].self))
            put_arc(&g, program, &arcs[i]);
    put_blocks(&g, program, arcs, n_arcs);
}
