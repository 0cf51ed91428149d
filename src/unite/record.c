/* SPDX-License-Identifier: MIT */
#include "unite/record.h"

#include <string.h>

uint64_t unite_depth(const struct unite_record *r)
{
    if (r->kind == UNITE_NODE)
        return r->node.depth;
    return r->kind == UNITE_BIN;
}

/* ---- order ---- */

static int compare_rows(const uint64_t *a, const uint64_t *b, size_t n)
{
    int order = 0;
    for (size_t i = 0; i < n && order == 0; i++)
        order = unite_compare_numbers(a[i], b[i]);
    return order;
}

static int compare_texts(struct unite_text a, struct unite_text b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    for (size_t i = 0; i < n; i++)
        if (a.p[i] != b.p[i])
            return (unsigned char)a.p[i] < (unsigned char)b.p[i] ? -1 : 1;
    return unite_compare_numbers(a.n, b.n);
}

static int compare_runs(const struct unite_run *a, const struct unite_run *b)
{
    const uint64_t rest_a[] = {a->pid, a->start_sec, a->began_ns, a->wall_ms, a->cpu_ms};
    const uint64_t rest_b[] = {b->pid, b->start_sec, b->began_ns, b->wall_ms, b->cpu_ms};
    int order = unite_compare_numbers(a->rank, b->rank);
    order = order ? order : compare_texts(a->name, b->name);
    order = order ? order : compare_texts(a->host, b->host);
    order = order ? order : compare_texts(a->id, b->id);
    order = order ? order : compare_texts(a->command, b->command);
    order = order ? order : compare_rows(rest_a, rest_b, 5);
    return order ? order : compare_rows(a->sum, b->sum, N_UNITE_MEASURES);
}

int unite_compare_words(const void *x, const void *y)
{
    const struct unite_word *a = x, *b = y;
    return compare_texts(a->name, b->name);
}

int unite_compare_images(const void *x, const void *y)
{
    const struct unite_image *a = x, *b = y;
    if (a->is_program || b->is_program)
        return (int)b->is_program - (int)a->is_program;
    int order = compare_texts(a->path, b->path);
    return order ? order : compare_texts(a->id, b->id);
}

int unite_compare_facts(const void *x, const void *y)
{
    const struct unite_fact *a = x, *b = y;
    int order = compare_texts(a->name, b->name);
    return order ? order : unite_compare_numbers(a->rule, b->rule);
}

int unite_compare_ranges(const void *x, const void *y)
{
    const struct unite_range *a = x, *b = y;
    const uint64_t row_a[] = {a->image, a->measure, a->rate_hz, a->lo, a->hi, a->n_bins};
    const uint64_t row_b[] = {b->image, b->measure, b->rate_hz, b->lo, b->hi, b->n_bins};
    return compare_rows(row_a, row_b, 6);
}

int unite_compare_bins(const void *x, const void *y)
{
    const struct unite_bin *a = x, *b = y;
    return unite_compare_numbers(a->index, b->index);
}

static int compare_places(uint64_t image_a, uint64_t addr_a, uint64_t image_b, uint64_t addr_b)
{
    int order = unite_compare_numbers(image_a, image_b);
    return order ? order : unite_compare_numbers(addr_a, addr_b);
}

int unite_compare_blocks(const void *x, const void *y)
{
    const struct unite_block *a = x, *b = y;
    return compare_places(a->image, a->addr, b->image, b->addr);
}

int unite_compare_arcs(const void *x, const void *y)
{
    const struct unite_arc *a = x, *b = y;
    const int order = compare_places(a->from_image, a->from, b->from_image, b->from);
    return order ? order : compare_places(a->self_image, a->self, b->self_image, b->self);
}

int unite_compare(const struct unite_record *a, const struct unite_record *b)
{
    switch (a->kind) {
    case UNITE_RUN:
        return compare_runs(&a->run, &b->run);
    case UNITE_WORD:
        return unite_compare_words(&a->word, &b->word);
    case UNITE_PHASE:
        return unite_compare_numbers(a->phase.number, b->phase.number);
    case UNITE_IMAGE:
        return unite_compare_images(&a->image, &b->image);
    case UNITE_FACT:
        return unite_compare_facts(&a->fact, &b->fact);
    case UNITE_RANGE:
        return unite_compare_ranges(&a->range, &b->range);
    case UNITE_BIN:
        return unite_compare_bins(&a->bin, &b->bin);
    case UNITE_BLOCK:
        return unite_compare_blocks(&a->block, &b->block);
    case UNITE_ARC:
        return unite_compare_arcs(&a->arc, &b->arc);
    case UNITE_FUNCTION:
    case UNITE_TOTAL:
        return compare_places(a->function.image, a->function.addr, b->function.image,
                              b->function.addr);
    case UNITE_NODE:
        return compare_places(a->node.image, a->node.addr, b->node.image, b->node.addr);
    case UNITE_OTHER: {
        const int order = unite_compare_numbers(a->other.kind, b->other.kind);
        return order ? order : compare_texts(a->other.bytes, b->other.bytes);
    }
    case UNITE_PROFILE:
    case UNITE_UNIT:
    case UNITE_END:
    case N_UNITE_KINDS:
        break;
    }
    return 0;
}

/* ---- numbers of 128 bits ---- */

static struct unite_wide square(uint64_t value)
{
    const uint64_t low = value & UINT32_MAX, high = value >> 32, middle = low * high;
    struct unite_wide w = {high * high + (middle >> 31), low * low};
    w.low += middle << 33;
    w.high += w.low < middle << 33;
    return w;
}

static struct unite_wide sum_of_wides(struct unite_wide a, struct unite_wide b)
{
    struct unite_wide sum = {a.high + b.high, a.low + b.low};
    const uint64_t carry = sum.low < a.low;
    if (sum.high < a.high || sum.high + carry < sum.high)
        return (struct unite_wide){UINT64_MAX, UINT64_MAX};
    sum.high += carry;
    return sum;
}

/* ---- sums ---- */

struct unite_spread unite_spread_of(uint64_t value, uint64_t run)
{
    return (struct unite_spread){1, value, square(value), value, run};
}

static void add_spread(struct unite_spread *a, const struct unite_spread *b)
{
    a->n_runs = unite_sum(a->n_runs, b->n_runs);
    a->sum = unite_sum(a->sum, b->sum);
    a->squares = sum_of_wides(a->squares, b->squares);
    if (b->most > a->most || (b->most == a->most && b->most_run < a->most_run)) {
        a->most = b->most;
        a->most_run = b->most_run;
    }
}

static bool add_image(struct unite_image *a, const struct unite_image *b)
{
    if (a->id.n && b->id.n && compare_texts(a->id, b->id) != 0)
        return false;
    if (!a->id.n)
        a->id = b->id;
    if (b->path.n && (!a->path.n || compare_texts(b->path, a->path) < 0))
        a->path = b->path;
    if (!a->entry || (b->entry && b->entry < a->entry))
        a->entry = b->entry;
    a->ticks = unite_sum(a->ticks, b->ticks);
    a->waits = unite_sum(a->waits, b->waits);
    return true;
}

bool unite_add(struct unite_record *a, const struct unite_record *b)
{
    switch (a->kind) {
    case UNITE_UNIT:
        return compare_texts(a->unit.dimension, b->unit.dimension) == 0 &&
               a->unit.abbreviation == b->unit.abbreviation && a->unit.rate_hz == b->unit.rate_hz;
    case UNITE_RUN:
        a->run.times = unite_sum(a->run.times, b->run.times);
        break;
    case UNITE_IMAGE:
        return add_image(&a->image, &b->image);
    case UNITE_FACT:
        if (a->fact.rule == UNITE_SUM)
            a->fact.value = unite_sum(a->fact.value, b->fact.value);
        else if (b->fact.value > a->fact.value)
            a->fact.value = b->fact.value;
        break;
    case UNITE_BIN:
        a->bin.count = unite_sum(a->bin.count, b->bin.count);
        break;
    case UNITE_BLOCK:
        a->block.count = unite_sum(a->block.count, b->block.count);
        break;
    case UNITE_ARC:
        a->arc.count = unite_sum(a->arc.count, b->arc.count);
        break;
    case UNITE_NODE:
        a->node.ticks = unite_sum(a->node.ticks, b->node.ticks);
        a->node.waits = unite_sum(a->node.waits, b->node.waits);
        break;
    case UNITE_FUNCTION:
    case UNITE_TOTAL:
        add_spread(&a->function.ticks, &b->function.ticks);
        break;
    case UNITE_PROFILE:
    case UNITE_WORD:
    case UNITE_PHASE:
    case UNITE_RANGE:
    case UNITE_OTHER:
    case UNITE_END:
    case N_UNITE_KINDS:
        break;
    }
    return true;
}

static void lessen(uint64_t *a, uint64_t b)
{
    *a -= b < *a ? b : *a;
}

bool unite_take_off(struct unite_record *a, const struct unite_record *b)
{
    switch (a->kind) {
    case UNITE_RUN:
        lessen(&a->run.wall_ms, b->run.wall_ms);
        lessen(&a->run.cpu_ms, b->run.cpu_ms);
        for (int m = 0; m < N_UNITE_MEASURES; m++)
            lessen(&a->run.sum[m], b->run.sum[m]);
        return true;
    case UNITE_IMAGE:
        lessen(&a->image.ticks, b->image.ticks);
        lessen(&a->image.waits, b->image.waits);
        return true;
    case UNITE_FACT:
        if (a->fact.rule == UNITE_SUM)
            lessen(&a->fact.value, b->fact.value);
        return true;
    case UNITE_BIN:
        lessen(&a->bin.count, b->bin.count);
        return a->bin.count > 0;
    case UNITE_BLOCK:
        lessen(&a->block.count, b->block.count);
        return a->block.count > 0;
    case UNITE_ARC:
        lessen(&a->arc.count, b->arc.count);
        return a->arc.count > 0;
    case UNITE_NODE:
        lessen(&a->node.ticks, b->node.ticks);
        lessen(&a->node.waits, b->node.waits);
        return true;
    default:
        return true;
    }
}

/* ---- check sums ---- */

/* A byte of zero multiplies by the prime: many do so by a power of it. */
uint64_t unite_check(uint64_t check, const void *p, size_t n)
{
    const unsigned char *byte = p;
    uint64_t prime = UINT64_C(0x100000001b3);
    if (byte) {
        for (size_t i = 0; i < n; i++)
            check = (check ^ byte[i]) * prime;
        return check;
    }
    for (; n > 0; n /= 2, prime *= prime)
        check *= n % 2 ? prime : 1;
    return check;
}

/* ---- sorting ---- */

enum {
    MOST_ITEM_BYTES = 128,
    PARTS_MOST = 40 /* that wait, while one of at most half the size is split */
};

/* Items of one size. */
struct sort_part {
    unsigned char *v;
    size_t n;
    unsigned n_splits; /* that it may still take, before it becomes a heap */
};

struct sorting {
    size_t bytes;
    int (*compare)(const void *a, const void *b);
    unsigned char item[MOST_ITEM_BYTES];
};

/* Put the item where it belongs in the heap of n whose root is free. */
static void sink_item(const struct sorting *s, unsigned char *v, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && s->compare(v + child * s->bytes, v + (child + 1) * s->bytes) < 0)
            child++;
        if (s->compare(s->item, v + child * s->bytes) >= 0)
            break;
        memcpy(v + root * s->bytes, v + child * s->bytes, s->bytes);
    }
    memcpy(v + root * s->bytes, s->item, s->bytes);
}

static void sort_heap(struct sorting *s, const struct sort_part *p)
{
    for (size_t i = p->n / 2; i-- > 0;) {
        memcpy(s->item, p->v + i * s->bytes, s->bytes);
        sink_item(s, p->v, i, p->n);
    }
    for (size_t left = p->n - 1; left > 0; left--) {
        memcpy(s->item, p->v + left * s->bytes, s->bytes);
        memcpy(p->v + left * s->bytes, p->v, s->bytes);
        sink_item(s, p->v, 0, left);
    }
}

/* None of the first ones is greater than one of the rest. Returns how many, neither 0 nor all. */
static size_t split(struct sorting *s, const struct sort_part *p)
{
    unsigned char other[MOST_ITEM_BYTES], *a = p->v, *b = p->v + (p->n - 1) * s->bytes;
    memcpy(s->item, p->v + (p->n - 1) / 2 * s->bytes, s->bytes);
    for (;; a += s->bytes, b -= s->bytes) {
        while (s->compare(a, s->item) < 0)
            a += s->bytes;
        while (s->compare(b, s->item) > 0)
            b -= s->bytes;
        if (a >= b)
            return (size_t)(b - p->v) / s->bytes + 1;
        memcpy(other, a, s->bytes);
        memcpy(a, b, s->bytes);
        memcpy(b, other, s->bytes);
    }
}

static bool is_sorted(const struct sorting *s, const struct sort_part *p)
{
    for (size_t i = 1; i < p->n; i++)
        if (s->compare(p->v + (i - 1) * s->bytes, p->v + i * s->bytes) > 0)
            return false;
    return true;
}

/* Halves are quicker than a heap by far where there is much, and for the worst files it is there.
 */
void unite_sort(void *items, size_t n, size_t item_bytes,
                int (*compare)(const void *a, const void *b))
{
    struct sorting s = {.bytes = item_bytes, .compare = compare};
    struct sort_part waiting[PARTS_MOST] = {{items, n, 0}}, p, other;
    size_t n_waiting = n > 1 && !is_sorted(&s, waiting);
    for (size_t left = n; left > 0; left /= 2)
        waiting->n_splits += 2;
    while (n_waiting > 0) {
        for (p = waiting[--n_waiting]; p.n > 1 && p.n_splits > 0;) {
            const size_t first = split(&s, &p);
            p.n_splits--;
            other = (struct sort_part){p.v + first * item_bytes, p.n - first, p.n_splits};
            p.n = first;
            const bool is_less = p.n < other.n;
            waiting[n_waiting++] = is_less ? other : p;
            p = is_less ? p : other;
        }
        sort_heap(&s, &p);
    }
}
