/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/keep_profile.h"

#include <string.h>

#include "core/base/text.h"

enum {
    BLOCK = 2, /* the caller of basic blocks */
    COUNTER_BYTES = 8,
    PART_BINS = 64, /* of waits, as in the runtime's files */
};

struct translation {
    const struct kept *k;
    const struct kept_image *m;
    struct text out;
    uint32_t n_blocks;
};

static bool has_room(const struct translation *t)
{
    return t->out.n < t->k->room && !t->out.failed;
}

static void put(struct translation *t, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&t->out, (char)(v >> 8 * (t->k->big ? bytes - 1 - i : i)));
}

static void put_range(struct translation *t, uint64_t lo, uint64_t hi, uint32_t n_bins,
                      const char *unit)
{
    const bool is_time = strcmp(unit, "seconds") == 0 || strcmp(unit, GMON_WAIT) == 0;
    size_t n = strlen(unit);
    put(t, GMON_TAG_HIST, 1);
    put(t, lo - t->m->base, t->k->word);
    put(t, hi - t->m->base, t->k->word);
    put(t, n_bins, 4);
    put(t, is_time ? t->k->rate_hz : 1, 4);
    text_add(&t->out, unit, n);
    text_fill(&t->out, '\0', GMON_DIMENSION_BYTES - n);
    text_char(&t->out, is_time ? 's' : unit[0]);
}

/* The part of a bin above `skipped`; true: there is more. */
static bool put_bin(struct translation *t, uint64_t ticks, uint64_t skipped)
{
    uint64_t rest = ticks > skipped ? ticks - skipped : 0;
    put(t, rest < GMON_BIN_MOST ? rest : GMON_BIN_MOST, 2);
    return rest > GMON_BIN_MOST;
}

static bool put_hist(struct translation *t, uint64_t skipped)
{
    bool more = false;
    put_range(t, t->m->lo, t->m->hi, t->m->n_bins, t->k->unit);
    for (uint32_t i = 0; i < t->m->n_bins; i++)
        more |= put_bin(t, kept_counter(t->k, t->m->bins + COUNTER_BYTES * (size_t)i), skipped);
    return more;
}

static void put_ticks(struct translation *t)
{
    for (uint64_t skipped = 0; put_hist(t, skipped) && has_room(t);)
        skipped += GMON_BIN_MOST;
}

static void put_arc(struct translation *t, uint64_t from, uint64_t self, uint64_t count)
{
    const uint64_t most = UINT64_C(1) << 40;
    uint64_t left = count < most ? count : most;
    for (uint64_t n; left > 0 && has_room(t); left -= n) {
        n = left < UINT32_MAX ? left : UINT32_MAX;
        put(t, GMON_TAG_ARC, 1);
        put(t, from, t->k->word);
        put(t, self, t->k->word);
        put(t, n, 4);
    }
}

/* Callers elsewhere are called from the image's entry; a block is where its call of the runtime is,
 * not after it. */
static void put_slot(struct translation *t, const struct kept_arc *a, bool blocks)
{
    const struct kept_image *m = t->m;
    bool is_inside = a->from - m->lo < m->hi - m->lo;
    if (blocks != (a->from == BLOCK))
        return;
    if (blocks) {
        put(t, a->self - m->base - 1, t->k->word);
        put(t, a->count, t->k->word);
        t->n_blocks++;
    } else if (is_inside || m->entry) {
        put_arc(t, (is_inside ? a->from : m->entry) - m->base, a->self - m->base, a->count);
    }
}

static void put_slots(struct translation *t, bool blocks)
{
    for (size_t i = 0; i < t->m->n_arcs; i++)
        put_slot(t, &t->m->arcs[i], blocks);
}

/* The record of blocks begins with their number. */
static void put_blocks(struct translation *t)
{
    size_t at = t->out.n;
    put(t, GMON_TAG_BLOCKS, 1);
    put(t, 0, 4);
    put_slots(t, true);
    size_t end = t->out.n;
    if (t->out.failed)
        return;
    t->out.n = at;
    if (t->n_blocks == 0)
        return;
    put(t, GMON_TAG_BLOCKS, 1);
    put(t, t->n_blocks, 4);
    t->out.n = end;
}

/* ---- waits ---- */

/* Ticks of n bins from `first` on; what is left over of one goes to the next. Returns the sum. */
static uint64_t ticks_of(const struct translation *t, uint32_t first, uint32_t n, uint64_t *left_ns,
                         uint64_t *ticks)
{
    const uint64_t tick_ns = 1000000000 / t->k->rate_hz;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t ns = kept_counter(t->k, t->m->waits + COUNTER_BYTES * ((size_t)first + i));
        *left_ns += ns < UINT64_MAX / 2 ? ns : 0; /* nobody waits for 292 years */
        ticks[i] = *left_ns / tick_ns;
        *left_ns %= tick_ns;
        sum |= ticks[i];
    }
    return sum;
}

static void put_part(struct translation *t, uint32_t first, uint32_t n, const uint64_t *ticks)
{
    uint64_t lo = t->m->lo + ((uint64_t)first << t->m->bin_shift);
    bool more = true;
    for (uint64_t skipped = 0; more && has_room(t); skipped += GMON_BIN_MOST) {
        more = false;
        put_range(t, lo, lo + ((uint64_t)n << t->m->bin_shift), n, GMON_WAIT);
        for (uint32_t i = 0; i < n; i++)
            more |= put_bin(t, ticks[i], skipped);
    }
}

static void put_waits(struct translation *t)
{
    uint64_t ticks[PART_BINS], left_ns = 1000000000 / t->k->rate_hz / 2;
    uint32_t n_bins = t->m->waits ? t->m->n_bins : 0;
    for (uint32_t first = 0; first < n_bins; first += PART_BINS) {
        uint32_t left = n_bins - first, n = left < PART_BINS ? left : PART_BINS;
        if (ticks_of(t, first, n, &left_ns, ticks))
            put_part(t, first, n, ticks);
        if (left <= PART_BINS)
            break;
    }
}

/* ---- the whole ---- */

bool kept_profile(struct kept *k, const struct kept_image *image, enum kept_what what,
                  struct bytes *out, struct err *e)
{
    struct translation t = {.k = k, .m = image};
    text_str(&t.out, GMON_MAGIC_WORD);
    put(&t, GMON_VERSION, 4);
    text_fill(&t.out, '\0', GMON_SPARE_BYTES);
    if (what == KEPT_WAITING) {
        put_waits(&t);
    } else {
        put_ticks(&t);
        put_slots(&t, false);
        put_blocks(&t);
    }
    if (t.out.failed) {
        text_release(&t.out);
        return err_memory(e, 0);
    }
    k->room -= t.out.n < k->room ? t.out.n : k->room;
    *out = (struct bytes){.p = (uint8_t *)t.out.p, .n = t.out.n};
    return true;
}

static bool has_pointers_of(const struct kept *k, const char *path, const struct image *im,
                            struct err *e)
{
    if (k->word == im->addr_bytes && k->big == im->big_endian)
        return true;
    err_what(e, ERR_GMON_POINTER, path, im->path, NULL);
    e->n = 8 * (int)k->word;
    e->m = 8 * im->addr_bytes;
    return false;
}

bool gmon_translate_kept(const struct bytes *kept, const char *path, const struct image *im,
                         struct bytes *out, struct err *e)
{
    struct kept k;
    if (!kept_open(&k, kept->p, kept->n, path, e))
        return false;
    bool ok =
        has_pointers_of(&k, path, im, e) && kept_profile(&k, &k.images[0], KEPT_TICKS, out, e);
    kept_close(&k);
    return ok;
}
