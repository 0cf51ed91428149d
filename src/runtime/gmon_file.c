/* SPDX-License-Identifier: MIT */
#include "runtime/gmon_file.h"

#include "runtime/arcs.h"
#include "runtime/images.h"
#include "runtime/output.h"
#include "runtime/text.h"

enum {
    TAG_HIST,
    TAG_ARC,
    TAG_BLOCKS,
    VERSION = 1,
    SPARE_BYTES = 12,
    DIMENSION_BYTES = 15,
    BIN_MOST = 0xffff
};

static void put_byte(struct writer *w, unsigned char byte)
{
    writer_put(w, &byte, 1);
}

static void put_u32(struct writer *w, uint32_t number)
{
    writer_put(w, &number, sizeof number);
}

static void put_address(struct writer *w, uintptr_t address)
{
    writer_put(w, &address, sizeof address);
}

void gmon_put_header(struct writer *w)
{
    static const char spare[SPARE_BYTES];
    writer_put(w, "gmon", 4);
    put_u32(w, VERSION);
    writer_put(w, spare, sizeof spare);
}

void gmon_put_range(struct writer *w, const struct gmon_range *range, const struct gmon_unit *unit)
{
    char dimension[DIMENSION_BYTES];
    for (size_t i = 0; i < sizeof dimension; i++)
        dimension[i] = 0;
    text_add(dimension, sizeof dimension, unit->dimension);
    put_byte(w, TAG_HIST);
    put_address(w, range->lo);
    put_address(w, range->hi);
    put_u32(w, range->n_bins);
    put_u32(w, unit->rate_hz);
    writer_put(w, dimension, sizeof dimension);
    put_byte(w, (unsigned char)unit->abbreviation);
}

/* Writes n bins of an image, from one on. */
static void put_range_of(struct writer *w, const struct rt_image *image,
                         const struct gmon_unit *unit, size_t first, size_t n)
{
    struct gmon_range range = {image->lo - image->base + ((uintptr_t)first << image->bin_shift), 0,
                               (uint32_t)n};
    range.hi = range.lo + ((uintptr_t)n << image->bin_shift);
    gmon_put_range(w, &range, unit);
}

bool gmon_put_bin(struct writer *w, uint64_t ticks, uint64_t skipped)
{
    uint64_t rest = ticks > skipped ? ticks - skipped : 0;
    uint16_t bin = (uint16_t)(rest < BIN_MOST ? rest : BIN_MOST);
    writer_put(w, &bin, sizeof bin);
    return rest > BIN_MOST;
}

void gmon_put_no_bins(struct writer *w, size_t n)
{
    writer_put_zeros(w, n * sizeof(uint16_t));
}

/* The part of each bin above skipped ticks; true: some bin has still more. */
static bool put_hist(struct writer *w, const struct rt_image *image, const struct gmon_unit *unit,
                     uint64_t skipped)
{
    bool more = false, is_hit = image->bins && image_ticks(image) > 0;
    put_range_of(w, image, unit, 0, image->n_bins);
    for (size_t i = 0, hit; i < image->n_bins; i = hit + 1) {
        hit = is_hit ? image_next_bin(image, i) : image->n_bins;
        gmon_put_no_bins(w, hit - i);
        if (hit < image->n_bins)
            more |= gmon_put_bin(w, counter_read(&image->bins[hit]), skipped);
    }
    return more;
}

/* A caller of which nothing is known would be taken for the function at address 0, so it is left
 * out. */
void gmon_put_arc(struct writer *w, uintptr_t from, uintptr_t self, uint64_t count)
{
    for (uint64_t left = from ? count : 0, n; left > 0; left -= n) {
        n = left < UINT32_MAX ? left : UINT32_MAX;
        put_byte(w, TAG_ARC);
        put_address(w, from);
        put_address(w, self);
        put_u32(w, (uint32_t)n);
    }
}

static bool is_block(const struct rt_arc *arc)
{
    return arc->from == ARC_BLOCK;
}

/* Counts of blocks are as wide as addresses; a greater one is written in parts. */
uint32_t gmon_block_pairs(uint64_t count)
{
    return (uint32_t)(1 + (count - 1) / UINTPTR_MAX);
}

void gmon_put_block(struct writer *w, uintptr_t address, uint64_t count)
{
    for (uint64_t left = count, n; left > 0; left -= n) {
        n = left < UINTPTR_MAX ? left : UINTPTR_MAX;
        put_address(w, address);
        put_address(w, (uintptr_t)n);
    }
}

static void put_arcs(struct writer *w, const struct rt_image *image, const struct gmon_arcs *arcs)
{
    for (size_t i = 0; i < arcs->n_all; i++) {
        const struct rt_arc *arc = &arcs->all[i];
        if (!is_block(arc) && image_holds(image, arc->self))
            gmon_put_arc(w, image_caller(image, arc->from), arc->self - image->base, arc->count);
    }
    for (size_t i = 0; i < arcs->n_old; i++)
        if (!is_block(&arcs->old[i]))
            gmon_put_arc(w, arcs->old[i].from, arcs->old[i].self, arcs->old[i].count);
}

static uint32_t count_blocks(const struct rt_image *image, const struct gmon_arcs *arcs)
{
    uint32_t n = 0;
    for (size_t i = 0; i < arcs->n_all; i++)
        if (is_block(&arcs->all[i]) && image_holds(image, arcs->all[i].self))
            n += gmon_block_pairs(arcs->all[i].count);
    for (size_t i = 0; i < arcs->n_old; i++)
        if (is_block(&arcs->old[i]))
            n += gmon_block_pairs(arcs->old[i].count);
    return n;
}

void gmon_put_blocks(struct writer *w, uint32_t n)
{
    put_byte(w, TAG_BLOCKS);
    put_u32(w, n);
}

/* Readers say that -l is needed as soon as there is a record: so none without a block. A block is
 * where its call of us is, not after it: that may be the next line already. */
static void put_blocks(struct writer *w, const struct rt_image *image, const struct gmon_arcs *arcs)
{
    uint32_t n = count_blocks(image, arcs);
    if (n == 0)
        return;
    gmon_put_blocks(w, n);
    for (size_t i = 0; i < arcs->n_all; i++)
        if (is_block(&arcs->all[i]) && image_holds(image, arcs->all[i].self))
            gmon_put_block(w, arcs->all[i].self - image->base - 1, arcs->all[i].count);
    for (size_t i = 0; i < arcs->n_old; i++)
        if (is_block(&arcs->old[i]))
            gmon_put_block(w, arcs->old[i].self - 1, arcs->old[i].count);
}

void gmon_file_put(struct writer *w, const struct rt_image *image, const struct gmon_unit *unit,
                   const struct gmon_arcs *arcs)
{
    gmon_put_header(w);
    for (uint64_t skipped = 0; put_hist(w, image, unit, skipped); skipped += BIN_MOST)
        ;
    put_arcs(w, image, arcs);
    put_blocks(w, image, arcs);
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
    struct writer *w;
    struct gmon_unit unit;
};

static void put_wait_part(void *ctx, const struct gmon_part *part)
{
    const struct putting_waits *p = ctx;
    bool more = true;
    for (uint64_t skipped = 0; more; skipped += BIN_MOST) {
        more = false;
        put_range_of(p->w, part->image, &p->unit, part->first, part->n);
        for (size_t i = 0; i < part->n; i++)
            more |= gmon_put_bin(p->w, part->ticks[i], skipped);
    }
}

void gmon_file_put_waits(struct writer *w, const struct rt_image *image, uint32_t rate_hz)
{
    struct putting_waits p = {w, {"wait", 's', rate_hz}};
    gmon_put_header(w);
    gmon_each_wait(image, rate_hz, put_wait_part, &p);
}

bool gmon_file_says(const struct rt_image *image, const struct gmon_arcs *arcs)
{
    for (size_t i = 0; i < arcs->n_all; i++)
        if (image_holds(image, arcs->all[i].self))
            return true;
    return arcs->n_old > 0 || image_ticks(image) > 0 || counter_read(&image->n_wait_ns) > 0;
}
