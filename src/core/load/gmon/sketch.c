/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/sketch.h"

#include <string.h>

#include "core/base/sort.h"
#include "core/load/gmon/format.h"
#include "core/load/gmon/reader.h"

enum {
    ARCS_MOST = 1 << 16,     /* walked over */
    CALLEES_KEPT = 1024,     /* of these, before equal ones are dropped; a power of 2 */
    BIN_BYTES_MOST = 1 << 20 /* wider bins are of a file that is read wrongly */
};

struct sketch_walk {
    struct cursor c;
    unsigned w; /* bytes of an address */
    struct gmon_sketch *out;
    uint64_t kept[CALLEES_KEPT]; /* every `stride`-th callee */
    size_t n_kept, stride;       /* a power of 2 */
};

/* ---- callees ---- */

/* The arc whose bytes are at p. */
static void see_arc(struct sketch_walk *k, const uint8_t *p)
{
    if (k->out->n_arcs++ & (k->stride - 1))
        return;
    if (k->n_kept == CALLEES_KEPT) {
        for (size_t i = 0; 2 * i < k->n_kept; i++)
            k->kept[i] = k->kept[2 * i];
        k->n_kept /= 2;
        k->stride *= 2;
    }
    k->kept[k->n_kept++] = gmon_addr(p + k->w, k->c.big_endian, k->w);
}

static bool is_wanted(const struct sketch_walk *k, size_t i)
{
    const struct gmon_sketch *s = k->out;
    bool inside = s->lo == s->hi || (k->kept[i] >= s->lo && k->kept[i] < s->hi);
    return inside && (i == 0 || k->kept[i] != k->kept[i - 1]);
}

/* ---- histograms ---- */

static bool see_range(struct sketch_walk *k, uint64_t lo, uint64_t hi, uint64_t n_bins)
{
    struct gmon_sketch *s = k->out;
    if (lo > hi)
        return false;
    if (lo == hi || n_bins == 0)
        return true;
    if ((hi - lo) / n_bins > BIN_BYTES_MOST)
        return false;
    if (s->lo == s->hi) {
        s->lo = lo;
        s->hi = hi;
        s->bin_bytes = (hi - lo) / n_bins;
    }
    s->lo = lo < s->lo ? lo : s->lo;
    s->hi = hi > s->hi ? hi : s->hi;
    return true;
}

/* ---- the layout of GNU ---- */

/* Arcs in a row; the cursor stands after the tag of the first one. */
static bool walk_arcs(struct sketch_walk *k)
{
    const size_t record = 2 * k->w + 5, n = (cursor_left(&k->c) + 1) / record;
    const uint8_t *p = k->c.p + k->c.at;
    size_t i = 0;
    for (; i < n && (i == 0 || p[-1] == GMON_TAG_ARC) && k->out->n_arcs < ARCS_MOST; i++) {
        see_arc(k, p);
        p += record;
    }
    return i && cursor_bytes(&k->c, i * record - 1);
}

static bool walk_record(struct sketch_walk *k)
{
    struct cursor *c = &k->c;
    switch (cursor_u8(c)) {
    case GMON_TAG_HIST: {
        uint64_t lo = cursor_uint(c, k->w), hi = cursor_uint(c, k->w);
        uint32_t n_bins = cursor_u32(c), rate = cursor_u32(c);
        const uint8_t *dimension = cursor_bytes(c, GMON_DIMENSION_BYTES + 1);
        bool is_wait = dimension && memcmp(dimension, GMON_WAIT, sizeof GMON_WAIT) == 0;
        return cursor_bytes(c, 2 * (size_t)n_bins) && rate && !is_wait &&
               see_range(k, lo, hi, n_bins);
    }
    case GMON_TAG_ARC:
        return walk_arcs(k);
    case GMON_TAG_BLOCKS: {
        uint64_t bytes = 2 * k->w * (uint64_t)cursor_u32(c);
        return bytes <= cursor_left(c) && cursor_bytes(c, (size_t)bytes);
    }
    default:
        return false;
    }
}

static bool walk_magic(struct sketch_walk *k)
{
    const uint8_t *word = cursor_bytes(&k->c, 4);
    if (!word || memcmp(word, GMON_MAGIC_WORD, 4) != 0 || cursor_u32(&k->c) > GMON_VERSION)
        return false;
    cursor_bytes(&k->c, GMON_SPARE_BYTES);
    while (cursor_left(&k->c) > 0 && k->out->n_arcs < ARCS_MOST)
        if (!walk_record(k))
            return false;
    return !k->c.short_read;
}

/* ---- the layouts of BSD ---- */

static bool walk_bsd(struct sketch_walk *k)
{
    struct cursor *c = &k->c;
    uint64_t lo = cursor_uint(c, k->w), hi = cursor_uint(c, k->w);
    uint32_t bytes = cursor_u32(c), size = 2 * k->w + 4;
    struct cursor after = *c;
    if (cursor_u32(&after) == GMON_BSD44_VERSION) {
        size += GMON_BSD44_BYTES;
        cursor_bytes(c, GMON_BSD44_BYTES);
    }
    if (c->short_read || bytes < size)
        return false;
    uint32_t n_bins = (bytes - size) / 2;
    if (!cursor_bytes(c, 2 * (size_t)n_bins) || !see_range(k, lo, hi, n_bins))
        return false;
    const size_t record = 3 * k->w, n = cursor_left(&k->c) / record;
    const size_t step = n / ARCS_MOST + 1;
    const uint8_t *p = k->c.p + k->c.at;
    for (size_t i = 0; i < n; i += step) {
        see_arc(k, p + i * record);
        k->out->n_high_counts +=
            k->w == 8 && bytes_u64(p + i * record + 16, k->c.big_endian) >> 32 != 0;
    }
    k->out->n_spare_bytes = cursor_left(&k->c) % record;
    return true;
}

/* ---- the whole ---- */

static bool walk_file(const uint8_t *p, size_t n, const struct gmon_shape *shape,
                      struct gmon_sketch *out)
{
    struct sketch_walk k = {
        .c = {.p = p, .n = n, .big_endian = shape->big_endian},
        .w = shape->addr_bytes,
        .out = out,
        .stride = 1,
    };
    bool magic =
        shape->format == GMON_FORMAT_MAGIC ||
        (shape->format == GMON_FORMAT_AUTO && n >= 4 && memcmp(p, GMON_MAGIC_WORD, 4) == 0);
    *out = (struct gmon_sketch){0};
    if (!(magic ? walk_magic(&k) : walk_bsd(&k)))
        return false;
    /* Choose callees that are spread over those that were kept. */
    size_t n_wanted = 0;
    sort_ascending(k.kept, k.n_kept, SEARCH_PLAIN(uint64_t));
    for (size_t i = 0; i < k.n_kept; i++)
        n_wanted += is_wanted(&k, i);
    size_t most = n_wanted < SKETCH_CALLEES ? n_wanted : SKETCH_CALLEES;
    for (size_t i = 0, at = 0; i < k.n_kept; i++)
        if (is_wanted(&k, i) && at++ * most / n_wanted == out->n_callees && out->n_callees < most)
            out->callees[out->n_callees++] = k.kept[i];
    return true;
}

void gmon_sketch(const uint8_t *p, size_t n, const struct gmon_shape *shape,
                 struct gmon_sketch *out)
{
    struct gmon_shape other = *shape;
    other.addr_bytes = 12 - shape->addr_bytes;
    enum sketch_kind kind = SKETCH_NONE;
    if (walk_file(p, n, shape, out))
        kind = SKETCH_SOUND;
    else if (walk_file(p, n, &other, out) && out->lo < out->hi)
        kind = SKETCH_OTHER_SIZE;
    out->kind = kind;
}
