/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/kept.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/run/run.h"
#include "unite/build.h"
#include "unite/put.h"

#ifndef SEEK_DATA /* newer than the POSIX that is asked for, and the same on all systems that have \
                     it */
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif

/* runtime/keep.h says what is where. */
enum {
    HEAD_BYTES = 44,
    CHUNK_HEAD_BYTES = 64,
    SEGMENT_BYTES = 32,
    BUILD_ID_AT = 56,
    PATH_AT = 88,
    BUILD_ID_MOST = 32,
    PATH_MOST = 4095,
    IMAGES_MOST = 4096,
    TABLE_HEAD_BYTES = 64, /* two slots */
    SLOT_BYTES = 32,
    OLD_HEAD_BYTES = 16,
    NODE_BYTES = 32,
    COUNTER_BYTES = 8,
    BINS_TOGETHER = 512,
    PHASE_NAME_BYTES = 40,
    PHASE_BYTES = 64,
    ORDER = 0x01020304,
    HZ_MOST = 1000000000,
    PAGE_MOST = 1 << 20,
    TABLES_MOST = 16, /* of nodes */
    DEPTH_MOST = 512, /* no path is as long */
    WAIT_BINS = 64,   /* of a range of waits, as the runtime has them */
    BLOCK = 2,        /* the caller of basic blocks */
    ALONE = 2,        /* addresses up to this are no code: enum path_root in runtime/paths.h */
    N_WAITS = 8,
};

#define NO_SLOT ((1u << 21) - (1u << 12)) /* PATH_SLOTS in runtime/paths.h */
#define NS_MOST (UINT64_MAX / 2)          /* nobody waits for 292 years */

enum kind { CHUNK = 1, TABLE, IMAGE, SUMS, ABOUT, PATHS, TICKS, WAITS, PHASE, OLD };

/* By their places: struct keep_sums in runtime/keep.h. */
enum {
    SUM_PID,
    SUM_PARENT,
    SUM_START,
    SUM_BEGAN,
    SUM_DONE,
    SUM_LOST_PATHS,
    SUM_UNKNOWN_WAITS,
    SUM_WAITS,
    SUM_WALL = SUM_WAITS + N_WAITS,
    SUM_CPU,
    SUM_LOST_CALLS,
    SUM_ACHIEVED_HZ,
    SUM_MISSING_SAMPLES,
    SUM_UNKNOWN_TICKS,
    SUM_COUNTING_TICKS,
};

static const char magic[16] = "gptui-keep 2\n";

struct segment {
    const uint8_t *p;
    size_t n_bytes;
    uint32_t kind, n;
    uint64_t of;
};

/* Segments of one process, n bytes. */
struct chunk {
    const uint8_t *p;
    size_t n;
    uint32_t part;
};

struct mapped {
    uint64_t lo, hi, base; /* addresses in the process */
    uint32_t n_bins, number;
    unsigned bin_shift;
    bool is_gone;   /* nothing lies at its addresses */
    bool is_called; /* calls or blocks of it are known */
    struct unite_image about;
    const struct segment *bins; /* n_pages of them, ticks and waits by place */
    size_t n_pages;
};

/* Nodes of paths: n slots, from number `first` on. */
struct node_table {
    const uint8_t *p;
    uint32_t first, n;
    size_t *made; /* by slot: 1 + its number in the tree; 0: not yet */
};

struct kept {
    struct source source; /* of the file, if it was read here, */
    struct bytes own;     /* and its bytes */
    struct image machine;
    bool is_alive;
    bool big;
    unsigned word; /* 4 or 8 */
    uint32_t rate_hz, page_bytes;
    struct chunk *chunks; /* by part, and as they lie in the file */
    size_t n_chunks, chunk_cap;
    size_t *parts; /* where those of each begin; n_parts + 1 */
    size_t n_parts;
};

/* One process of it. */
struct process {
    const struct kept *k;
    const struct chunk *chunks; /* n_chunks */
    size_t n_chunks;
    struct mapped *images; /* by number, the program first */
    size_t n_images, image_cap;
    uint32_t place[IMAGES_MOST + 1];  /* by number, 1 + which of them */
    const struct mapped **by_address; /* n_placed, without those that are gone */
    size_t n_placed;
    struct segment *bins; /* of all images, by number, kind and place */
    size_t n_bins, bin_cap;
    struct segment sums; /* n_bytes 0: there are none */
    struct node_table tables[TABLES_MOST];
    size_t n_tables;
    uint64_t rest_ns; /* of waits */
    uint64_t n_calls, n_ticks;
    struct unite_run about; /* and this: of the whole run */
    struct unite_unit unit;
    struct arena memory; /* texts */
    struct unite_build build;
};

/* ---- chunks and segments ---- */

static bool take_head(struct kept *k, const struct bytes *file)
{
    const uint8_t *p = file->p;
    if (file->n < HEAD_BYTES || memcmp(p, magic, sizeof magic) != 0)
        return false;
    k->big = bytes_u32(p + 16, false) != ORDER;
    k->word = bytes_u32(p + 20, k->big);
    k->rate_hz = bytes_u32(p + 24, k->big);
    k->page_bytes = bytes_u32(p + 28, k->big);
    k->machine.addr_bytes = (uint8_t)k->word;
    k->machine.big_endian = k->big;
    return bytes_u32(p + 16, k->big) == ORDER && (k->word == 4 || k->word == 8) && k->rate_hz > 0 &&
           k->rate_hz <= HZ_MOST && k->page_bytes >= CHUNK_HEAD_BYTES &&
           k->page_bytes <= PAGE_MOST && k->page_bytes % CHUNK_HEAD_BYTES == 0;
}

/* A head of segments at p, which has n bytes; false: there is none. */
static bool take_segment(const struct kept *k, const uint8_t *p, size_t n, struct segment *s)
{
    const uint64_t bytes = n < SEGMENT_BYTES ? 0 : bytes_u64(p, k->big);
    if (bytes < SEGMENT_BYTES || bytes > n || bytes % SEGMENT_BYTES != 0)
        return false;
    *s = (struct segment){.p = p + SEGMENT_BYTES,
                          .n_bytes = (size_t)bytes - SEGMENT_BYTES,
                          .n = bytes_u32(p + 8, k->big),
                          .kind = bytes_u32(p + 12, k->big),
                          .of = bytes_u64(p + 16, k->big)};
    return true;
}

/* The next one of a chunk at *at, which moves on; false: there is no other. A process that ended
 * may have left room between them. */
static bool next_segment(const struct kept *k, const struct chunk *c, size_t *at, struct segment *s)
{
    for (; *at < c->n; *at += SEGMENT_BYTES)
        if (take_segment(k, c->p + *at, c->n - *at, s)) {
            *at += SEGMENT_BYTES + s->n_bytes;
            return true;
        }
    return false;
}

static int by_part(const void *a, const void *b)
{
    const struct chunk *x = a, *y = b;
    return x->part != y->part ? (x->part > y->part) - (x->part < y->part)
                              : (x->p > y->p) - (x->p < y->p);
}

/* What lies between chunks is whole pages: where none begins, the next page is tried. */
static void take_chunks(struct kept *k, const struct bytes *file)
{
    struct segment s;
    const uint8_t *p = file->p;
    for (size_t at = k->page_bytes, step; at < file->n; at += step) {
        step = k->page_bytes;
        if (!take_segment(k, p + at, file->n - at, &s) || s.kind != CHUNK || s.n == 0 ||
            (s.n_bytes + SEGMENT_BYTES) % k->page_bytes != 0)
            continue;
        step = s.n_bytes + SEGMENT_BYTES;
        mem_grow(&k->chunks, &k->chunk_cap, k->n_chunks + 1, sizeof *k->chunks);
        k->chunks[k->n_chunks++] =
            (struct chunk){p + at + CHUNK_HEAD_BYTES, step - CHUNK_HEAD_BYTES, s.n};
    }
    if (k->n_chunks > 0)
        qsort(k->chunks, k->n_chunks, sizeof *k->chunks, by_part);
    k->parts = mem_array(k->n_chunks + 1, sizeof *k->parts);
    for (size_t i = 0; i < k->n_chunks; i++)
        if (i == 0 || k->chunks[i].part != k->chunks[i - 1].part)
            k->parts[k->n_parts++] = i;
    k->parts[k->n_parts] = k->n_chunks;
}

/* A counter (runtime/counter.h), as one that nobody adds to. */
static uint64_t counter(const struct kept *k, const uint8_t *p)
{
    if (k->word == 8)
        return bytes_u64(p, k->big);
    const uint32_t low = bytes_u32(p, k->big), halves = bytes_u32(p + 4, k->big);
    return (uint64_t)(halves + ((halves ^ low >> 31) & 1)) << 31 | (low & 0x7fffffff);
}

static uint64_t address(const struct kept *k, const uint8_t *p)
{
    return k->word == 8 ? bytes_u64(p, k->big) : bytes_u32(p, k->big);
}

/* Number i of the sums of the process; 0: it has none. */
static uint64_t sum(const struct process *t, uint32_t i)
{
    const bool is_there = i < t->sums.n && t->sums.n_bytes / COUNTER_BYTES > i;
    return is_there ? counter(t->k, t->sums.p + COUNTER_BYTES * (size_t)i) : 0;
}

/* ---- images ---- */

/* False: it cannot be one. */
static bool take_image(const struct kept *k, const struct segment *s, struct mapped *m)
{
    if (s->n_bytes < PATH_AT)
        return false;
    const uint64_t entry = bytes_u64(s->p + 24, k->big);
    const uint32_t n_id = bytes_u32(s->p + 48, k->big), n_path = bytes_u32(s->p + 52, k->big);
    *m = (struct mapped){.lo = bytes_u64(s->p, k->big),
                         .hi = bytes_u64(s->p + 8, k->big),
                         .base = bytes_u64(s->p + 16, k->big),
                         .bin_shift = bytes_u32(s->p + 32, k->big),
                         .n_bins = bytes_u32(s->p + 36, k->big),
                         .number = bytes_u32(s->p + 40, k->big),
                         .is_gone = bytes_u32(s->p + 44, k->big) != 0};
    m->about = (struct unite_image){.path = {(const char *)s->p + PATH_AT, n_path},
                                    .id = {(const char *)s->p + BUILD_ID_AT, n_id},
                                    .entry = entry ? entry - m->base : 0};
    return m->lo < m->hi && m->base <= m->lo && m->n_bins > 0 && m->bin_shift < 32 &&
           m->n_bins <= (m->hi - m->lo) >> m->bin_shift && n_id <= BUILD_ID_MOST &&
           n_path <= PATH_MOST && n_path <= s->n_bytes - PATH_AT && m->number > 0 &&
           m->number <= IMAGES_MOST;
}

/* Later records of one image take the place of earlier ones. */
static void add_image(struct process *t, const struct segment *s)
{
    struct mapped m;
    if (!take_image(t->k, s, &m))
        return;
    uint32_t *place = &t->place[m.number];
    if (*place == 0) {
        mem_grow(&t->images, &t->image_cap, t->n_images + 1, sizeof *t->images);
        *place = (uint32_t)++t->n_images;
    }
    t->images[*place - 1] = m;
}

static int by_number(const void *a, const void *b)
{
    const struct mapped *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static int by_lo(const void *a, const void *b)
{
    const struct mapped *x = *(const struct mapped *const *)a,
                        *y = *(const struct mapped *const *)b;
    return x->lo != y->lo ? (x->lo > y->lo) - (x->lo < y->lo) : (x > y) - (x < y);
}

/* In the order of their numbers, as the list of them was loaded. */
static void place_images(struct process *t)
{
    if (t->n_images > 0)
        qsort(t->images, t->n_images, sizeof *t->images, by_number);
    t->by_address = mem_array(t->n_images, sizeof(void *));
    for (size_t i = 0; i < t->n_images; i++) {
        t->place[t->images[i].number] = (uint32_t)i + 1;
        if (!t->images[i].is_gone)
            t->by_address[t->n_placed++] = &t->images[i];
    }
    qsort(t->by_address, t->n_placed, sizeof(void *), by_lo);
}

/* An address of the process as one of its image's file; the number of that, from 1 on, 0: none. */
static uint64_t find_place(const struct process *t, uint64_t *addr)
{
    size_t lo = 0, hi = t->n_placed;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (t->by_address[mid]->lo <= *addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    const struct mapped *m = lo > 0 ? t->by_address[lo - 1] : NULL;
    if (!m || *addr >= m->hi)
        return 0;
    *addr -= m->base;
    return 1 + (uint64_t)(m - t->images);
}

/* ---- samples and waits ---- */

/* A page of bins of an image. */
static void add_bins(struct process *t, const struct segment *s)
{
    if (s->of == 0 || s->of > IMAGES_MOST || s->n_bytes < BINS_TOGETHER * COUNTER_BYTES)
        return;
    mem_grow(&t->bins, &t->bin_cap, t->n_bins + 1, sizeof *t->bins);
    t->bins[t->n_bins++] = *s;
}

static int by_place(const void *a, const void *b)
{
    const struct segment *x = a, *y = b;
    if (x->of != y->of)
        return (x->of > y->of) - (x->of < y->of);
    if (x->kind != y->kind)
        return (x->kind > y->kind) - (x->kind < y->kind);
    return (x->n > y->n) - (x->n < y->n);
}

static void place_bins(struct process *t)
{
    if (t->n_bins > 0)
        qsort(t->bins, t->n_bins, sizeof *t->bins, by_place);
    for (size_t i = 0; i < t->n_bins; i++) {
        const uint32_t place = t->place[t->bins[i].of];
        struct mapped *m = place ? &t->images[place - 1] : NULL;
        if (m && m->n_pages++ == 0)
            m->bins = &t->bins[i];
    }
}

/* How many bins of a page its image has. */
static size_t bins_in(const struct mapped *m, const struct segment *page)
{
    const uint64_t first = (uint64_t)page->n * BINS_TOGETHER;
    const uint64_t left = first < m->n_bins ? m->n_bins - first : 0;
    return left < BINS_TOGETHER ? (size_t)left : BINS_TOGETHER;
}

/* Libraries that are no files have no code that can be read. */
static bool has_bins(const struct process *t, const struct mapped *m)
{
    return m == t->images || (m->about.path.n && memchr(m->about.path.p, '/', m->about.path.n));
}

static void build_ticks(struct process *t, struct mapped *m)
{
    const bool is_told = has_bins(t, m);
    const struct unite_range range = {.measure = UNITE_TICKS,
                                      .image = 1 + (uint64_t)(m - t->images),
                                      .rate_hz = t->k->rate_hz,
                                      .lo = m->lo - m->base,
                                      .hi = m->hi - m->base,
                                      .n_bins = m->n_bins};
    if (is_told && (m == t->images || m->is_called || m->n_pages > 0))
        unite_build_range(&t->build, &range);
    for (size_t j = 0; j < m->n_pages && m->bins[j].kind == TICKS; j++)
        for (size_t i = 0, n = bins_in(m, &m->bins[j]); i < n; i++) {
            const uint64_t ticks = counter(t->k, m->bins[j].p + COUNTER_BYTES * i);
            m->about.ticks = unite_sum(m->about.ticks, ticks);
            if (is_told)
                unite_build_bin(&t->build, (uint64_t)m->bins[j].n * BINS_TOGETHER + i, ticks);
        }
    t->n_ticks = unite_sum(t->n_ticks, m->about.ticks);
}

/* Ticks of n bins at p; what is left over of one goes to the next. Returns their sum. */
static uint64_t wait_ticks(const struct kept *k, const uint8_t *p, size_t n, uint64_t *left_ns,
                           uint64_t *ticks)
{
    const uint64_t tick_ns = HZ_MOST / k->rate_hz;
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t ns = counter(k, p + COUNTER_BYTES * i);
        *left_ns += ns < NS_MOST ? ns : 0;
        ticks[i] = *left_ns / tick_ns;
        *left_ns %= tick_ns;
        all = unite_sum(all, ticks[i]);
    }
    return all;
}

static void build_page_of_waits(struct process *t, struct mapped *m, const struct segment *page,
                                uint64_t *left_ns)
{
    uint64_t ticks[WAIT_BINS];
    for (size_t at = 0, n, n_bins = bins_in(m, page); at < n_bins; at += n) {
        n = n_bins - at < WAIT_BINS ? n_bins - at : WAIT_BINS;
        const uint64_t first = (uint64_t)page->n * BINS_TOGETHER + at;
        const uint64_t all = wait_ticks(t->k, page->p + COUNTER_BYTES * at, n, left_ns, ticks);
        m->about.waits = unite_sum(m->about.waits, all);
        if (all == 0 || !has_bins(t, m))
            continue;
        struct unite_range range = {.measure = UNITE_WAITS,
                                    .image = 1 + (uint64_t)(m - t->images),
                                    .rate_hz = t->k->rate_hz,
                                    .lo = m->lo - m->base + (first << m->bin_shift),
                                    .n_bins = n};
        range.hi = range.lo + ((uint64_t)n << m->bin_shift);
        unite_build_range(&t->build, &range);
        for (size_t i = 0; i < n; i++)
            unite_build_bin(&t->build, i, ticks[i]);
    }
}

static void build_images(struct process *t)
{
    for (size_t i = 0; i < t->n_images; i++) {
        struct mapped *m = &t->images[i];
        uint64_t left_ns = HZ_MOST / t->k->rate_hz / 2;
        build_ticks(t, m);
        for (size_t j = 0; j < m->n_pages; j++)
            if (m->bins[j].kind == WAITS)
                build_page_of_waits(t, m, &m->bins[j], &left_ns);
        unite_build_image(&t->build, &m->about);
    }
}

/* ---- calls ---- */

static void build_call(struct process *t, const struct unite_arc *a)
{
    t->images[a->self_image - 1].is_called = true;
    if (a->from == BLOCK) { /* it is where its call of the runtime is, not after it */
        unite_build_block(&t->build, &(struct unite_block){a->self_image, a->self - 1, a->count});
        return;
    }
    t->n_calls = unite_sum(t->n_calls, a->count);
    unite_build_arc(&t->build, a);
}

static void build_arc(struct process *t, const uint8_t *p)
{
    const struct kept *k = t->k;
    const uint8_t *counts = p + 2 * k->word;
    struct unite_arc a = {.from = address(k, p), .self = address(k, p + k->word)};
    a.count = counter(k, counts) - counter(k, counts + COUNTER_BYTES);
    if (!a.from || !a.count || !(a.self_image = find_place(t, &a.self)))
        return;
    if (a.from != BLOCK)
        a.from_image = find_place(t, &a.from);
    if (a.from != BLOCK && !a.from_image)
        a.from = 0;
    build_call(t, &a);
}

static void build_arcs(struct process *t, const struct segment *s)
{
    const size_t room =
        s->n_bytes < TABLE_HEAD_BYTES ? 0 : (s->n_bytes - TABLE_HEAD_BYTES) / SLOT_BYTES;
    for (size_t i = 0; i < s->n && i < room; i++)
        build_arc(t, s->p + TABLE_HEAD_BYTES + i * SLOT_BYTES);
}

/* Those of an image that was closed have addresses of its file. */
static void build_old_arcs(struct process *t, const struct segment *s)
{
    const struct kept *k = t->k;
    const size_t bytes = 2 * k->word + COUNTER_BYTES;
    const size_t room = s->n_bytes < OLD_HEAD_BYTES ? 0 : (s->n_bytes - OLD_HEAD_BYTES) / bytes;
    const uint64_t image = s->of <= IMAGES_MOST ? t->place[s->of] : 0;
    for (size_t i = 0; image && i < s->n && i < room; i++) {
        const uint8_t *p = s->p + OLD_HEAD_BYTES + i * bytes;
        const struct unite_arc a = {image, address(k, p), image, address(k, p + k->word),
                                    bytes_u64(p + 2 * k->word, k->big)};
        if (a.from && a.self && a.count)
            build_call(t, &a);
    }
}

/* ---- call paths ---- */

static void add_table(struct process *t, const struct segment *s)
{
    if (t->n_tables == TABLES_MOST || s->of >= NO_SLOT || s->n > NO_SLOT - s->of ||
        s->n > s->n_bytes / NODE_BYTES)
        return;
    t->tables[t->n_tables++] =
        (struct node_table){s->p, (uint32_t)s->of, s->n, mem_array(s->n, sizeof *t->tables->made)};
}

/* The node in a slot, and where it is remembered what became of it; NULL: none, or it is not whole.
 */
static const uint8_t *node_at(const struct process *t, uint32_t slot, size_t **made)
{
    for (size_t i = 0; i < t->n_tables; i++) {
        const struct node_table *table = &t->tables[i];
        if (slot - table->first >= table->n)
            continue;
        const uint8_t *p = table->p + (size_t)(slot - table->first) * NODE_BYTES;
        *made = &table->made[slot - table->first];
        return bytes_u32(p + t->k->word, t->k->big) > 0 ? p : NULL;
    }
    return NULL;
}

static uint64_t node_waits(struct process *t, const uint8_t *p)
{
    const uint64_t tick_ns = HZ_MOST / t->k->rate_hz, ns = counter(t->k, p);
    if (ns == 0 || ns >= NS_MOST)
        return 0;
    t->rest_ns += ns;
    const uint64_t ticks = t->rest_ns / tick_ns;
    t->rest_ns %= tick_ns;
    return ticks;
}

static size_t build_node(struct process *t, const uint8_t *p, size_t parent)
{
    const uint8_t *counts = p + 2 * t->k->word;
    struct unite_node node = {.addr = address(t->k, p), .ticks = counter(t->k, counts)};
    node.waits = node_waits(t, counts + COUNTER_BYTES);
    if (node.addr > ALONE)
        node.image = find_place(t, &node.addr);
    if (!node.image && (parent != UNITE_NO_NODE || node.addr > ALONE))
        node.addr = 0;
    return unite_build_node(&t->build, parent, &node);
}

/* A node after those that lead to it. What leads nowhere, or round in a ring, is no path. */
static void build_path(struct process *t, uint32_t slot)
{
    const uint8_t *way[DEPTH_MOST];
    size_t *made[DEPTH_MOST], n = 0, parent = UNITE_NO_NODE;
    while (slot != NO_SLOT) {
        const uint8_t *p = n < DEPTH_MOST ? node_at(t, slot, &made[n]) : NULL;
        if (!p)
            return;
        if (*made[n] > 0) {
            parent = *made[n] - 1;
            break;
        }
        way[n++] = p;
        slot = bytes_u32(p + t->k->word, t->k->big) - 1;
    }
    while (n-- > 0 && !t->build.failed) {
        parent = build_node(t, way[n], parent);
        *made[n] = parent + 1;
    }
}

static void build_paths(struct process *t)
{
    size_t *made;
    for (size_t i = 0; i < t->n_tables; i++)
        for (uint32_t j = 0; j < t->tables[i].n; j++)
            if (node_at(t, t->tables[i].first + j, &made))
                build_path(t, t->tables[i].first + j);
}

/* ---- what is known of the run ---- */

static void build_fact(struct process *t, enum unite_fact_kind kind, uint64_t value)
{
    const struct unite_fact_name *fact = unite_fact_name(kind);
    unite_build_fact(&t->build, &(struct unite_fact){fact->rule, unite_text_of(fact->name), value});
}

/* As it was when the runtime last looked at its clocks; all 0: it had not yet. */
static void build_facts(struct process *t)
{
    const uint64_t unknown = sum(t, SUM_UNKNOWN_TICKS);
    build_fact(t, UNITE_FACT_KEPT, 1);
    build_fact(t, UNITE_FACT_WALL, sum(t, SUM_WALL) / 1000000);
    build_fact(t, UNITE_FACT_CPU, sum(t, SUM_CPU) / 1000000);
    build_fact(t, UNITE_FACT_CALLS, t->n_calls);
    build_fact(t, UNITE_FACT_LOST_CALLS, sum(t, SUM_LOST_CALLS));
    build_fact(t, UNITE_FACT_RATE_ASKED, t->k->rate_hz);
    build_fact(t, UNITE_FACT_MISSING_SAMPLES, sum(t, SUM_MISSING_SAMPLES));
    build_fact(t, UNITE_FACT_TICKS, unite_sum(t->n_ticks, unknown));
    build_fact(t, UNITE_FACT_UNKNOWN_TICKS, unknown);
    build_fact(t, UNITE_FACT_COUNTING_TICKS, sum(t, SUM_COUNTING_TICKS));
    if (t->n_tables > 0)
        build_fact(t, UNITE_FACT_LOST_PATH_TICKS, sum(t, SUM_LOST_PATHS));
    bool has_waits = sum(t, SUM_UNKNOWN_WAITS) > 0;
    for (uint32_t i = 0; i < N_WAITS; i++)
        has_waits |= sum(t, SUM_WAITS + i) > 0;
    if (has_waits)
        build_fact(t, UNITE_FACT_UNKNOWN_WAITS, sum(t, SUM_UNKNOWN_WAITS) / 1000000);
    for (uint32_t i = 0; has_waits && i < N_WAITS; i++)
        build_fact(t, UNITE_FACT_WAITS + i, sum(t, SUM_WAITS + i) / 1000000);
}

static void build_phase(struct process *t, const struct segment *s)
{
    const uint8_t *p = s->p, *times = p + PHASE_NAME_BYTES;
    if (s->n_bytes < PHASE_BYTES || bytes_u32(times + 16, t->k->big) == 0)
        return; /* it is not whole */
    const size_t n = strnlen((const char *)p, PHASE_NAME_BYTES - 1);
    unite_build_phase(&t->build,
                      &(struct unite_phase){.number = s->n,
                                            .wall_ms = bytes_u64(times, t->k->big) / 1000000,
                                            .cpu_ms = bytes_u64(times + 8, t->k->big) / 1000000,
                                            .name = {(const char *)p, n}});
}

/* A text that lives as long as the process. */
static struct unite_text keep_text(struct process *t, struct unite_text text)
{
    return (struct unite_text){arena_text(&t->memory, text.n ? text.p : "", text.n), text.n};
}

static void take_about_record(struct process *t, const struct unite_record *r)
{
    if (r->kind == UNITE_UNIT) {
        t->unit = r->unit;
        t->unit.dimension = keep_text(t, r->unit.dimension);
    } else if (r->kind == UNITE_RUN) {
        t->about = r->run;
        t->about.name = keep_text(t, r->run.name);
        t->about.host = keep_text(t, r->run.host);
        t->about.id = keep_text(t, r->run.id);
        t->about.command = keep_text(t, r->run.command);
    } else if (r->kind == UNITE_WORD) {
        unite_build_word(&t->build, keep_text(t, r->word.name).p, keep_text(t, r->word.value));
    }
}

/* What its message says; what is damaged in that is left out. */
static void take_about(struct process *t, const struct segment *s)
{
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    struct unite_record r = {.kind = UNITE_END};
    struct unite_source source = {.p = s->p, .n = s->n < s->n_bytes ? s->n : s->n_bytes};
    if (unite_reader_begin(reader, &source) == UNITE_OK)
        while (unite_read(reader, &r) == UNITE_OK && r.kind != UNITE_END)
            take_about_record(t, &r);
    free(reader);
}

/* The first part's is for all. */
static void find_about(struct process *t)
{
    struct segment s;
    t->about.rank = UNITE_NO_RANK;
    t->unit = (struct unite_unit){unite_text_of("seconds"), 's', t->k->rate_hz};
    for (size_t i = 0; i < t->k->parts[1]; i++)
        for (size_t at = 0; next_segment(t->k, &t->k->chunks[i], &at, &s);)
            if (s.kind == ABOUT)
                take_about(t, &s);
    unite_build_unit(&t->build, &t->unit);
}

static struct unite_run run_of(const struct process *t)
{
    struct unite_run run = t->about;
    run.pid = sum(t, SUM_PID);
    run.start_sec = sum(t, SUM_START);
    run.began_ns = sum(t, SUM_BEGAN);
    run.wall_ms = sum(t, SUM_WALL) / 1000000;
    run.cpu_ms = sum(t, SUM_CPU) / 1000000;
    return run;
}

/* ---- the whole ---- */

static void take_segments(struct process *t)
{
    struct segment s;
    for (size_t i = 0; i < t->n_chunks; i++)
        for (size_t at = 0; next_segment(t->k, &t->chunks[i], &at, &s);) {
            if (s.kind == IMAGE)
                add_image(t, &s);
            else if (s.kind == TICKS || s.kind == WAITS)
                add_bins(t, &s);
            else if (s.kind == PATHS)
                add_table(t, &s);
            else if (s.kind == SUMS)
                t->sums = s;
        }
    place_images(t);
    place_bins(t);
}

static void build(struct process *t, struct unite_message *out)
{
    struct segment s;
    struct text parent = {0};
    unite_build_init(&t->build, &runs_memory);
    find_about(t);
    text_uint(&parent, sum(t, SUM_PARENT), 0);
    unite_build_word(&t->build, "parent", unite_text_of(text_z(&parent)));
    for (size_t i = 0; i < t->n_chunks; i++)
        for (size_t at = 0; next_segment(t->k, &t->chunks[i], &at, &s);) {
            if (s.kind == TABLE)
                build_arcs(t, &s);
            else if (s.kind == OLD)
                build_old_arcs(t, &s);
            else if (s.kind == PHASE)
                build_phase(t, &s);
        }
    build_images(t);
    build_paths(t);
    build_facts(t);
    const struct unite_run run = run_of(t);
    (void)unite_build_end(&t->build, &run, out); /* it stays empty if that is damaged */
    unite_build_release(&t->build);
    text_release(&parent);
}

void kept_message(struct kept *k, size_t i, struct unite_message *out)
{
    struct process *t = mem_array(1, sizeof *t);
    *out = (struct unite_message){.memory = &runs_memory};
    t->k = k;
    t->chunks = &k->chunks[k->parts[i]];
    t->n_chunks = k->parts[i + 1] - k->parts[i];
    take_segments(t);
    if (t->n_images > 0 && t->images[0].number == 1 && sum(t, SUM_DONE) == 0)
        build(t, out);
    for (size_t j = 0; j < t->n_tables; j++)
        free(t->tables[j].made);
    free(t->images);
    free(t->by_address);
    free(t->bins);
    arena_release(&t->memory);
    free(t);
}

size_t kept_count(const struct kept *k)
{
    return k->n_parts;
}

const struct image *kept_machine(const struct kept *k)
{
    return &k->machine;
}

bool kept_is_alive(const struct kept *k)
{
    return k->is_alive;
}

void kept_close(struct kept *k)
{
    if (!k)
        return;
    source_close(&k->source);
    bytes_release(&k->own);
    free(k->chunks);
    free(k->parts);
    free(k);
}

struct kept *kept_take(const struct bytes *file)
{
    struct kept *k = mem_array(1, sizeof *k);
    k->source.fd = -1;
    if (!take_head(k, file)) {
        kept_close(k);
        return NULL;
    }
    take_chunks(k, file);
    return k;
}

/* What lies between holes, in whole pages. Where holes are not known, the file is one piece, up to
 * what was asked for of it. */
static bool read_pieces(const struct source *s, struct kept *k, struct bytes *b, struct err *e)
{
    const uint64_t page = k->page_bytes, asked = page * bytes_u32(b->p + 32, k->big);
    const uint64_t most = asked < s->n_bytes ? asked : s->n_bytes;
    for (uint64_t at = page, end; at < most; at = end) {
        const off_t from = lseek(s->fd, (off_t)at, SEEK_DATA);
        const off_t to = from < 0 ? -1 : lseek(s->fd, from, SEEK_HOLE);
        if (from < 0 && errno == ENXIO)
            break;
        at = from < 0 ? at : (uint64_t)from / page * page;
        end = to < 0 ? most : ((uint64_t)to + page - 1) / page * page;
        end = end < most ? end : most;
        if (at >= end)
            break;
        uint8_t *p = realloc(b->p, b->n + (size_t)(end - at));
        if (!p)
            return err_memory(e, end - at);
        b->p = p;
        const int64_t got = source_get(s, at, p + b->n, (size_t)(end - at));
        if (got < 0)
            return err_sys(e, ERR_READ, s->path, errno);
        b->n += (size_t)got;
    }
    return true;
}

/* Without following links: what they name is none of this run. What cannot be opened as it was
 * found has been finished meanwhile, or is another file. */
static bool open_own(struct source *s, const char *path, struct err *e)
{
    struct stat found, opened;
    if (lstat(path, &found) != 0)
        return false;
    if (!S_ISREG(found.st_mode))
        return err_set(e, ERR_NOT_REGULAR, path);
    if (found.st_uid != geteuid())
        return err_set(e, ERR_OWNER, path);
    return source_open(s, path, e) && fstat(s->fd, &opened) == 0 && opened.st_dev == found.st_dev &&
           opened.st_ino == found.st_ino;
}

struct kept *kept_read(const char *path, struct err *e)
{
    struct kept *k = mem_array(1, sizeof *k);
    const struct source *s = &k->source;
    k->source.fd = -1;
    if (open_own(&k->source, path, e) && source_append(s, &k->own, HEAD_BYTES, e) &&
        take_head(k, &k->own)) {
        k->is_alive = flock(s->fd, LOCK_EX | LOCK_NB) != 0;
        if (k->is_alive ||
            (source_append(s, &k->own, k->page_bytes, e) && read_pieces(s, k, &k->own, e))) {
            take_chunks(k, &k->own);
            return k;
        }
    }
    kept_close(k);
    return NULL;
}
