/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every sort against a slow one, and that equal ids keep their order. */
#include <math.h>

#include "core/base/sort.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static int by_key(const void *ctx, uint32_t a, uint32_t b)
{
    const uint64_t *key = ctx;
    return key[a] < key[b] ? -1 : key[a] > key[b];
}

/* The slow version: insertion, each after its equals. */
static void sort_slowly(uint32_t *ids, size_t n, const uint64_t *key)
{
    for (size_t i = 0; i < n; i++) {
        size_t k = i;
        for (; k > 0 && key[ids[k - 1]] > key[i]; k--)
            ids[k] = ids[k - 1];
        ids[k] = (uint32_t)i;
    }
}

TEST(both_sorts_equal_the_slow_one)
{
    enum { MAX = 300 };
    uint64_t seed = 88172645463325252u, key[MAX], copy[MAX];
    uint32_t slow[MAX], merged[MAX], radix[MAX];
    for (int round = 0; round < 2000; round++) {
        size_t n = made_bits(&seed) % MAX;
        uint64_t mask = round % 3 ? 7 : round % 2 ? UINT64_MAX : 0xffff0000ffffu;
        for (size_t i = 0; i < n; i++) {
            copy[i] = key[i] = made_bits(&seed) & mask;
            merged[i] = radix[i] = (uint32_t)i;
        }
        sort_slowly(slow, n, key);
        sort_merge(merged, n, by_key, key);
        sort_radix(copy, radix, n);
        assert_memory_equal(merged, slow, n * sizeof *slow);
        assert_memory_equal(radix, slow, n * sizeof *slow);
    }
}

/* Keys that agree in their high bits, all of them or in runs, long and short; also so many that two
 * threads share the work. */
TEST(masked_keys)
{
    static const uint64_t masks[] = {
        0xf000000000000fff,                            /* long runs */
        0xfff00000000000ff,                            /* short ones */
        0x8000000000000001, 0xffffffff,   0x3ffffffff, /* a bit more than passes see at once */
        0x7fffffffff000000, 0x3ffff00000, 0xf,         UINT64_MAX};
    enum { FEW = 3000, MANY = 600001 };
    uint64_t seed = 88172645463325252u;
    uint64_t *key = malloc(MANY * sizeof *key), *copy = malloc(MANY * sizeof *copy);
    uint32_t *merged = malloc(MANY * sizeof *merged), *radix = malloc(MANY * sizeof *radix);
    assert_true(key && copy && merged && radix);
    for (size_t round = 0; round < 2 * ARRAY_LEN(masks); round++) {
        const uint32_t n = round % 2 ? MANY : FEW;
        for (uint32_t i = 0; i < n; i++) {
            copy[i] = key[i] = made_bits(&seed) & masks[round / 2];
            merged[i] = radix[i] = i;
        }
        sort_merge(merged, n, by_key, key);
        sort_radix(copy, radix, n);
        assert_memory_equal(radix, merged, n * sizeof *radix);
        for (uint32_t i = 0; i < n; i++)
            if (copy[i] != key[radix[i]])
                fail();
    }
    free(key);
    free(copy);
    free(merged);
    free(radix);
}

static int compare_names(const void *ctx, uint32_t a, uint32_t b)
{
    const char *const *name = ctx;
    return strcmp(name[a], name[b]);
}

static const char *name_of(const void *ctx, uint32_t id)
{
    return ((const char *const *)ctx)[id];
}

static int compare_turned(const void *ctx, uint32_t a, uint32_t b)
{
    return compare_names(ctx, b, a);
}

enum { NAMES = 1000, LONG = 80 };

/* Names with `usual` bytes in common, more or less, and some that are equal. */
static void invent_names(char (*text)[LONG], size_t usual, uint64_t *seed)
{
    static const char letters[] = "ab_\xff\x01";
    for (uint32_t i = 0; i < NAMES; i++) {
        size_t n = made_bits(seed) % LONG, same = usual + made_bits(seed) % (LONG - usual);
        n = n < usual && made_bits(seed) % 50 ? usual : n;
        for (size_t k = 0; k < LONG; k++)
            text[i][k] = k >= n ? '\0' : k < same ? 'a' : letters[made_bits(seed) % 5];
    }
}

TEST(levels_order_names_as_strcmp_does)
{
    uint64_t seed = 88172645463325252u;
    static char text[NAMES][LONG];
    const char *name[NAMES];
    uint32_t ids[NAMES], expected[NAMES];
    struct sort_order o = {.ctx = name, .name = name_of};
    for (unsigned i = 0; i < 4 * 24; i++) {
        o.turned = i % 2;
        o.compare = o.turned ? compare_turned : compare_names;
        o.n_levels = 1 + i / 2 % 12;
        invent_names(text, i / 24 * 13, &seed);
        for (uint32_t k = 0; k < NAMES; k++) {
            name[k] = text[k];
            ids[k] = expected[k] = k;
        }
        sort_merge(expected, NAMES, o.compare, name);
        sort_levels(ids, NAMES, &o);
        assert_memory_equal(ids, expected, sizeof ids);
    }
}

static uint64_t tenths(const void *ctx, uint32_t id, unsigned level)
{
    const uint64_t *key = ctx;
    return level == 0 ? key[id] / 10 : key[id] % 10;
}

/* Long runs of ids that are alike in all levels. */
TEST(complete_levels_keep_the_order_of_those_alike)
{
    enum { N = 2000 };
    uint64_t seed = 88172645463325252u, key[N];
    static uint32_t ids[N], expected[N];
    const struct sort_order o = {tenths, 2, by_key, key, .complete = true};
    for (uint32_t i = 0; i < N; i++) {
        key[i] = made_bits(&seed) % 30;
        ids[i] = i;
    }
    sort_slowly(expected, N, key);
    sort_levels(ids, N, &o);
    assert_memory_equal(ids, expected, sizeof ids);
}

/* A comparison that contradicts itself: only the scheme decides. */
static int contradicting_compare(const void *ctx, uint32_t a, uint32_t b)
{
    return (a * 7 + b * 13) % 5 < 3 ? -1 : 1;
}

TEST(contradictions_come_out_as_with_a_merge_sort)
{
    uint32_t ids[5] = {0, 1, 2, 3, 4};
    const uint32_t expected[5] = {2, 4, 1, 3, 0}; /* by hand: [1 0] and [2 4 3], merged */
    sort_merge(ids, 5, contradicting_compare, NULL);
    assert_memory_equal(ids, expected, sizeof ids);
}

TEST(keys_order_doubles_descending)
{
    const double v[] = {1e300, 2.5, 1.0, 5e-324, 0.0, -1e-300, -1.0, -1e300};
    for (size_t i = 0; i + 1 < sizeof v / sizeof v[0]; i++)
        assert_true(sort_key_descending(v[i]) < sort_key_descending(v[i + 1]));
    assert_true(sort_key_descending(0.0) == sort_key_descending(-0.0));
}
