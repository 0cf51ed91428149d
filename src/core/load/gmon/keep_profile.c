/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/keep_profile.h"

#include <string.h>

#include "core/base/text.h"
#include "unite/put.h"

enum {
    BLOCK = 2, /* the caller of basic blocks */
    COUNTER_BYTES = 8,
    PART_BINS = 64, /* of waits, as in the runtime's files */
};

struct translation {
    struct unite_sink sink; /* it */
    struct unite_gmon layout;
    const struct kept *k;
    const struct kept_image *m;
    struct text out;
};

static bool has_room(const struct translation *t)
{
    return t->out.n < t->k->room && !t->out.failed;
}

static void put(struct unite_sink *sink, const void *p, size_t n)
{
    struct text *out = &((struct translation *)sink)->out;
    if (p)
        text_add(out, p, n);
    else
        text_fill(out, '\0', n);
}

static void put_range(const struct translation *t, uint64_t lo, uint64_t hi, uint32_t n_bins,
                      const char *unit)
{
    const bool is_time = strcmp(unit, "seconds") == 0 || strcmp(unit, GMON_WAIT) == 0;
    unite_put_range(
        &t->layout, lo - t->m->base, hi - t->m->base, n_bins,
        &(struct unite_unit){unite_text_of(unit), is_time ? 's' : unit[0], is_time ? t->k->rate_hz : 1});
}

static bool put_hist(const struct translation *t, uint64_t skipped)
{
    bool more = false;
    put_range(t, t->m->lo, t->m->hi, t->m->n_bins, t->k->unit);
    for (uint32_t i = 0; i < t->m->n_bins; i++)
        more |= unite_put_bin(&t->layout,
                              kept_counter(t->k, t->m->bins + COUNTER_BYTES * (size_t)i), skipped);
    return more;
}

/* In a hostile file it may be anything. */
static uint64_t count_of(const struct kept_arc *a)
{
    const uint64_t most = UINT64_C(1) << 40;
    return a->count < most ? a->count : most;
}

static void put_arcs(struct translation *t)
{
    uint64_t n_pairs = 0;
    for (size_t i = 0; i < t->m->n_arcs; i++) {
        const struct kept_arc *a = &t->m->arcs[i];
        n_pairs += a->from == BLOCK ? unite_block_pairs(&t->layout, count_of(a)) : 0;
        /* Callers elsewhere are called from the image's entry; a block is where its call of the
         * runtime is, not after it. */
        const struct kept_image *m = t->m;
        bool is_inside = a->from - m->lo < m->hi - m->lo;
        if (a->from != BLOCK && a->count > 0 && (is_inside || m->entry) && has_room(t))
            unite_put_arc(&t->layout, (is_inside ? a->from : m->entry) - m->base, a->self - m->base,
                          count_of(a));
    }
    if (n_pairs == 0)
        return;
    unite_put_blocks(&t->layout, (uint32_t)n_pairs);
    for (size_t i = 0; i < t->m->n_arcs; i++)
        if (t->m->arcs[i].from == BLOCK)
            unite_put_block(&t->layout, t->m->arcs[i].self - t->m->base - 1,
                            count_of(&t->m->arcs[i]));
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

static void put_waits(struct translation *t)
{
    uint64_t ticks[PART_BINS], left_ns = 1000000000 / t->k->rate_hz / 2;
    uint32_t n_bins = t->m->waits ? t->m->n_bins : 0;
    for (uint32_t first = 0; first < n_bins; first += PART_BINS) {
        uint32_t left = n_bins - first, n = left < PART_BINS ? left : PART_BINS;
        if (ticks_of(t, first, n, &left_ns, ticks)) {
            uint64_t lo = t->m->lo + ((uint64_t)first << t->m->bin_shift);
            bool more = true;
            for (uint64_t skipped = 0; more && has_room(t); skipped += UNITE_BIN_MOST) {
                more = false;
                put_range(t, lo, lo + ((uint64_t)n << t->m->bin_shift), n, GMON_WAIT);
                for (uint32_t i = 0; i < n; i++)
                    more |= unite_put_bin(&t->layout, ticks[i], skipped);
            }
        }
        if (left <= PART_BINS)
            break;
    }
}

/* ---- the whole ---- */

bool kept_profile(struct kept *k, const struct kept_image *image, enum kept_what what,
                  struct bytes *out, struct err *e)
{
    struct translation t = {.sink = {put}, .k = k, .m = image};
    t.layout = (struct unite_gmon){&t.sink, k->word, k->big};
    unite_put_gmon_head(&t.layout);
    if (what == KEPT_WAITING) {
        put_waits(&t);
    } else {
        for (uint64_t skipped = 0; put_hist(&t, skipped) && has_room(&t);)
            skipped += UNITE_BIN_MOST;
        put_arcs(&t);
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
