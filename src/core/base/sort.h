/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sort: stable sorts of 32-bit ids, and of objects by a number in them, with scratch memory. */
#ifndef GPTUI_BASE_SORT_H
#define GPTUI_BASE_SORT_H

#include <stdbool.h>

#include "core/base/search.h"

/* <= 0: a may stay before b. */
typedef int sort_compare(const void *ctx, uint32_t a, uint32_t b);

/* Merge sort as the C library does it (first half floor(n/2); on <= 0 the left one goes first).
 * With a comparison that contradicts itself the result is still a function of the input, and the
 * same one as GNU gprof's. */
void sort_merge(uint32_t *ids, size_t n, sort_compare *compare, const void *ctx);

/* Ascending by key, which is permuted along. Radix sort; time grows with the bytes in which the
 * keys differ. */
void sort_radix(uint64_t *keys, uint32_t *ids, size_t n);

/* The n objects at v, fewer than 2^32, ascending by the key that `by` says where to find. For an
 * order by several keys, sort by the least of them first. */
void sort_ascending(void *v, size_t n, struct search_by by);

/* The key of an id at a level: ids order ascending by it, and those alike by the next level's. */
typedef uint64_t sort_level_key(const void *ctx, uint32_t id, unsigned level);

/* An order given by levels of keys, and as a whole by `compare`. */
struct sort_order {
    sort_level_key *key;
    unsigned n_levels;
    sort_compare *compare;
    const void *ctx;
    bool complete; /* ids alike in all levels are equal to compare, too */

    /* Instead of key: the name of an id. A level is eight bytes of it, as they compare under
     * strcmp; those in which all names of a run agree are passed over. */
    const char *(*name)(const void *ctx, uint32_t id);
    bool turned; /* descending by name */
};

/* Sort by levels, then what is still alike (and short runs at once) by o->compare. Same result as
 * sort_merge with a consistent o->compare, but reads what it compares about once per level. */
void sort_levels(uint32_t *ids, size_t n, const struct sort_order *o);

/* A key that orders doubles (not NaN) descending under sort_radix; -0.0 counts as 0.0. */
uint64_t sort_key_descending(double v);

#endif
