/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that the runtime kept in a file (runtime/keep.h says what is where), of a process that
 * could not write its profile any more. It may have ended anywhere: what is half done is left out.
 */
#include "core/load/gmon/keep.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/reader.h"

enum {
    HEAD_BYTES = 32,
    SEGMENT_BYTES = 64,
    IMAGE_BYTES = 4224,
    PATH_AT = 72,
    PATH_BYTES = 4096,
    TABLE_HEAD_BYTES = 64, /* two slots */
    SLOT_BYTES = 32,
    ORDER = 0x01020304,
    KIND_TABLE = 1,
    KIND_IMAGE = 2,
    BLOCK = 2, /* the caller of basic blocks */
};

static const char magic[16] = "gptui-keep 1\n";

struct kept {
    const uint8_t *p;
    size_t n;
    bool big;
    unsigned word; /* 4 or 8 */
    uint32_t rate_hz, page_bytes;
};

struct kept_segment {
    const uint8_t *p; /* what is in it, `n_bytes` */
    size_t n_bytes;
    uint32_t kind, n;
};

/* The program. */
struct kept_image {
    uint64_t lo, hi, base, entry;
    const uint8_t *bins;
    uint32_t n_bins;
    const uint8_t *path; /* PATH_BYTES, the last one zero */
};

bool gmon_is_kept(const uint8_t *p, size_t n)
{
    return n >= HEAD_BYTES && memcmp(p, magic, sizeof magic) == 0;
}

static bool take_head(struct kept *k)
{
    k->big = bytes_u32(k->p + 16, false) != ORDER;
    k->word = bytes_u32(k->p + 20, k->big);
    k->rate_hz = bytes_u32(k->p + 24, k->big);
    k->page_bytes = bytes_u32(k->p + 28, k->big);
    return bytes_u32(k->p + 16, k->big) == ORDER && (k->word == 4 || k->word == 8) &&
           k->rate_hz > 0 && k->page_bytes >= SEGMENT_BYTES;
}

/* The segment at *at, which moves on; false: there is no other. */
static bool next_segment(const struct kept *k, size_t *at, struct kept_segment *s)
{
    if (*at >= k->n || k->n - *at < SEGMENT_BYTES)
        return false;
    const uint8_t *p = k->p + *at;
    uint64_t bytes = bytes_u64(p, k->big);
    if (bytes < SEGMENT_BYTES || bytes > k->n - *at)
        return false;
    *s = (struct kept_segment){p + SEGMENT_BYTES, (size_t)bytes - SEGMENT_BYTES,
                               bytes_u32(p + 12, k->big), bytes_u32(p + 8, k->big)};
    *at += (size_t)bytes;
    return true;
}

/* A counter (runtime/counter.h) as one that nobody adds to. */
static uint64_t counter(const struct kept *k, const uint8_t *p)
{
    if (k->word == 8)
        return bytes_u64(p, k->big);
    uint32_t low = bytes_u32(p, k->big), halves = bytes_u32(p + 4, k->big);
    halves += (halves ^ low >> 31) & 1;
    return (uint64_t)halves << 31 | (low & 0x7fffffff);
}

/* The first image is the program; false: there is none. */
static bool find_program(const struct kept *k, struct kept_image *m)
{
    struct kept_segment s;
    for (size_t at = k->page_bytes; next_segment(k, &at, &s);) {
        if (s.kind != KIND_IMAGE || s.n_bytes < IMAGE_BYTES ||
            (s.n_bytes - IMAGE_BYTES) / sizeof(uint64_t) < s.n)
            continue;
        *m = (struct kept_image){bytes_u64(s.p, k->big),
                                 bytes_u64(s.p + 8, k->big),
                                 bytes_u64(s.p + 16, k->big),
                                 bytes_u64(s.p + 24, k->big),
                                 s.p + IMAGE_BYTES,
                                 s.n,
                                 s.p + PATH_AT};
        return m->lo < m->hi && m->n_bins > 0 && m->path[PATH_BYTES - 1] == 0;
    }
    return false;
}

/* ---- the magic layout ---- */

struct translation {
    const struct kept *k;
    struct kept_image m;
    struct text out;
    uint32_t n_blocks;
};

static void put(struct translation *t, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&t->out, (char)(v >> 8 * (t->k->big ? bytes - 1 - i : i)));
}

/* The part of each bin above `skipped`; true: some have more. */
static bool put_hist(struct translation *t, uint64_t skipped)
{
    bool more = false;
    put(t, GMON_TAG_HIST, 1);
    put(t, t->m.lo - t->m.base, t->k->word);
    put(t, t->m.hi - t->m.base, t->k->word);
    put(t, t->m.n_bins, 4);
    put(t, t->k->rate_hz, 4);
    text_add(&t->out, "seconds\0\0\0\0\0\0\0\0s", GMON_DIMENSION_BYTES + 1);
    for (uint32_t i = 0; i < t->m.n_bins; i++) {
        uint64_t ticks = counter(t->k, t->m.bins + sizeof(uint64_t) * i);
        uint64_t rest = ticks > skipped ? ticks - skipped : 0;
        put(t, rest < GMON_BIN_MOST ? rest : GMON_BIN_MOST, 2);
        more |= rest > GMON_BIN_MOST;
    }
    return more;
}

/* A count in a hostile file may be anything: more than 2^40 calls would fill the memory. */
static void put_arc(struct translation *t, uint64_t from, uint64_t self, uint64_t count)
{
    const uint64_t most = UINT64_C(1) << 40;
    uint64_t left = count < most ? count : most;
    for (uint64_t n; left > 0; left -= n) {
        n = left < UINT32_MAX ? left : UINT32_MAX;
        put(t, GMON_TAG_ARC, 1);
        put(t, from, t->k->word);
        put(t, self, t->k->word);
        put(t, n, 4);
    }
}

static bool holds(const struct kept_image *m, uint64_t addr)
{
    return addr - m->lo < m->hi - m->lo;
}

static void put_slot(struct translation *t, const uint8_t *p, bool blocks)
{
    const struct kept *k = t->k;
    const struct kept_image *m = &t->m;
    const uint8_t *counts = p + 2 * k->word;
    uint64_t from = gmon_addr(p, k->big, k->word), self = gmon_addr(p + k->word, k->big, k->word);
    uint64_t count = counter(k, counts) - counter(k, counts + 8);
    if (from == 0 || !holds(m, self) || count == 0 || blocks != (from == BLOCK))
        return;
    if (blocks) { /* a block is where its call of the runtime is, not after it */
        put(t, self - m->base - 1, k->word);
        put(t, count, k->word);
        t->n_blocks++;
    } else if (holds(m, from) || m->entry) {
        put_arc(t, (holds(m, from) ? from : m->entry) - m->base, self - m->base, count);
    }
}

static void put_slots(struct translation *t, bool blocks)
{
    struct kept_segment s;
    for (size_t at = t->k->page_bytes; next_segment(t->k, &at, &s);) {
        if (s.kind != KIND_TABLE || s.n_bytes < TABLE_HEAD_BYTES)
            continue;
        size_t room = (s.n_bytes - TABLE_HEAD_BYTES) / SLOT_BYTES;
        for (size_t i = 0; i < s.n && i < room; i++)
            put_slot(t, s.p + TABLE_HEAD_BYTES + i * SLOT_BYTES, blocks);
    }
}

static void put_all(struct translation *t)
{
    text_str(&t->out, GMON_MAGIC_WORD);
    put(t, GMON_VERSION, 4);
    text_fill(&t->out, '\0', GMON_SPARE_BYTES);
    for (uint64_t skipped = 0; put_hist(t, skipped) && skipped < (UINT64_C(1) << 24);)
        skipped += GMON_BIN_MOST;
    put_slots(t, false);
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

bool gmon_translate_kept(const struct bytes *kept, const char *path, const struct image *im,
                         struct bytes *out, struct err *e)
{
    struct kept k = {.p = kept->p, .n = kept->n};
    struct translation t = {.k = &k};
    if (!take_head(&k) || !find_program(&k, &t.m)) {
        err_set(e, ERR_GMON_EOF, path);
        e->offset = 0;
        return false;
    }
    if (k.word != im->addr_bytes || k.big != im->big_endian) {
        err_what(e, ERR_GMON_POINTER, path, im->path, NULL);
        e->n = 8 * (int)k.word;
        e->m = 8 * im->addr_bytes;
        return false;
    }
    put_all(&t);
    if (t.out.failed) {
        text_release(&t.out);
        return err_memory(e, 0);
    }
    *out = (struct bytes){.p = (uint8_t *)t.out.p, .n = t.out.n};
    return true;
}

bool gmon_kept_program(const char *path, char **program, struct err *e)
{
    struct bytes b;
    struct err why = ERR_INIT;
    struct kept_image m;
    *program = NULL;
    if (!file_read(path, &b, NULL, &why))
        return why.code != ERR_MEMORY || err_memory(e, 0);
    struct kept k = {.p = b.p, .n = b.n};
    bool ok = true;
    if (gmon_is_kept(b.p, b.n) && take_head(&k) && find_program(&k, &m)) {
        *program = mem_text((const char *)m.path, strlen((const char *)m.path));
        ok = *program || err_memory(e, 0);
    }
    bytes_release(&b);
    return ok;
}
