/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that the runtime kept in a file (runtime/keep.h says what is where), of a process that
 * could not write its profile any more. It may have ended anywhere: what is half done is left out.
 */
#include "core/load/gmon/keep.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/char.h"
#include "core/base/mem.h"

enum {
    HEAD_BYTES = 32,
    SEGMENT_BYTES = 64,
    IMAGE_BYTES = 4224,
    BUILD_ID_AT = 40,
    BUILD_ID_MOST = 32,
    PATH_AT = 72,
    PATH_BYTES = 4096,
    NUMBER_AT = PATH_AT + PATH_BYTES,
    IMAGES_MOST = 4096,
    TABLE_HEAD_BYTES = 64, /* two slots */
    SLOT_BYTES = 32,
    COUNTER_BYTES = 8,
    ORDER = 0x01020304,
    HZ_MOST = 1000000000,
    ROOM_SMALL = 1 << 20,
    ROOM_LARGE = 64 << 20,
};

static const char magic[16] = "gptui-keep 1\n";

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
           k->rate_hz > 0 && k->rate_hz <= HZ_MOST && k->page_bytes >= SEGMENT_BYTES;
}

bool kept_next(const struct kept *k, size_t *at, struct kept_segment *s)
{
    if (*at >= k->n || k->n - *at < SEGMENT_BYTES)
        return false;
    const uint8_t *p = k->p + *at;
    uint64_t bytes = bytes_u64(p, k->big);
    if (bytes < SEGMENT_BYTES || bytes > k->n - *at)
        return false;
    *s = (struct kept_segment){p + SEGMENT_BYTES, (size_t)bytes - SEGMENT_BYTES,
                               bytes_u32(p + 12, k->big), bytes_u32(p + 8, k->big),
                               bytes_u64(p + 24, k->big)};
    *at += (size_t)bytes;
    return true;
}

uint64_t kept_counter(const struct kept *k, const uint8_t *p)
{
    if (k->word == 8)
        return bytes_u64(p, k->big);
    uint32_t low = bytes_u32(p, k->big), halves = bytes_u32(p + 4, k->big);
    halves += (halves ^ low >> 31) & 1;
    return (uint64_t)halves << 31 | (low & 0x7fffffff);
}

uint64_t kept_address(const struct kept *k, const uint8_t *p)
{
    return k->word == 8 ? bytes_u64(p, k->big) : bytes_u32(p, k->big);
}

uint64_t kept_sum(const struct kept *k, uint32_t i)
{
    bool is_there = i < k->run.n && k->run.n_bytes / COUNTER_BYTES > i;
    return is_there ? kept_counter(k, k->run.p + COUNTER_BYTES * (size_t)i) : 0;
}

const char *kept_text(const struct kept *k, size_t *n)
{
    size_t room = k->run.n_bytes / COUNTER_BYTES, at = k->run.n < room ? k->run.n : room;
    *n = 0;
    if (k->run.n_bytes == 0)
        return "";
    const char *text = (const char *)k->run.p + COUNTER_BYTES * at;
    *n = strnlen(text, k->run.n_bytes - COUNTER_BYTES * at);
    return text;
}

/* ---- images ---- */

/* False: it cannot be one. */
static bool take_image(const struct kept *k, const struct kept_segment *s, struct kept_image *m)
{
    if (s->n_bytes < IMAGE_BYTES || (s->n_bytes - IMAGE_BYTES) / COUNTER_BYTES < s->n)
        return false;
    *m = (struct kept_image){.lo = bytes_u64(s->p, k->big),
                             .hi = bytes_u64(s->p + 8, k->big),
                             .base = bytes_u64(s->p + 16, k->big),
                             .entry = bytes_u64(s->p + 24, k->big),
                             .bin_shift = bytes_u32(s->p + 32, k->big),
                             .n_build_id = bytes_u32(s->p + 36, k->big),
                             .build_id = s->p + BUILD_ID_AT,
                             .path = (const char *)s->p + PATH_AT,
                             .number = bytes_u32(s->p + NUMBER_AT, k->big),
                             .is_gone = bytes_u32(s->p + NUMBER_AT + 4, k->big) != 0,
                             .bins = s->p + IMAGE_BYTES,
                             .n_bins = s->n};
    return m->lo < m->hi && m->n_bins > 0 && m->bin_shift < 32 && m->n_build_id <= BUILD_ID_MOST &&
           m->path[PATH_BYTES - 1] == '\0';
}

static bool add_image(struct kept *k, const struct kept_segment *s)
{
    struct kept_image m;
    if (k->n_images == IMAGES_MOST || !take_image(k, s, &m))
        return true;
    if (!mem_grow(&k->images, &k->image_cap, k->n_images + 1, sizeof m))
        return false;
    k->images[k->n_images++] = m;
    return true;
}

static bool take_images(struct kept *k)
{
    struct kept_segment s;
    for (size_t at = k->page_bytes; kept_next(k, &at, &s);) {
        if (s.kind == KEPT_IMAGE && !add_image(k, &s))
            return false;
        if (s.kind == KEPT_WAITS) {
            /* The waits of an image come after it. */
            for (size_t i = 0; s.of > 0 && i < k->n_images; i++)
                if (k->images[i].number == s.of && s.n == k->images[i].n_bins &&
                    s.n_bytes / COUNTER_BYTES >= s.n)
                    k->images[i].waits = s.p;
        }
        if (s.kind == KEPT_RUN)
            k->run = s;
    }
    return true;
}

struct kept_place {
    uint64_t lo;
    uint32_t image;
};

static int by_lo(const void *a, const void *b)
{
    const struct kept_place *x = a, *y = b;
    return x->lo != y->lo ? (x->lo > y->lo) - (x->lo < y->lo)
                          : (x->image > y->image) - (x->image < y->image);
}

static bool place_images(struct kept *k)
{
    struct kept_place *v = mem_array_raw(k->n_images, sizeof *v);
    k->by_address = mem_array_raw(k->n_images, sizeof *k->by_address);
    bool ok = v && k->by_address;
    for (uint32_t i = 0; ok && i < k->n_images; i++)
        if (!k->images[i].is_gone)
            v[k->n_placed++] = (struct kept_place){k->images[i].lo, i};
    if (ok)
        qsort(v, k->n_placed, sizeof *v, by_lo);
    for (size_t i = 0; ok && i < k->n_placed; i++)
        k->by_address[i] = v[i].image;
    free(v);
    return ok;
}

const struct kept_image *kept_image_at(const struct kept *k, uint64_t addr)
{
    size_t lo = 0, hi = k->n_placed;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (k->images[k->by_address[mid]].lo <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    const struct kept_image *m = lo > 0 ? &k->images[k->by_address[lo - 1]] : NULL;
    return m && addr < m->hi ? m : NULL;
}

/* ---- arcs ---- */

static bool add_slot(struct kept *k, const uint8_t *p)
{
    const uint8_t *counts = p + 2 * k->word;
    struct kept_arc a = {.from = kept_address(k, p), .self = kept_address(k, p + k->word)};
    a.count = kept_counter(k, counts) - kept_counter(k, counts + COUNTER_BYTES);
    const struct kept_image *m = a.from && a.count ? kept_image_at(k, a.self) : NULL;
    if (!m)
        return true;
    a.image = (uint32_t)(m - k->images);
    if (!mem_grow(&k->arcs, &k->arc_cap, k->n_arcs + 1, sizeof a))
        return false;
    k->arcs[k->n_arcs++] = a;
    return true;
}

/* By image, and otherwise as they were. */
static bool sort_arcs(struct kept *k)
{
    struct kept_arc *v = mem_array_raw(k->n_arcs, sizeof *v);
    size_t *at = mem_array(k->n_images + 1, sizeof *at);
    bool ok = v && at;
    for (size_t i = 0; ok && i < k->n_arcs; i++)
        at[k->arcs[i].image + 1]++;
    for (size_t i = 0; ok && i < k->n_images; i++) {
        k->images[i].arcs = v + at[i];
        k->images[i].n_arcs = at[i + 1];
        at[i + 1] += at[i];
    }
    for (size_t i = 0; ok && i < k->n_arcs; i++)
        v[at[k->arcs[i].image]++] = k->arcs[i];
    free(at);
    free(ok ? k->arcs : v);
    if (ok)
        k->arcs = v;
    return ok;
}

static bool take_arcs(struct kept *k)
{
    struct kept_segment s;
    for (size_t at = k->page_bytes; kept_next(k, &at, &s);) {
        if (s.kind != KEPT_TABLE || s.n_bytes < TABLE_HEAD_BYTES)
            continue;
        size_t room = (s.n_bytes - TABLE_HEAD_BYTES) / SLOT_BYTES;
        for (size_t i = 0; i < s.n && i < room; i++)
            if (!add_slot(k, s.p + TABLE_HEAD_BYTES + i * SLOT_BYTES))
                return false;
    }
    return sort_arcs(k);
}

/* ---- the whole ---- */

/* "unit UNIT" is one of the lines of the run. */
static void find_unit(struct kept *k)
{
    static const char name[] = "\nunit ";
    size_t n, n_name = sizeof name - 1, n_unit = 0;
    const char *text = kept_text(k, &n);
    memcpy(k->unit, "seconds", sizeof "seconds");
    for (size_t i = 0; i + n_name < n; i++)
        if (memcmp(text + i, name, n_name) == 0) {
            const char *unit = text + i + n_name, *end = memchr(unit, '\n', n - i - n_name);
            n_unit = end ? (size_t)(end - unit) : 0;
            if (n_unit > 0 && n_unit < GMON_DIMENSION_BYTES) {
                memset(k->unit, 0, sizeof k->unit);
                memcpy(k->unit, unit, n_unit);
            }
        }
}

/* Small files, which no runtime has written, do not take long. */
static size_t room_for(size_t n)
{
    return n < ROOM_LARGE / 64 ? ROOM_SMALL + 64 * n : n < SIZE_MAX / 32 ? ROOM_LARGE + 16 * n : n;
}

bool kept_open(struct kept *out, const uint8_t *p, size_t n, const char *path, struct err *e)
{
    *out = (struct kept){.p = p, .n = n, .room = room_for(n)};
    bool is_one = gmon_is_kept(p, n) && take_head(out), ok = !is_one || take_images(out);
    if (is_one && ok && out->n_images > 0) {
        find_unit(out);
        if (place_images(out) && take_arcs(out))
            return true;
        ok = false;
    }
    kept_close(out);
    err_set(e, ok ? ERR_GMON_EOF : ERR_MEMORY, ok ? path : NULL);
    e->offset = 0;
    return false;
}

void kept_close(struct kept *k)
{
    free(k->images);
    free(k->by_address);
    free(k->arcs);
    *k = (struct kept){0};
}

/* The number after a name, which begins a line of the run's. */
static bool find_number(const struct kept *k, const char *name, uint64_t *number)
{
    size_t n, n_name = strlen(name);
    const char *text = kept_text(k, &n);
    *number = 0;
    for (size_t i = 0; i + n_name < n; i++)
        if (memcmp(text + i, name, n_name) == 0) {
            for (i += n_name; i < n && char_is_digit(text[i]); i++)
                *number = *number * 10 + (uint64_t)(text[i] - '0');
            return true;
        }
    return false;
}

bool gmon_kept_about(const char *path, struct kept_about *out, struct err *e)
{
    struct bytes b;
    struct err why = ERR_INIT;
    *out = (struct kept_about){0};
    if (!file_read(path, &b, NULL, &why))
        return why.code != ERR_MEMORY || err_memory(e, 0);
    struct kept k = {.p = b.p, .n = b.n};
    bool ok = true;
    if (gmon_is_kept(b.p, b.n) && take_head(&k)) {
        ok = take_images(&k);
        uint64_t rank;
        (void)find_number(&k, "\nbegan ", &out->began_ns);
        out->is_rank = find_number(&k, "\nrank ", &rank);
        if (ok && k.n_images > 0)
            ok = (out->program = mem_text(k.images[0].path, strlen(k.images[0].path))) != NULL;
    }
    kept_close(&k);
    bytes_release(&b);
    return ok || err_memory(e, 0);
}
