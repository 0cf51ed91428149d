/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <stdlib.h>
#include <string.h>

static inline bool before(const struct posting *a, const struct posting *b)
{
    if (a->count != b->count)
        return a->count > b->count;
    return compare_words(a->word, b->word) < 0;
}

static void merge(struct posting **p, size_t half, size_t n, struct posting **scratch)
{
    size_t left = 0, right = half, to = 0;
    while (left < half && right < n)
        scratch[to++] = before(p[right], p[left]) ? p[right++] : p[left++];
    while (left < half)
        scratch[to++] = p[left++];
    memcpy(p, scratch, to * sizeof *p);
}

static void sort_part(struct posting **p, size_t n, struct posting **scratch)
{
    if (n < 2)
        return;
    sort_part(p, n / 2, scratch);
    sort_part(p + n / 2, n - n / 2, scratch);
    merge(p, n / 2, n, scratch);
}

void sort_by_count(struct posting **p, size_t n)
{
    struct posting **scratch = must_alloc(n * sizeof *scratch);
    sort_part(p, n, scratch);
    free(scratch);
}
