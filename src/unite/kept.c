/* SPDX-License-Identifier: MIT */
#include "unite/kept.h"

#include "unite/list.h"

_Static_assert(sizeof(struct keep_segment) == 32, "readers know it so");
_Static_assert(sizeof(struct keep_chunk) == 64, "readers know it so");
_Static_assert(sizeof(struct keep_image) == 88, "readers know it so");
_Static_assert(sizeof(struct keep_phase) == 64, "readers know it so");

enum {
    COUNTER_BYTES = 8,
    DEPTH_MOST = 160, /* no path is as long */
    HZ_MOST = 1000000000,
    NS_PER_MS = 1000000,
};

#define NS_MOST (UINT64_MAX / 2) /* nobody waits for 292 years */

struct mapped {
    uint64_t number;
    uint64_t lo, hi, base; /* addresses in the process */
    uint32_t n_bins;
    uint8_t bin_shift, state;
    bool is_called; /* calls or blocks of it are known */
    struct unite_image about;
    const struct kept_segment *bins; /* n_pages of them, ticks and waits by place */
    size_t n_pages;
};

/* Where an image begins, and its place in the list of them, from 1 on. */
struct address {
    uint64_t lo, place;
};

/* Nodes of paths: n slots, from number `first` on. */
struct node_table {
    const uint8_t *p;
    uint32_t first, n;
    uint32_t *made; /* by slot: 1 + its number in the tree; 0: not yet */
};

struct kept_reading {
    const struct unite_kept *k;
    struct unite_build *b;
    struct unite_list images, by_address; /* struct mapped, by number; struct address */
    struct unite_list bins;               /* segments of all images, by number, kind and place */
    struct kept_segment sums;             /* n_bytes 0: there are none */
    struct node_table tables[KEEP_NODE_TABLES];
    size_t n_tables;
    uint64_t rest_ns; /* of waits */
    uint64_t n_calls, n_ticks;
};

/* ---- numbers ---- */

uint32_t unite_kept_u32(const struct unite_kept *k, const void *p)
{
    const uint32_t v = atomic_load_explicit((const _Atomic uint32_t *)p, memory_order_acquire);
    return k->is_swapped ? v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24 : v;
}

/* Not torn where addresses have as many bytes. */
static uint64_t u64(const struct unite_kept *k, const void *p)
{
#if UINTPTR_MAX > 0xffffffff
    if (!k->is_swapped)
        return atomic_load_explicit((const _Atomic uint64_t *)p, memory_order_acquire);
#endif
    const bool is_big = k->is_swapped != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    const uint64_t a = unite_kept_u32(k, p), b = unite_kept_u32(k, (const uint8_t *)p + 4);
    return is_big ? a << 32 | b : b << 32 | a;
}

static uint64_t address(const struct unite_kept *k, const uint8_t *p)
{
    return k->word_bytes == 8 ? u64(k, p) : unite_kept_u32(k, p);
}

/* runtime/counter.h says what it is. */
static uint64_t counter(const struct unite_kept *k, const uint8_t *p)
{
    uint32_t halves, low;
    if (k->word_bytes == 8)
        return u64(k, p);
    do {
        halves = unite_kept_u32(k, p + 4);
        low = unite_kept_u32(k, p);
    } while (halves != unite_kept_u32(k, p + 4));
    return (uint64_t)(halves + ((halves ^ low >> 31) & 1)) << 31 | (low & 0x7fffffff);
}

/* ---- segments ---- */

bool unite_kept_segment(const struct unite_kept *k, const uint8_t *p, size_t n,
                        struct kept_segment *s)
{
    const struct keep_segment *head = (const void *)p;
    const uint64_t bytes = n < sizeof *head ? 0 : u64(k, &head->bytes);
    if (bytes < sizeof *head || bytes > n || bytes % sizeof *head != 0)
        return false;
    *s = (struct kept_segment){.p = p + sizeof *head,
                               .n_bytes = (size_t)bytes - sizeof *head,
                               .kind = unite_kept_u32(k, &head->kind),
                               .n = unite_kept_u32(k, &head->n),
                               .of = u64(k, &head->of)};
    return true;
}

/* A process that ended may have left room between them. */
bool unite_kept_next(const struct unite_kept *k, const struct keep_part *part, size_t *at,
                     struct kept_segment *s)
{
    for (; *at < part->n; *at += sizeof(struct keep_segment))
        if (unite_kept_segment(k, part->p + *at, part->n - *at, s)) {
            *at += sizeof(struct keep_segment) + s->n_bytes;
            return true;
        }
    return false;
}

static uint64_t sum_in(const struct unite_kept *k, const struct kept_segment *sums, unsigned i)
{
    const bool is_there = i < sums->n && sums->n_bytes / COUNTER_BYTES > i;
    return is_there ? counter(k, sums->p + COUNTER_BYTES * (size_t)i) : 0;
}

uint64_t unite_kept_sum(const struct unite_kept *k, enum keep_sum which)
{
    struct kept_segment s;
    uint64_t sum = 0;
    for (size_t i = 0; i < k->n_parts; i++)
        for (size_t at = 0; unite_kept_next(k, &k->parts[i], &at, &s);)
            sum = s.kind == KEEP_SUMS ? sum_in(k, &s, which) : sum;
    return sum;
}

static void *add(struct kept_reading *t, struct unite_list *list, size_t bytes)
{
    void *item = unite_list_add(list, bytes, t->b->memory);
    t->b->failed |= !item;
    return item;
}

/* ---- images ---- */

/* What cannot be one is left out. */
static void take_image(struct kept_reading *t, const struct kept_segment *s)
{
    const struct unite_kept *k = t->k;
    const struct keep_image *from = (const void *)s->p;
    if (s->n_bytes < sizeof *from)
        return;
    const uint64_t entry = u64(k, &from->entry);
    const uint32_t shift = unite_kept_u32(k, &from->bin_shift);
    const struct mapped m = {
        .lo = u64(k, &from->lo),
        .hi = u64(k, &from->hi),
        .base = u64(k, &from->base),
        .n_bins = unite_kept_u32(k, &from->n_bins),
        .number = unite_kept_u32(k, &from->number),
        .bin_shift = (uint8_t)shift,
        .state = (uint8_t)unite_kept_u32(k, &from->state),
        .about = {.path = {(const char *)(from + 1), unite_kept_u32(k, &from->n_path)},
                  .id = {(const char *)from->build_id, unite_kept_u32(k, &from->n_build_id)},
                  .entry = entry ? entry - u64(k, &from->base) : 0}};
    const bool is_one = m.lo < m.hi && m.base <= m.lo && m.n_bins > 0 && shift < 32 &&
                        m.n_bins <= (m.hi - m.lo) >> shift && m.number > 0 &&
                        m.about.id.n <= KEEP_BUILD_ID_BYTES && m.about.path.n <= UNITE_PATH_BYTES &&
                        m.about.path.n <= s->n_bytes - sizeof *from;
    struct mapped *item = is_one ? add(t, &t->images, sizeof *item) : NULL;
    if (item)
        *item = m;
}

/* In the order of their numbers, as the list of them was loaded; of each the last record. */
static void place_images(struct kept_reading *t)
{
    const struct unite_memory *m = t->b->memory;
    size_t n = 0;
    t->b->failed |= !unite_list_sort(&t->images, sizeof(struct mapped), 1, m);
    struct mapped *v = t->images.v;
    for (size_t i = 0; i < t->images.n; i++) {
        n += n == 0 || v[n - 1].number != v[i].number;
        v[n - 1] = v[i];
    }
    t->images.n = n;
    for (size_t i = 0; i < n; i++) {
        struct address *item =
            v[i].state & KEEP_IMAGE_GONE ? NULL : add(t, &t->by_address, sizeof *item);
        if (item)
            *item = (struct address){v[i].lo, i + 1};
    }
    t->b->failed |= !unite_list_sort(&t->by_address, sizeof(struct address), 1, m);
}

/* 1 + the place of an image in the list of them; 0: there is none with that number. */
static uint64_t find_number(const struct kept_reading *t, uint64_t number)
{
    const struct mapped *v = t->images.v;
    const size_t n = unite_upto(v, t->images.n, sizeof *v, number);
    return n > 0 && v[n - 1].number == number ? n : 0;
}

static struct mapped *image_at(const struct kept_reading *t, uint64_t place)
{
    return (struct mapped *)t->images.v + place - 1;
}

/* An address of the process as one of its image's file; the place of that, from 1 on, 0: none. */
static uint64_t find_place(const struct kept_reading *t, uint64_t *addr)
{
    const struct address *v = t->by_address.v;
    const size_t n = unite_upto(v, t->by_address.n, sizeof *v, *addr);
    const struct mapped *m = n > 0 ? image_at(t, v[n - 1].place) : NULL;
    if (!m || *addr >= m->hi)
        return 0;
    *addr -= m->base;
    return v[n - 1].place;
}

/* ---- samples and waits ---- */

static int by_place(const void *a, const void *b)
{
    const struct kept_segment *x = a, *y = b;
    if (x->of != y->of)
        return unite_compare_numbers(x->of, y->of);
    return x->kind != y->kind ? unite_compare_numbers(x->kind, y->kind)
                              : unite_compare_numbers(x->n, y->n);
}

static void place_bins(struct kept_reading *t)
{
    const struct kept_segment *v = t->bins.v;
    unite_sort(t->bins.v, t->bins.n, sizeof *v, by_place);
    for (size_t i = 0; i < t->bins.n; i++) {
        const uint64_t place = find_number(t, v[i].of);
        if (place && image_at(t, place)->n_pages++ == 0)
            image_at(t, place)->bins = &v[i];
    }
}

/* How many bins of a page its image has. */
static size_t bins_in(const struct mapped *m, const struct kept_segment *page)
{
    const uint64_t first = (uint64_t)page->n * KEEP_BINS;
    const uint64_t left = first < m->n_bins ? m->n_bins - first : 0;
    return left < KEEP_BINS ? (size_t)left : KEEP_BINS;
}

/* Libraries that are no files have no code that can be read. */
static bool has_bins(const struct mapped *m)
{
    bool is_file = false;
    for (size_t i = 0; i < m->about.path.n; i++)
        is_file |= m->about.path.p[i] == '/';
    return m->number == 1 || (is_file && !(m->state & KEEP_IMAGE_OWN));
}

/* Bins of a page; without `b` they are only added up. Returns what they have. */
static uint64_t build_page(const struct kept_reading *t, const struct mapped *m,
                           const struct kept_segment *page, struct unite_build *b)
{
    uint64_t sum = 0;
    for (size_t i = 0, n = bins_in(m, page); i < n; i++) {
        const uint64_t ticks = counter(t->k, page->p + COUNTER_BYTES * i);
        sum = unite_sum(sum, ticks);
        if (b)
            unite_build_bin(b, (uint64_t)page->n * KEEP_BINS + i, ticks);
    }
    return sum;
}

/* A histogram, as gprof wants one, also where only calls or waits are known. */
static void build_ticks(struct kept_reading *t, struct mapped *m, uint64_t place)
{
    const struct unite_range range = {.measure = UNITE_TICKS,
                                      .image = place,
                                      .rate_hz = t->b->unit.rate_hz,
                                      .lo = m->lo - m->base,
                                      .hi = m->hi - m->base,
                                      .n_bins = m->n_bins};
    uint64_t waits_ns = 0;
    for (size_t j = 0; j < m->n_pages; j++) {
        uint64_t *sum = m->bins[j].kind == KEEP_TICKS ? &m->about.ticks : &waits_ns;
        *sum = unite_sum(*sum, build_page(t, m, &m->bins[j], NULL));
    }
    t->n_ticks = unite_sum(t->n_ticks, m->about.ticks);
    if (!has_bins(m) || !(m->number == 1 || m->is_called || m->about.ticks || waits_ns))
        return;
    unite_build_add(t->b, UNITE_RANGE, &range);
    for (size_t j = 0; j < m->n_pages && m->bins[j].kind == KEEP_TICKS; j++)
        (void)build_page(t, m, &m->bins[j], t->b);
}

/* Ticks of n bins at p; what is left over of one goes to the next. Returns their sum. */
static uint64_t wait_ticks(const struct unite_kept *k, const uint8_t *p, size_t n,
                           uint64_t *left_ns, uint64_t *ticks)
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

static void build_waits(struct kept_reading *t, struct mapped *m, uint64_t place,
                        const struct kept_segment *page, uint64_t *left_ns)
{
    uint64_t ticks[KEEP_WAIT_BINS];
    for (size_t at = 0, n, n_bins = bins_in(m, page); at < n_bins; at += n) {
        n = n_bins - at < KEEP_WAIT_BINS ? n_bins - at : KEEP_WAIT_BINS;
        const uint64_t first = (uint64_t)page->n * KEEP_BINS + at;
        const uint64_t all = wait_ticks(t->k, page->p + COUNTER_BYTES * at, n, left_ns, ticks);
        m->about.waits = unite_sum(m->about.waits, all);
        if (all == 0 || !has_bins(m))
            continue;
        struct unite_range range = {.measure = UNITE_WAITS,
                                    .image = place,
                                    .rate_hz = t->k->rate_hz,
                                    .lo = m->lo - m->base + (first << m->bin_shift),
                                    .n_bins = n};
        range.hi = range.lo + ((uint64_t)n << m->bin_shift);
        unite_build_add(t->b, UNITE_RANGE, &range);
        for (size_t i = 0; i < n; i++)
            unite_build_bin(t->b, i, ticks[i]);
    }
}

static void build_images(struct kept_reading *t)
{
    for (uint64_t place = 1; place <= t->images.n; place++) {
        struct mapped *m = image_at(t, place);
        uint64_t left_ns = HZ_MOST / t->k->rate_hz / 2;
        build_ticks(t, m, place);
        for (size_t j = 0; j < m->n_pages; j++)
            if (m->bins[j].kind == KEEP_WAITS)
                build_waits(t, m, place, &m->bins[j], &left_ns);
        unite_build_add(t->b, UNITE_IMAGE, &m->about);
        if (t->k->image)
            t->k->image(t->k->ctx, (uint32_t)m->number);
    }
}

/* ---- calls ---- */

/* A block is where its call of the runtime is, not after it: that may be the next line already. */
static void build_call(struct kept_reading *t, const struct unite_arc *a, bool is_block)
{
    if (!is_block)
        t->n_calls = unite_sum(t->n_calls, a->count);
    if (a->self_image == 0)
        return;
    image_at(t, a->self_image)->is_called = true;
    if (is_block)
        unite_build_add(t->b, UNITE_BLOCK,
                        &(struct unite_block){a->self_image, a->self - 1, a->count});
    else
        unite_build_add(t->b, UNITE_ARC, a);
}

static void build_arcs(struct kept_reading *t, const struct kept_segment *s)
{
    const struct unite_kept *k = t->k;
    const size_t room =
        s->n_bytes < KEEP_TABLE_BYTES ? 0 : (s->n_bytes - KEEP_TABLE_BYTES) / KEEP_ARC_BYTES;
    for (size_t i = 0; i < s->n && i < room; i++) {
        const uint8_t *p = s->p + KEEP_TABLE_BYTES + i * KEEP_ARC_BYTES;
        const uint8_t *counts = p + 2 * k->word_bytes;
        struct unite_arc a = {.self = address(k, p + k->word_bytes), .from = address(k, p)};
        if (!a.from || !a.self)
            continue;
        const uint64_t count = counter(k, counts), base = counter(k, counts + COUNTER_BYTES);
        if (count <= base) /* less: set to 0 again between the two */
            continue;
        a.count = count - base;
        const bool is_block = a.from == KEEP_BLOCK;
        a.self_image = find_place(t, &a.self);
        a.from_image = is_block ? 0 : find_place(t, &a.from);
        a.from = a.from_image ? a.from : 0;
        build_call(t, &a, is_block);
    }
}

/* Those of an image that was closed have addresses of its file. */
static void build_old_arcs(struct kept_reading *t, const struct kept_segment *s)
{
    const struct unite_kept *k = t->k;
    const size_t bytes = 2 * k->word_bytes + COUNTER_BYTES;
    const size_t room = s->n_bytes < KEEP_OLD_BYTES ? 0 : (s->n_bytes - KEEP_OLD_BYTES) / bytes;
    const uint64_t image = find_number(t, s->of);
    for (size_t i = 0; image && i < s->n && i < room; i++) {
        const uint8_t *p = s->p + KEEP_OLD_BYTES + i * bytes;
        const struct unite_arc a = {image, address(k, p), image, address(k, p + k->word_bytes),
                                    u64(k, p + 2 * k->word_bytes)};
        if (a.from && a.self && a.count)
            build_call(t, &a, a.from == KEEP_BLOCK);
    }
}

/* ---- call paths ---- */

static void take_nodes(struct kept_reading *t, const struct kept_segment *s)
{
    const struct unite_memory *m = t->b->memory;
    if (t->n_tables == KEEP_NODE_TABLES || s->of >= KEEP_NODES_MOST ||
        s->n > KEEP_NODES_MOST - s->of || s->n > s->n_bytes / KEEP_NODE_BYTES || s->n == 0)
        return;
    uint32_t *made = m->resize(m->ctx, NULL, 0, s->n * sizeof *made);
    t->b->failed |= !made;
    if (!made)
        return;
    for (uint32_t i = 0; i < s->n; i++)
        made[i] = 0;
    t->tables[t->n_tables++] = (struct node_table){s->p, (uint32_t)s->of, s->n, made};
}

/* The node in a slot, and where it is remembered what became of it; NULL: none, or it is not whole.
 */
static const uint8_t *node_at(const struct kept_reading *t, uint32_t slot, uint32_t **made)
{
    for (size_t i = 0; i < t->n_tables; i++) {
        const struct node_table *table = &t->tables[i];
        if (slot - table->first >= table->n)
            continue;
        const uint8_t *p = table->p + (size_t)(slot - table->first) * KEEP_NODE_BYTES;
        *made = &table->made[slot - table->first];
        return unite_kept_u32(t->k, p + t->k->word_bytes) > 0 ? p : NULL;
    }
    return NULL;
}

/* What is rounded off counts at the next node that has some. */
static size_t build_node(struct kept_reading *t, const uint8_t *p, size_t parent)
{
    const struct unite_kept *k = t->k;
    const uint64_t tick_ns = HZ_MOST / k->rate_hz;
    const uint8_t *counts = p + 2 * k->word_bytes;
    struct unite_node node = {.addr = address(k, p), .ticks = counter(k, counts)};
    const uint64_t ns = counter(k, counts + COUNTER_BYTES);
    if (ns > 0 && ns < NS_MOST) {
        node.waits = (t->rest_ns + ns) / tick_ns;
        t->rest_ns = (t->rest_ns + ns) % tick_ns;
    }
    if (node.addr > KEEP_ROOT)
        node.image = find_place(t, &node.addr);
    if (!node.image && (parent != UNITE_NO_NODE || node.addr > KEEP_ROOT))
        node.addr = 0;
    return unite_build_node(t->b, parent, &node);
}

/* A node after those that lead to it. What leads nowhere, or round in a ring, is no path. */
static void build_path(struct kept_reading *t, uint32_t slot)
{
    uint32_t way[DEPTH_MOST], *made;
    size_t n = 0, parent = UNITE_NO_NODE;
    while (slot != KEEP_NODES_MOST) {
        const uint8_t *p = n < DEPTH_MOST ? node_at(t, slot, &made) : NULL;
        if (!p)
            return;
        if (*made > 0) {
            parent = *made - 1;
            break;
        }
        way[n++] = slot;
        slot = unite_kept_u32(t->k, p + t->k->word_bytes) - 1;
    }
    while (n-- > 0 && !t->b->failed) {
        const uint8_t *p = node_at(t, way[n], &made);
        parent = build_node(t, p, parent);
        *made = (uint32_t)parent + 1;
    }
}

static void build_paths(struct kept_reading *t)
{
    const unsigned first = 2 * t->k->word_bytes;
    uint32_t *made;
    for (size_t i = 0; i < t->n_tables; i++)
        for (uint32_t j = 0; j < t->tables[i].n; j++) {
            const uint8_t *p = node_at(t, t->tables[i].first + j, &made);
            if (p && (counter(t->k, p + first) || counter(t->k, p + first + COUNTER_BYTES)))
                build_path(t, t->tables[i].first + j);
        }
}

/* ---- what is known of the run ---- */

/* Which part of a millisecond counts as one depends on when the run began, as good as by chance: so
 * the sum over many brief runs is right. */
static uint64_t ms_of(const struct kept_reading *t, uint64_t ns)
{
    return unite_sum(ns, sum_in(t->k, &t->sums, KEEP_BEGAN_NS) % NS_PER_MS) / NS_PER_MS;
}

static uint64_t fact_of(const struct kept_reading *t, enum unite_fact_kind kind)
{
    if (kind == UNITE_FACT_CALLS)
        return t->n_calls;
    if (kind == UNITE_FACT_RATE_ASKED)
        return t->k->rate_hz;
    const uint64_t value = sum_in(t->k, &t->sums, KEEP_FACTS + kind);
    return unite_fact_name(kind)->is_time ? ms_of(t, value) : value;
}

/* As it was when the runtime last looked at its clocks; all 0: it had not yet. Those about waits
 * are there if these were looked for, and those that are rare if there is something to be said. */
static void build_facts(struct kept_reading *t)
{
    bool has_waits = false;
    for (unsigned kind = UNITE_FACT_LOOKS; kind < N_UNITE_UNITED_FACTS; kind++)
        has_waits |= sum_in(t->k, &t->sums, KEEP_FACTS + kind) > 0;
    for (unsigned i = UNITE_FACT_KEPT + 1; i < N_UNITE_UNITED_FACTS; i++) {
        const enum unite_fact_kind kind = (enum unite_fact_kind)i;
        const struct unite_fact_name *name = unite_fact_name(kind);
        struct unite_fact fact = {name->rule, unite_text_of(name->name), fact_of(t, kind)};
        if (kind == UNITE_FACT_TICKS)
            fact.value = unite_sum(t->n_ticks, fact_of(t, UNITE_FACT_UNKNOWN_TICKS));
        if (kind >= UNITE_FACT_LOOKS ? has_waits : fact.value || !name->is_rare)
            unite_build_add(t->b, UNITE_FACT, &fact);
    }
}

static void build_phase(struct kept_reading *t, const struct kept_segment *s)
{
    const struct keep_phase *from = (const void *)s->p;
    struct unite_phase phase = {.number = s->n, .name = {from->name, 0}};
    if (s->n_bytes < sizeof *from || unite_kept_u32(t->k, &from->is_whole) == 0)
        return;
    phase.wall_ms = ms_of(t, u64(t->k, &from->wall_ns));
    phase.cpu_ms = ms_of(t, u64(t->k, &from->cpu_ns));
    while (phase.name.n < KEEP_PHASE_NAME_BYTES - 1 && from->name[phase.name.n])
        phase.name.n++;
    unite_build_add(t->b, UNITE_PHASE, &phase);
}

/* ---- the whole ---- */

/* What the rest needs to be read. */
static void take_segment(struct kept_reading *t, const struct kept_segment *s)
{
    if (s->kind == KEEP_IMAGE)
        take_image(t, s);
    else if (s->kind == KEEP_PATHS)
        take_nodes(t, s);
    else if (s->kind == KEEP_SUMS)
        t->sums = *s;
    else if ((s->kind == KEEP_TICKS || s->kind == KEEP_WAITS) &&
             s->n_bytes >= KEEP_BINS * COUNTER_BYTES) {
        struct kept_segment *item = add(t, &t->bins, sizeof *item);
        if (item)
            *item = *s;
    }
}

static void build_segment(struct kept_reading *t, const struct kept_segment *s)
{
    if (s->kind == KEEP_TABLE)
        build_arcs(t, s);
    else if (s->kind == KEEP_OLD)
        build_old_arcs(t, s);
    else if (s->kind == KEEP_PHASE)
        build_phase(t, s);
}

static void each(struct kept_reading *t,
                 void (*take)(struct kept_reading *t, const struct kept_segment *s))
{
    struct kept_segment s;
    for (size_t i = 0; i < t->k->n_parts; i++)
        for (size_t at = 0; unite_kept_next(t->k, &t->k->parts[i], &at, &s);)
            take(t, &s);
}

static bool build(struct kept_reading *t, struct unite_run *run)
{
    each(t, take_segment);
    place_images(t);
    place_bins(t);
    if (t->b->failed || t->images.n == 0 || image_at(t, 1)->number != 1)
        return false;
    each(t, build_segment);
    build_images(t);
    build_paths(t);
    build_facts(t);
    run->pid = sum_in(t->k, &t->sums, KEEP_PID);
    run->start_sec = sum_in(t->k, &t->sums, KEEP_START_SEC);
    run->began_ns = sum_in(t->k, &t->sums, KEEP_BEGAN_NS);
    run->wall_ms = fact_of(t, UNITE_FACT_WALL);
    run->cpu_ms = fact_of(t, UNITE_FACT_CPU);
    return !t->b->failed;
}

bool unite_kept_build(const struct unite_kept *k, struct unite_build *b, struct unite_run *run)
{
    const struct unite_memory *m = b->memory;
    struct kept_reading t = {.k = k, .b = b};
    const bool ok = build(&t, run);
    for (size_t i = 0; i < t.n_tables; i++)
        m->resize(m->ctx, t.tables[i].made, t.tables[i].n * sizeof *t.tables[i].made, 0);
    unite_list_release(&t.images, sizeof(struct mapped), m);
    unite_list_release(&t.by_address, sizeof(struct address), m);
    unite_list_release(&t.bins, sizeof(struct kept_segment), m);
    return ok;
}
