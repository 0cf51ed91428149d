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

/* By the first number of a record, by two of them, by four. */
static int compare_one(const void *a, const void *b)
{
    return compare_rows(a, b, 1);
}

static int compare_two(const void *a, const void *b)
{
    return compare_rows(a, b, 2);
}

static int compare_four(const void *a, const void *b)
{
    return compare_rows(a, b, 4);
}

static int compare_texts(struct unite_text a, struct unite_text b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    for (size_t i = 0; i < n; i++)
        if (a.p[i] != b.p[i])
            return (unsigned char)a.p[i] < (unsigned char)b.p[i] ? -1 : 1;
    return unite_compare_numbers(a.n, b.n);
}

static int compare_runs(const void *x, const void *y)
{
    const struct unite_run *a = x, *b = y;
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

static int compare_words(const void *x, const void *y)
{
    const struct unite_word *a = x, *b = y;
    return compare_texts(a->name, b->name);
}

static int compare_images(const void *x, const void *y)
{
    const struct unite_image *a = x, *b = y;
    if (a->is_program || b->is_program)
        return (int)b->is_program - (int)a->is_program;
    int order = compare_texts(a->path, b->path);
    return order ? order : compare_texts(a->id, b->id);
}

static int compare_facts(const void *x, const void *y)
{
    const struct unite_fact *a = x, *b = y;
    int order = compare_texts(a->name, b->name);
    return order ? order : unite_compare_numbers(a->rule, b->rule);
}

static int compare_ranges(const void *x, const void *y)
{
    const struct unite_range *a = x, *b = y;
    const uint64_t row_a[] = {a->image, a->measure, a->rate_hz, a->lo, a->hi, a->n_bins};
    const uint64_t row_b[] = {b->image, b->measure, b->rate_hz, b->lo, b->hi, b->n_bins};
    return compare_rows(row_a, row_b, 6);
}

static int compare_others(const void *x, const void *y)
{
    const struct unite_other *a = x, *b = y;
    const int order = unite_compare_numbers(a->kind, b->kind);
    return order ? order : compare_texts(a->bytes, b->bytes);
}

#define KIND(name, by, ...)                                                                        \
    {                                                                                              \
        compare_##by, sizeof(struct unite_##name), __VA_ARGS__                                     \
    }
#define AT(name, field) offsetof(struct unite_##name, field)

const struct unite_about *unite_about(enum unite_kind kind)
{
    static const struct unite_about about[N_UNITE_KINDS] = {
        [UNITE_RUN] = KIND(run, runs, 0, {0}, 0, {0}),
        [UNITE_WORD] = KIND(word, words, 0, {0}, 0, {0}),
        [UNITE_PHASE] = KIND(phase, one, 0, {0}, 0, {0}),
        [UNITE_IMAGE] = KIND(image, images, 0, {0}, 2, {AT(image, ticks), AT(image, waits)}),
        [UNITE_FACT] = KIND(fact, facts, 0, {0}, 0, {0}),
        [UNITE_RANGE] = KIND(range, ranges, 1, {AT(range, image)}, 0, {0}),
        [UNITE_BIN] = KIND(bin, one, 0, {0}, 1, {AT(bin, count)}),
        [UNITE_BLOCK] = KIND(block, two, 1, {AT(block, image)}, 1, {AT(block, count)}),
        [UNITE_ARC] =
            KIND(arc, four, 2, {AT(arc, from_image), AT(arc, self_image)}, 1, {AT(arc, count)}),
        [UNITE_FUNCTION] = KIND(function, two, 1, {AT(function, image)}, 0, {0}),
        [UNITE_NODE] = KIND(node, two, 1, {AT(node, image)}, 2, {AT(node, ticks), AT(node, waits)}),
        [UNITE_TOTAL] = KIND(function, two, 1, {AT(function, image)}, 0, {0}),
        [UNITE_OTHER] = KIND(other, others, 0, {0}, 0, {0}),
    };
    return &about[kind];
}

uint64_t *unite_image_in(enum unite_kind kind, void *what, unsigned k)
{
    const struct unite_about *about = unite_about(kind);
    return k < about->n_images ? (uint64_t *)(void *)((char *)what + about->image[k]) : NULL;
}

int unite_compare(const struct unite_record *a, const struct unite_record *b)
{
    int (*compare)(const void *, const void *) = unite_about(a->kind)->compare;
    return compare ? compare(&a->profile, &b->profile) : 0;
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
    return true;
}

static uint64_t *count_in(struct unite_record *r, unsigned k)
{
    return (uint64_t *)(void *)((char *)&r->profile + unite_about(r->kind)->count[k]);
}

static uint64_t count_of(const struct unite_record *r, unsigned k)
{
    return *(const uint64_t *)(const void *)((const char *)&r->profile +
                                             unite_about(r->kind)->count[k]);
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
        if (!add_image(&a->image, &b->image))
            return false;
        break;
    case UNITE_FACT:
        if (a->fact.rule == UNITE_SUM)
            a->fact.value = unite_sum(a->fact.value, b->fact.value);
        else if (b->fact.value > a->fact.value)
            a->fact.value = b->fact.value;
        break;
    case UNITE_FUNCTION:
    case UNITE_TOTAL:
        add_spread(&a->function.ticks, &b->function.ticks);
        break;
    default:
        break;
    }
    for (unsigned k = 0; k < unite_about(a->kind)->n_counts; k++)
        *count_in(a, k) = unite_sum(*count_in(a, k), count_of(b, k));
    return true;
}

static uint64_t lessen(uint64_t *a, uint64_t b)
{
    return *a -= b < *a ? b : *a;
}

bool unite_take_off(struct unite_record *a, const struct unite_record *b)
{
    uint64_t left = 1;
    if (a->kind == UNITE_RUN) {
        lessen(&a->run.wall_ms, b->run.wall_ms);
        lessen(&a->run.cpu_ms, b->run.cpu_ms);
        for (int m = 0; m < N_UNITE_MEASURES; m++)
            lessen(&a->run.sum[m], b->run.sum[m]);
    } else if (a->kind == UNITE_FACT && a->fact.rule == UNITE_SUM)
        lessen(&a->fact.value, b->fact.value);
    for (unsigned k = 0; k < unite_about(a->kind)->n_counts; k++)
        left = lessen(count_in(a, k), count_of(b, k));
    return left > 0 || a->kind == UNITE_IMAGE || a->kind == UNITE_NODE;
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

enum { MOST_ITEM_BYTES = 128 };

/* Items of one size, as a heap. */
struct heap_of {
    unsigned char *v;
    size_t bytes;
    int (*compare)(const void *a, const void *b);
};

/* Put an item where it belongs in the heap of n whose root is free. */
static void sink_item(const struct heap_of *h, size_t root, size_t n, const unsigned char *item)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && h->compare(h->v + child * h->bytes, h->v + (child + 1) * h->bytes) < 0)
            child++;
        if (h->compare(item, h->v + child * h->bytes) >= 0)
            break;
        memcpy(h->v + root * h->bytes, h->v + child * h->bytes, h->bytes);
    }
    memcpy(h->v + root * h->bytes, item, h->bytes);
}

static bool is_sorted(const struct heap_of *h, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (h->compare(h->v + (i - 1) * h->bytes, h->v + i * h->bytes) > 0)
            return false;
    return true;
}

void unite_sort(void *items, size_t n, size_t item_bytes,
                int (*compare)(const void *a, const void *b))
{
    const struct heap_of h = {items, item_bytes, compare};
    unsigned char item[MOST_ITEM_BYTES];
    if (is_sorted(&h, n))
        return;
    for (size_t i = n / 2; i-- > 0;) {
        memcpy(item, h.v + i * item_bytes, item_bytes);
        sink_item(&h, i, n, item);
    }
    for (size_t left = n - 1; left > 0; left--) {
        memcpy(item, h.v + left * item_bytes, item_bytes);
        memcpy(h.v + left * item_bytes, h.v, item_bytes);
        sink_item(&h, 0, left, item);
    }
}
