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

/* How many objects have a key below `key`: the index of the first one at or above it, or n. */
static inline size_t search_below(const void *v, size_t n, struct search_by by, uint64_t key)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = lo + (n - lo) / 2;
        if (search_key(v, mid, by) < key)
            lo = mid + 1;
        else
            n = mid;
    }
    return lo;
}

/* How many objects have a key of at most `key`: the index of the first one above it, or n. */
static inline size_t search_upto(const void *v, size_t n, struct search_by by, uint64_t key)
{
    return key == UINT64_MAX ? n : search_below(v, n, by, key + 1);
}

#endif
