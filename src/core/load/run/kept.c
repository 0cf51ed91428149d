/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/kept.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/load/run/run.h"
#include "unite/build.h"
#include "unite/put.h"

/* runtime/keep.h says what is where. */
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
    NODE_BYTES = 32,
    COUNTER_BYTES = 8,
    ORDER = 0x01020304,
    HZ_MOST = 1000000000,
    TABLES_MOST = 16, /* of nodes */
    DEPTH_MOST = 512, /* no path is as long */
    PHASE_BYTES = 64,
    PHASE_NAME_BYTES = 40,
    WAIT_BINS = 64, /* of a range of waits, as the runtime has them */
    BLOCK = 2,      /* the caller of basic blocks */
    ALONE = 2,      /* addresses up to this are no code: enum path_root in runtime/paths.h */
    N_WAITS = 8,
};

#define NO_SLOT ((1u << 21) - (1u << 12)) /* PATH_SLOTS in runtime/paths.h */
#define NS_MOST (UINT64_MAX / 2)          /* nobody waits for 292 years */

enum kind { TABLE = 1, IMAGE, RUN, PATHS, WAITS, PHASES };

/* By their places among the sums of a run: struct keep_sums in runtime/keep.h. */
enum {
    SUM_LOST_PATHS,
    SUM_WAITS = SUM_LOST_PATHS + 3,
    SUM_WALL = SUM_WAITS + N_WAITS,
    SUM_CPU,
    SUM_LOST_CALLS,
    SUM_ACHIEVED_HZ,
    SUM_MISSING_SAMPLES,
    SUM_UNKNOWN_TICKS,
    SUM_COUNTING_TICKS = SUM_UNKNOWN_TICKS + 2,
};

static const char magic[16] = "gptui-keep 1\n";

struct kept_segment {
    const uint8_t *p;
    size_t n_bytes;
    uint32_t kind, n;
    uint64_t of;
};

struct kept_image {
    uint64_t lo, hi, base;       /* addresses in the process */
    const uint8_t *bins, *waits; /* n_bins counters; waits NULL: there are none */
    uint32_t n_bins, number;
    unsigned bin_shift;
    bool is_gone; /* nothing lies at its addresses */
    struct unite_image about;
};

/* Nodes of paths: n slots, from number `first` on. */
struct kept_table {
    const uint8_t *p;
    uint32_t first, n;
    size_t *made; /* by slot: 1 + its number in the tree; 0: not yet */
};

struct kept {
    const uint8_t *p;
    size_t n;
    bool big;
    unsigned word; /* 4 or 8 */
    uint32_t rate_hz, page_bytes;
    struct kept_image *images; /* the program first */
    size_t n_images, image_cap;
    const struct kept_image **by_address; /* n_placed, without those that are gone */
    size_t n_placed;
    struct kept_segment run, phases; /* n_bytes 0: there is none */
    struct kept_table tables[TABLES_MOST];
    size_t n_tables;
    uint64_t rest_ns; /* of waits */
    uint64_t n_calls, n_ticks;
    struct unite_build build;
};

size_t kept_parts(const struct bytes *file)
{
    return file->n >= HEAD_BYTES && memcmp(file->p, magic, sizeof magic) == 0;
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

static bool next_segment(const struct kept *k, size_t *at, struct kept_segment *s)
{
    if (*at >= k->n || k->n - *at < SEGMENT_BYTES)
        return false;
    const uint8_t *p = k->p + *at;
    const uint64_t bytes = bytes_u64(p, k->big);
    if (bytes < SEGMENT_BYTES || bytes > k->n - *at)
        return false;
    *s = (struct kept_segment){.p = p + SEGMENT_BYTES,
                               .n_bytes = (size_t)bytes - SEGMENT_BYTES,
                               .kind = bytes_u32(p + 12, k->big),
                               .n = bytes_u32(p + 8, k->big),
                               .of = bytes_u64(p + 24, k->big)};
    *at += (size_t)bytes;
    return true;
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

/* Number i of the sums of the run; 0: it has none. */
static uint64_t sum(const struct kept *k, uint32_t i)
{
    const bool is_there = i < k->run.n && k->run.n_bytes / COUNTER_BYTES > i;
    return is_there ? counter(k, k->run.p + COUNTER_BYTES * (size_t)i) : 0;
}

/* The lines that the runtime wrote down about its run. */
static struct unite_text lines(const struct kept *k)
{
    const size_t room = k->run.n_bytes / COUNTER_BYTES;
    const size_t at = COUNTER_BYTES * (k->run.n < room ? k->run.n : room);
    if (k->run.n_bytes == at)
        return (struct unite_text){"", 0};
    const char *p = (const char *)k->run.p + at;
    return (struct unite_text){p, strnlen(p, k->run.n_bytes - at)};
}

/* ---- images ---- */

/* False: it cannot be one. */
static bool take_image(const struct kept *k, const struct kept_segment *s, struct kept_image *m)
{
    if (s->n_bytes < IMAGE_BYTES || (s->n_bytes - IMAGE_BYTES) / COUNTER_BYTES < s->n)
        return false;
    const char *path = (const char *)s->p + PATH_AT;
    const uint64_t entry = bytes_u64(s->p + 24, k->big);
    const uint32_t n_id = bytes_u32(s->p + 36, k->big);
    *m = (struct kept_image){.lo = bytes_u64(s->p, k->big),
                             .hi = bytes_u64(s->p + 8, k->big),
                             .base = bytes_u64(s->p + 16, k->big),
                             .bin_shift = bytes_u32(s->p + 32, k->big),
                             .number = bytes_u32(s->p + NUMBER_AT, k->big),
                             .is_gone = bytes_u32(s->p + NUMBER_AT + 4, k->big) != 0,
                             .bins = s->p + IMAGE_BYTES,
                             .n_bins = s->n};
    m->about = (struct unite_image){.path = {path, strnlen(path, PATH_BYTES)},
                                    .id = {(const char *)s->p + BUILD_ID_AT, n_id},
                                    .entry = entry ? entry - m->base : 0};
    return m->lo < m->hi && m->base <= m->lo && m->n_bins > 0 && m->bin_shift < 32 &&
           n_id <= BUILD_ID_MOST && m->about.path.n < PATH_BYTES;
}

static void add_image(struct kept *k, const struct kept_segment *s)
{
    struct kept_image m;
    if (k->n_images == IMAGES_MOST || !take_image(k, s, &m))
        return;
    mem_grow(&k->images, &k->image_cap, k->n_images + 1, sizeof m);
    k->images[k->n_images++] = m;
}

/* The waits of an image come after it. */
static void add_waits(struct kept *k, const struct kept_segment *s)
{
    for (size_t i = 0; s->of > 0 && i < k->n_images; i++)
        if (k->images[i].number == s->of && s->n == k->images[i].n_bins &&
            s->n_bytes / COUNTER_BYTES >= s->n)
            k->images[i].waits = s->p;
}

static int by_lo(const void *a, const void *b)
{
    const struct kept_image *x = *(const struct kept_image *const *)a,
                            *y = *(const struct kept_image *const *)b;
    return x->lo != y->lo ? (x->lo > y->lo) - (x->lo < y->lo) : (x > y) - (x < y);
}

static void place_images(struct kept *k)
{
    k->by_address = mem_array(k->n_images, sizeof(void *));
    for (size_t i = 0; i < k->n_images; i++)
        if (!k->images[i].is_gone)
            k->by_address[k->n_placed++] = &k->images[i];
    qsort(k->by_address, k->n_placed, sizeof(void *), by_lo);
}

/* An address of the process as one of its image's file; the number of that, from 1 on, 0: none. */
static uint64_t place(const struct kept *k, uint64_t *addr)
{
    size_t lo = 0, hi = k->n_placed;
    while (lo < hi) {
        const size_t mid = lo + (hi - lo) / 2;
        if (k->by_address[mid]->lo <= *addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    const struct kept_image *m = lo > 0 ? k->by_address[lo - 1] : NULL;
    if (!m || *addr >= m->hi)
        return 0;
    *addr -= m->base;
    return 1 + (uint64_t)(m - k->images);
}

/* ---- samples and waits ---- */

/* Libraries that are no files have no code that can be read. */
static bool has_bins(const struct kept *k, const struct kept_image *m)
{
    return m == k->images || memchr(m->about.path.p, '/', m->about.path.n);
}

static void build_ticks(struct kept *k, struct kept_image *m)
{
    const bool is_told = has_bins(k, m);
    const struct unite_range range = {.measure = UNITE_TICKS,
                                      .image = 1 + (uint64_t)(m - k->images),
                                      .rate_hz = k->rate_hz,
                                      .lo = m->lo - m->base,
                                      .hi = m->hi - m->base,
                                      .n_bins = m->n_bins};
    if (is_told)
        unite_build_range(&k->build, &range);
    for (size_t i = 0; i < m->n_bins; i++) {
        const uint64_t ticks = counter(k, m->bins + COUNTER_BYTES * i);
        m->about.ticks = unite_sum(m->about.ticks, ticks);
        if (is_told)
            unite_build_bin(&k->build, i, ticks);
    }
    k->n_ticks = unite_sum(k->n_ticks, m->about.ticks);
}

/* Ticks of n bins from `first` on; what is left over of one goes to the next. Returns their sum. */
static uint64_t wait_ticks(const struct kept *k, const struct kept_image *m, size_t first, size_t n,
                           uint64_t *left_ns, uint64_t *ticks)
{
    const uint64_t tick_ns = HZ_MOST / k->rate_hz;
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t ns = counter(k, m->waits + COUNTER_BYTES * (first + i));
        *left_ns += ns < NS_MOST ? ns : 0;
        ticks[i] = *left_ns / tick_ns;
        *left_ns %= tick_ns;
        all = unite_sum(all, ticks[i]);
    }
    return all;
}

static void build_waits(struct kept *k, struct kept_image *m)
{
    uint64_t ticks[WAIT_BINS], left_ns = HZ_MOST / k->rate_hz / 2;
    for (size_t first = 0, n; m->waits && first < m->n_bins; first += n) {
        n = m->n_bins - first < WAIT_BINS ? m->n_bins - first : WAIT_BINS;
        const uint64_t all = wait_ticks(k, m, first, n, &left_ns, ticks);
        m->about.waits = unite_sum(m->about.waits, all);
        if (all == 0 || !has_bins(k, m))
            continue;
        struct unite_range range = {.measure = UNITE_WAITS,
                                    .image = 1 + (uint64_t)(m - k->images),
                                    .rate_hz = k->rate_hz,
                                    .lo = m->lo - m->base + ((uint64_t)first << m->bin_shift),
                                    .n_bins = n};
        range.hi = range.lo + ((uint64_t)n << m->bin_shift);
        unite_build_range(&k->build, &range);
        for (size_t i = 0; i < n; i++)
            unite_build_bin(&k->build, i, ticks[i]);
    }
}

static void build_images(struct kept *k)
{
    for (size_t i = 0; i < k->n_images; i++) {
        build_ticks(k, &k->images[i]);
        build_waits(k, &k->images[i]);
        unite_build_image(&k->build, &k->images[i].about);
    }
}

/* ---- calls ---- */

static void build_arc(struct kept *k, const uint8_t *p)
{
    const uint8_t *counts = p + 2 * k->word;
    struct unite_arc a = {.from = address(k, p), .self = address(k, p + k->word)};
    a.count = counter(k, counts) - counter(k, counts + COUNTER_BYTES);
    if (!a.from || !a.count || !(a.self_image = place(k, &a.self)))
        return;
    if (a.from == BLOCK) { /* it is where its call of the runtime is, not after it */
        unite_build_block(&k->build, &(struct unite_block){a.self_image, a.self - 1, a.count});
        return;
    }
    a.from_image = place(k, &a.from);
    a.from = a.from_image ? a.from : 0;
    k->n_calls = unite_sum(k->n_calls, a.count);
    unite_build_arc(&k->build, &a);
}

static void build_arcs(struct kept *k, const struct kept_segment *s)
{
    const size_t room =
        s->n_bytes < TABLE_HEAD_BYTES ? 0 : (s->n_bytes - TABLE_HEAD_BYTES) / SLOT_BYTES;
    for (size_t i = 0; i < s->n && i < room; i++)
        build_arc(k, s->p + TABLE_HEAD_BYTES + i * SLOT_BYTES);
}

/* ---- call paths ---- */

static bool add_table(struct kept *k, const struct kept_segment *s)
{
    if (k->n_tables == TABLES_MOST || s->of >= NO_SLOT || s->n > NO_SLOT - s->of ||
        s->n > s->n_bytes / NODE_BYTES)
        return true;
    struct kept_table *t = &k->tables[k->n_tables];
    *t = (struct kept_table){s->p, (uint32_t)s->of, s->n, mem_try_array(s->n, sizeof *t->made)};
    k->n_tables += t->made != NULL;
    return t->made != NULL;
}

/* The node in a slot, and where it is remembered what became of it; NULL: none, or it is not whole.
 */
static const uint8_t *node_at(const struct kept *k, uint32_t slot, size_t **made)
{
    for (size_t i = 0; i < k->n_tables; i++) {
        const struct kept_table *t = &k->tables[i];
        if (slot - t->first >= t->n)
            continue;
        const uint8_t *p = t->p + (size_t)(slot - t->first) * NODE_BYTES;
        *made = &t->made[slot - t->first];
        return bytes_u32(p + k->word, k->big) > 0 ? p : NULL;
    }
    return NULL;
}

static uint64_t node_waits(struct kept *k, const uint8_t *p)
{
    const uint64_t tick_ns = HZ_MOST / k->rate_hz, ns = counter(k, p);
    if (ns == 0 || ns >= NS_MOST)
        return 0;
    k->rest_ns += ns;
    const uint64_t ticks = k->rest_ns / tick_ns;
    k->rest_ns %= tick_ns;
    return ticks;
}

static size_t build_node(struct kept *k, const uint8_t *p, size_t parent)
{
    const uint8_t *counts = p + 2 * k->word;
    struct unite_node node = {.addr = address(k, p), .ticks = counter(k, counts)};
    node.waits = node_waits(k, counts + COUNTER_BYTES);
    if (node.addr > ALONE)
        node.image = place(k, &node.addr);
    if (!node.image && (parent != UNITE_NO_NODE || node.addr > ALONE))
        node.addr = 0;
    return unite_build_node(&k->build, parent, &node);
}

/* A node after those that lead to it. What leads nowhere, or round in a ring, is no path. */
static void build_path(struct kept *k, uint32_t slot)
{
    const uint8_t *way[DEPTH_MOST], *p;
    size_t *made[DEPTH_MOST], n = 0, parent = UNITE_NO_NODE;
    while (slot != NO_SLOT) {
        p = n < DEPTH_MOST ? node_at(k, slot, &made[n]) : NULL;
        if (!p)
            return;
        if (*made[n] > 0) {
            parent = *made[n] - 1;
            break;
        }
        way[n++] = p;
        slot = bytes_u32(p + k->word, k->big) - 1;
    }
    while (n-- > 0 && !k->build.failed) {
        parent = build_node(k, way[n], parent);
        *made[n] = parent + 1;
    }
}

static void build_paths(struct kept *k)
{
    size_t *made;
    for (size_t i = 0; i < k->n_tables; i++)
        for (uint32_t j = 0; j < k->tables[i].n; j++)
            if (node_at(k, k->tables[i].first + j, &made))
                build_path(k, k->tables[i].first + j);
}

/* ---- what is known of the run ---- */

static void build_fact(struct kept *k, enum unite_fact_kind kind, uint64_t value)
{
    const struct unite_fact_name *fact = unite_fact_name(kind);
    unite_build_fact(&k->build,
                     &(struct unite_fact){fact->rule, {fact->name, strlen(fact->name)}, value});
}

/* As it was when the runtime last looked at its clocks; all 0: it had not yet. */
static void build_facts(struct kept *k)
{
    const uint64_t unknown = sum(k, SUM_UNKNOWN_TICKS);
    build_fact(k, UNITE_FACT_KEPT, 1);
    build_fact(k, UNITE_FACT_WALL, sum(k, SUM_WALL) / 1000000);
    build_fact(k, UNITE_FACT_CPU, sum(k, SUM_CPU) / 1000000);
    build_fact(k, UNITE_FACT_CALLS, k->n_calls);
    build_fact(k, UNITE_FACT_LOST_CALLS, sum(k, SUM_LOST_CALLS));
    build_fact(k, UNITE_FACT_RATE_ASKED, k->rate_hz);
    build_fact(k, UNITE_FACT_MISSING_SAMPLES, sum(k, SUM_MISSING_SAMPLES));
    build_fact(k, UNITE_FACT_TICKS, unite_sum(k->n_ticks, unknown));
    build_fact(k, UNITE_FACT_UNKNOWN_TICKS, unknown);
    build_fact(k, UNITE_FACT_COUNTING_TICKS, sum(k, SUM_COUNTING_TICKS));
    for (uint32_t i = 0; i < N_WAITS; i++)
        build_fact(k, UNITE_FACT_WAITS + i, sum(k, SUM_WAITS + i) / 1000000);
}

/* The rest of the line that begins with a name; p NULL: there is none. */
static struct unite_text find_line(const struct kept *k, const char *name)
{
    const struct unite_text all = lines(k);
    const size_t n_name = strlen(name);
    for (const char *p = all.p, *end = all.p + all.n, *stop; p < end; p = stop + 1) {
        stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop)
            break;
        if ((size_t)(stop - p) > n_name && memcmp(p, name, n_name) == 0 && p[n_name] == ' ')
            return (struct unite_text){p + n_name + 1, (size_t)(stop - p) - n_name - 1};
    }
    return (struct unite_text){NULL, 0};
}

static uint64_t find_number(const struct kept *k, const char *name, uint64_t otherwise)
{
    const struct unite_text line = find_line(k, name);
    uint64_t number = 0;
    if (!line.p)
        return otherwise;
    for (size_t i = 0; i < line.n && char_is_digit(line.p[i]); i++)
        number = number * 10 + (uint64_t)(line.p[i] - '0');
    return number;
}

/* Those that are whole. */
static void build_phases(struct kept *k)
{
    const struct kept_segment *s = &k->phases;
    for (size_t i = 0; i < s->n && i < s->n_bytes / PHASE_BYTES; i++) {
        const uint8_t *p = s->p + i * PHASE_BYTES, *times = p + PHASE_NAME_BYTES;
        const struct unite_phase phase = {
            .number = i,
            .wall_ms = bytes_u64(times, k->big) / 1000000,
            .cpu_ms = bytes_u64(times + 8, k->big) / 1000000,
            .name = {(const char *)p, strnlen((const char *)p, PHASE_NAME_BYTES)}};
        if (bytes_u32(times + 16, k->big) > 0)
            unite_build_phase(&k->build, &phase);
    }
}

static struct unite_run run_of(const struct kept *k)
{
    struct unite_run run = {.rank = find_number(k, "rank", UNITE_NO_RANK),
                            .host = find_line(k, "host"),
                            .id = find_line(k, "run"),
                            .command = find_line(k, "command"),
                            .pid = find_number(k, "pid", 0),
                            .start_sec = find_number(k, "start", 0),
                            .began_ns = find_number(k, "began", 0),
                            .wall_ms = sum(k, SUM_WALL) / 1000000,
                            .cpu_ms = sum(k, SUM_CPU) / 1000000};
    if (run.host.n > UNITE_WORD_BYTES)
        run.host.n = 0;
    return run;
}

/* ---- the whole ---- */

static bool take_segments(struct kept *k)
{
    struct kept_segment s;
    bool ok = true;
    for (size_t at = k->page_bytes; ok && next_segment(k, &at, &s);) {
        if (s.kind == IMAGE)
            add_image(k, &s);
        else if (s.kind == WAITS)
            add_waits(k, &s);
        else if (s.kind == PATHS)
            ok = add_table(k, &s);
        else if (s.kind == RUN)
            k->run = s;
        else if (s.kind == PHASES)
            k->phases = s;
    }
    if (!ok)
        return false;
    place_images(k);
    return true;
}

static bool build(struct kept *k, struct unite_message *out)
{
    struct kept_segment s;
    unite_build_init(&k->build, &runs_memory);
    build_images(k);
    for (size_t at = k->page_bytes; next_segment(k, &at, &s);)
        if (s.kind == TABLE)
            build_arcs(k, &s);
    build_paths(k);
    build_facts(k);
    build_phases(k);
    const struct unite_run run = run_of(k);
    const bool ok = unite_build_end(&k->build, &run, out) == UNITE_OK;
    unite_build_release(&k->build);
    return ok;
}

bool kept_message(const struct bytes *file, size_t part, struct unite_message *out, struct err *e)
{
    struct kept k = {.p = file->p, .n = file->n};
    *out = (struct unite_message){.memory = &runs_memory};
    const bool is_one = part < kept_parts(file) && take_head(&k), ok = !is_one || take_segments(&k);
    const bool is_whole = is_one && ok && k.n_images > 0, is_built = is_whole && build(&k, out);
    for (size_t i = 0; i < k.n_tables; i++)
        free(k.tables[i].made);
    free(k.images);
    free(k.by_address);
    if (ok && !is_whole) {
        err_set(e, ERR_GMON_EOF, NULL);
        e->offset = 0;
        return false;
    }
    return is_built || err_memory(e, 0);
}
