/* SPDX-License-Identifier: MIT */
#include "runtime/gmon_file.h"

#include "runtime/arcs.h"
#include "runtime/images.h"

struct unite_gmon gmon_layout(struct unite_sink *s)
{
    return (struct unite_gmon){.sink = s,
                               .word_bytes = sizeof(uintptr_t),
                               .is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__};
}

/* Writes the head of n bins of an image, from one on. */
static void put_range_of(const struct unite_gmon *g, const struct rt_image *image,
                         const struct unite_unit *unit, size_t first, size_t n)
{
    const uint64_t lo = image->lo - image->base + ((uint64_t)first << image->bin_shift);
    unite_put_range(g, lo, lo + ((uint64_t)n << image->bin_shift), (uint32_t)n, unit);
}

/* The part of each bin above skipped ticks; true: some bin has still more. */
static bool put_hist(const struct unite_gmon *g, const struct rt_image *image,
                     const struct unite_unit *unit, uint64_t skipped)
{
    bool more = false, is_hit = image->bins && image_ticks(image) > 0;
    put_range_of(g, image, unit, 0, image->n_bins);
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
static void put_arc(const struct unite_gmon *g, uintptr_t from, uintptr_t self, uint64_t count)
{
    if (from && count)
        unite_put_arc(g, from, self, count);
}

static void put_arcs(const struct unite_gmon *g, const struct rt_image *image,
                     const struct gmon_arcs *arcs)
{
    for (size_t i = 0; i < arcs->n_all; i++) {
        const struct rt_arc *arc = &arcs->all[i];
        if (!is_block(arc) && image_holds(image, arc->self))
            put_arc(g, image_caller(image, arc->from), arc->self - image->base, arc->count);
    }
    for (size_t i = 0; i < arcs->n_old; i++)
        if (!is_block(&arcs->old[i]))
            put_arc(g, arcs->old[i].from, arcs->old[i].self, arcs->old[i].count);
}

static uint32_t count_blocks(const struct unite_gmon *g, const struct rt_image *image,
                             const struct gmon_arcs *arcs)
{
    uint32_t n = 0;
    for (size_t i = 0; i < arcs->n_all; i++)
        if (is_block(&arcs->all[i]) && image_holds(image, arcs->all[i].self))
            n += (uint32_t)unite_block_pairs(g, arcs->all[i].count);
    for (size_t i = 0; i < arcs->n_old; i++)
        if (is_block(&arcs->old[i]))
            n += (uint32_t)unite_block_pairs(g, arcs->old[i].count);
    return n;
}

/* Readers say that -l is needed as soon as there is a record: so none without a block. A block is
 * where its call of us is, not after it: that may be the next line already. */
static void put_blocks(const struct unite_gmon *g, const struct rt_image *image,
                       const struct gmon_arcs *arcs)
{
    uint32_t n = count_blocks(g, image, arcs);
    if (n == 0)
        return;
    unite_put_blocks(g, n);
    for (size_t i = 0; i < arcs->n_all; i++)
        if (is_block(&arcs->all[i]) && image_holds(image, arcs->all[i].self))
            unite_put_block(g, arcs->all[i].self - image->base - 1, arcs->all[i].count);
    for (size_t i = 0; i < arcs->n_old; i++)
        if (is_block(&arcs->old[i]))
            unite_put_block(g, arcs->old[i].self - 1, arcs->old[i].count);
}

void gmon_file_put(struct unite_sink *s, const struct rt_image *image,
                   const struct unite_unit *unit, const struct gmon_arcs *arcs)
{
    const struct unite_gmon g = gmon_layout(s);
    unite_put_gmon_head(&g);
    for (uint64_t skipped = 0; put_hist(&g, image, unit, skipped); skipped += UNITE_BIN_MOST)
        ;
    put_arcs(&g, image, arcs);
    put_blocks(&g, image, arcs);
}

void gmon_each_wait(const struct rt_image *image, uint32_t rate_hz, gmon_take_part *take, void *ctx)
{
    enum { PART_BINS = 64 };
    const uint64_t tick_ns = 1000000000 / rate_hz;
    const struct counter *waits = atomic_load_explicit(&image->waits, memory_order_acquire);
    uint64_t left_ns = tick_ns / 2;
    for (size_t first = 0; waits && first < image->n_bins; first += PART_BINS) {
        size_t left = image->n_bins - first, n = left < PART_BINS ? left : PART_BINS;
        uint64_t ticks[PART_BINS], sum = 0;
        for (size_t i = 0; i < n; i++) {
            left_ns += counter_read(&waits[first + i]);
            ticks[i] = left_ns / tick_ns;
            left_ns %= tick_ns;
            sum += ticks[i];
        }
        if (sum > 0)
            take(ctx, &(struct gmon_part){image, first, n, ticks});
    }
}

/* For gmon_each_wait(). */
struct putting_waits {
    struct unite_gmon g;
    struct unite_unit unit;
};

static void put_wait_part(void *ctx, const struct gmon_part *part)
{
    const struct putting_waits *p = ctx;
    bool more = true;
    for (uint64_t skipped = 0; more; skipped += UNITE_BIN_MOST) {
        more = false;
        put_range_of(&p->g, part->image, &p->unit, part->first, part->n);
        for (size_t i = 0; i < part->n; i++)
            more |= unite_put_bin(&p->g, part->ticks[i], skipped);
    }
}

void gmon_file_put_waits(struct unite_sink *s, const struct rt_image *image, uint32_t rate_hz)
{
    struct putting_waits p = {gmon_layout(s), {unite_text_of("wait"), 's', rate_hz}};
    unite_put_gmon_head(&p.g);
    gmon_each_wait(image, rate_hz, put_wait_part, &p);
}

bool gmon_file_says(const struct rt_image *image, const struct gmon_arcs *arcs)
{
    for (size_t i = 0; i < arcs->n_all; i++)
        if (image_holds(image, arcs->all[i].self))
            return true;
    return arcs->n_old > 0 || image_ticks(image) > 0 || counter_read(&image->n_wait_ns) > 0;
}
