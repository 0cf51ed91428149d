/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search: binary search in arrays that ascend by an unsigned number of 32 or 64 bits.
 *
 * `n` objects begin at `v` (which may be NULL if n is 0); SEARCH_BY and SEARCH_PLAIN say where in
 * each of them its key is. Several objects may have equal keys. All is inline, and the compiler
 * knows the size of keys and objects, so that a search costs what one written by hand would. */
#ifndef GPTUI_BASE_SEARCH_H
#define GPTUI_BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct search_by {
    size_t stride, offset, bytes; /* of an object; of the key in it; of the key: 4 or 8 */
};

/* Objects are of type `type` and ascend by its member `member`. */
#define SEARCH_BY(type, member)                                                                    \
    ((struct search_by){sizeof(type), offsetof(type, member), sizeof((type *)NULL)->member})

/* The objects are the keys. */
#define SEARCH_PLAIN(type) ((struct search_by){sizeof(type), 0, sizeof(type)})

static inline uint64_t search_key(const void *v, size_t i, struct search_by by)
{
    const char *p = (const char *)v + i * by.stride + by.offset;
    uint64_t wide;
    uint32_t narrow;
    if (by.bytes == sizeof narrow) {
        memcpy(&narrow, p, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, p, sizeof wide);
    return wide;
}

/* The index of the first object of those from lo to hi - 1 whose key is at or above `key`, or hi.
 */
static inline size_t search_between(const void *v, size_t lo, size_t hi, struct search_by by,
                                    uint64_t key)
{
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (search_key(v, mid, by) < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* How many objects have a key below `key`: the index of the first one at or above it, or n. */
static inline size_t search_below(const void *v, size_t n, struct search_by by, uint64_t key)
{
    return search_between(v, 0, n, by, key);
}

/* How many objects have a key of at most `key`: the index of the first one above it, or n. */
static inline size_t search_upto(const void *v, size_t n, struct search_by by, uint64_t key)
{
    return key == UINT64_MAX ? n : search_below(v, n, by, key + 1);
}

/* As search_upto, for keys that mostly ascend: `near` is the answer for the key before, or any
 * other number. The time grows with the logarithm of the distance. */
static inline size_t search_upto_near(const void *v, size_t n, struct search_by by, uint64_t key,
                                      size_t near)
{
    size_t at = near < n ? near : n, step = 1;
    if (key == UINT64_MAX)
        return n;
    if (at && search_key(v, at - 1, by) > key)
        return search_between(v, 0, at - 1, by, key + 1);
    for (; step <= n - at && search_key(v, at + step - 1, by) <= key; step *= 2)
        at += step;
    return search_between(v, at, step <= n - at ? at + step - 1 : n, by, key + 1);
}

#endif
