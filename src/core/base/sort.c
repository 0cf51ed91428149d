/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static void merge_range(uint32_t *ids, uint32_t *tmp, size_t n, sort_compare *compare,
                        const void *ctx)
{
    if (n < 2)
        return;
    size_t n1 = n / 2, i = 0, j = n1, k = 0;

    merge_range(ids, tmp, n1, compare, ctx);
    merge_range(ids + n1, tmp, n - n1, compare, ctx);
    while (i < n1 && j < n)
        tmp[k++] = compare(ctx, ids[i], ids[j]) <= 0 ? ids[i++] : ids[j++];
    while (i < n1)
        tmp[k++] = ids[i++];
    memcpy(ids, tmp, k * sizeof *ids);
}

void sort_merge(uint32_t *ids, size_t n, sort_compare *compare, const void *ctx)
{
    uint32_t *tmp = mem_array_raw(n, sizeof *tmp);
    merge_range(ids, tmp, n, compare, ctx);
    free(tmp);
}

struct radix {
    uint64_t *keys, *other_keys;
    uint32_t *ids, *other_ids;
    size_t n;
};

/* Passes go by digits of the PASSES * DIGIT_BITS highest bits in which keys differ. Few keys agree
 * in all of those; they are told apart afterwards, each run of them by itself. */
enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS, PASSES = 3 };

/* Runs up to this length are sorted in place, by keys and by comparison. */
enum { FEW_KEYS = 96, SHORT_RUN = 24 };

/* at[] has room for the places of all digits. */
static void radix_pass(struct radix *r, unsigned shift, size_t *at)
{
    memset(at, 0, DIGITS * sizeof *at);
    for (size_t i = 0; i < r->n; i++)
        at[r->keys[i] >> shift & (DIGITS - 1)]++;
    for (size_t d = 0, sum = 0; d < DIGITS; d++) {
        size_t n = at[d];
        at[d] = sum;
        sum += n;
    }
    for (size_t i = 0; i < r->n; i++) {
        size_t to = at[r->keys[i] >> shift & (DIGITS - 1)]++;
        r->other_keys[to] = r->keys[i];
        r->other_ids[to] = r->ids[i];
    }
    uint64_t *k = r->keys;
    uint32_t *d = r->ids;
    r->keys = r->other_keys, r->other_keys = k;
    r->ids = r->other_ids, r->other_ids = d;
}

/* Bits in which keys differ; 0 also when they already ascend. */
static uint64_t differing_bits(const uint64_t *keys, size_t n)
{
    uint64_t bits = 0;
    bool ascending = true;
    for (size_t i = 1; i < n; i++) {
        bits |= keys[i] ^ keys[i - 1];
        ascending &= keys[i] >= keys[i - 1];
    }
    return ascending ? 0 : bits;
}

static void sort_short(uint64_t *keys, uint32_t *ids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t key = keys[i];
        uint32_t id = ids[i];
        size_t k = i;
        for (; k > 0 && keys[k - 1] > key; k--) {
            keys[k] = keys[k - 1];
            ids[k] = ids[k - 1];
        }
        keys[k] = key;
        ids[k] = id;
    }
}

void sort_radix(uint64_t *keys, uint32_t *ids, size_t n)
{
    const uint64_t bits = differing_bits(keys, n);
    unsigned width = 0, low; /* low: the lowest of the bits that the passes look at */
    if (!bits)
        return;
    if (n <= FEW_KEYS) {
        sort_short(keys, ids, n);
        return;
    }
    while (width < 64 && bits >> width)
        width++;
    low = width > PASSES * DIGIT_BITS ? width - PASSES * DIGIT_BITS : 0;

    uint64_t *key_room = mem_array_raw(n, sizeof *key_room);
    uint32_t *id_room = mem_array_raw(n, sizeof *id_room);
    size_t *at = mem_array_raw(DIGITS, sizeof *at);
    struct radix r = {keys, key_room, ids, id_room, n};
    for (unsigned p = 0; p < PASSES; p++)
        if (bits >> (low + p * DIGIT_BITS) & (DIGITS - 1))
            radix_pass(&r, low + p * DIGIT_BITS, at);
    if (r.keys != keys) {
        memcpy(keys, r.keys, n * sizeof *keys);
        memcpy(ids, r.ids, n * sizeof *ids);
    }
    free(key_room);
    free(id_room);
    free(at);
    /* Sort each run of keys that agree from there up. */
    for (size_t lo = 0, hi; bits & ((UINT64_C(1) << low) - 1) && lo < n; lo = hi) {
        for (hi = lo + 1; hi < n && keys[hi] >> low == keys[lo] >> low; hi++)
            ;
        sort_radix(keys + lo, ids + lo, hi - lo);
    }
}

void sort_ascending(void *v, size_t n, struct search_by by)
{
    if (n < 2)
        return;
    if (n > UINT32_MAX)
        mem_fail();
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    uint32_t *ids = mem_array_raw(n, sizeof *ids);
    char *sorted = mem_array_raw(n, by.stride);
    for (size_t i = 0; i < n; i++) {
        keys[i] = search_key(v, i, by);
        ids[i] = (uint32_t)i;
    }
    sort_radix(keys, ids, n);
    for (size_t i = 0; i < n; i++)
        memcpy(sorted + i * by.stride, (const char *)v + ids[i] * by.stride, by.stride);
    memcpy(v, sorted, n * by.stride);
    free(keys);
    free(ids);
    free(sorted);
}

/* ---- levels ---- */

enum { NAME_BYTES = 8 }; /* of a name in each level */

/* Short runs are compared instead of keyed. */
static void insertion_sort(uint32_t *ids, size_t n, const struct sort_order *o)
{
    for (size_t i = 1; i < n; i++) {
        uint32_t id = ids[i];
        size_t k = i;
        for (; k > 0 && o->compare(o->ctx, ids[k - 1], id) > 0; k--)
            ids[k] = ids[k - 1];
        ids[k] = id;
    }
}

/* Bytes from byte `at` on in which all names agree, at most `most`. None of them is zero. */
static size_t common_bytes(const uint32_t *ids, size_t n, const struct sort_order *o, size_t at,
                           size_t most)
{
    const char *first = o->name(o->ctx, ids[0]) + at;
    size_t common = strnlen(first, most);
    for (size_t i = 1; i < n && common; i++) {
        const char *name = o->name(o->ctx, ids[i]) + at;
        size_t k = 0;
        if (strncmp(name, first, common) == 0)
            continue;
        while (name[k] == first[k])
            k++;
        common = k;
    }
    return common;
}

/* The key of a name that has not ended before byte `at`. */
static uint64_t name_key(const char *name, size_t at, bool turned)
{
    uint64_t key = 0;
    unsigned i = 0;
    for (; i < NAME_BYTES && name[at + i]; i++)
        key = key << 8 | (unsigned char)name[at + i];
    if (i)
        key <<= 8 * (NAME_BYTES - i);
    return turned ? ~key : key;
}

/* keys has room for n. */
static void sort_from_level(uint32_t *ids, uint64_t *keys, size_t n, const struct sort_order *o,
                            unsigned level)
{
    if (n <= SHORT_RUN) {
        insertion_sort(ids, n, o);
        return;
    }
    if (o->name) { /* the first level at which names that agree in those before it may differ */
        size_t at = (size_t)level * NAME_BYTES, end = (size_t)o->n_levels * NAME_BYTES;
        bool ended = strnlen(o->name(o->ctx, ids[0]), at) < at; /* then all have */
        level = ended ? o->n_levels
                      : level + (unsigned)(common_bytes(ids, n, o, at, end - at) / NAME_BYTES);
    }
    if (level == o->n_levels) {
        if (!o->complete)
            sort_merge(ids, n, o->compare, o->ctx);
        return;
    }
    for (size_t i = 0; i < n; i++)
        keys[i] = o->name ? name_key(o->name(o->ctx, ids[i]), (size_t)level * NAME_BYTES, o->turned)
                          : o->key(o->ctx, ids[i], level);
    sort_radix(keys, ids, n);
    for (size_t lo = 0, hi; lo < n; lo = hi) {
        for (hi = lo + 1; hi < n && keys[hi] == keys[lo]; hi++)
            ;
        if (hi - lo > 1)
            sort_from_level(ids + lo, keys + lo, hi - lo, o, level + 1);
    }
}

void sort_levels(uint32_t *ids, size_t n, const struct sort_order *o)
{
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    sort_from_level(ids, keys, n, o, 0);
    free(keys);
}

uint64_t sort_key_descending(double v)
{
    uint64_t u;
    v += 0.0; /* -0.0 + 0.0 is 0.0 */
    memcpy(&u, &v, sizeof u);
    /* Ascending key: flip all bits of negatives, the sign bit of the others. Then turn it round. */
    u = u >> 63 ? ~u : u | UINT64_C(1) << 63;
    return ~u;
}
