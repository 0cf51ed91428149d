/* SPDX-License-Identifier: MIT */
#include "unite/list.h"

#include <string.h>

static uint64_t number_at(const unsigned char *item, size_t at)
{
    uint64_t number;
    memcpy(&number, item + at * sizeof number, sizeof number);
    return number;
}

bool unite_list_sort(struct unite_list *list, size_t bytes, size_t n_numbers,
                     const struct unite_memory *m)
{
    const size_t n = list->n;
    unsigned char *v = list->v, *to = n ? m->resize(m->ctx, NULL, 0, list->cap * bytes) : NULL,
                  *was;
    for (size_t at = to ? n_numbers : 0; at-- > 0;) {
        uint64_t differ = 0;
        for (size_t i = 1; i < n; i++)
            differ |= number_at(v, at) ^ number_at(v + i * bytes, at);
        /* By one byte after the other, the least first: those alike stay in their order. */
        for (unsigned shift = 0; shift < 64; shift += 8) {
            size_t place[257] = {0};
            if ((differ >> shift & 255) == 0)
                continue;
            for (size_t i = 0; i < n; i++)
                place[(number_at(v + i * bytes, at) >> shift & 255) + 1]++;
            for (unsigned i = 1; i < 256; i++)
                place[i] += place[i - 1];
            for (size_t i = 0; i < n; i++)
                memcpy(to + place[number_at(v + i * bytes, at) >> shift & 255]++ * bytes,
                       v + i * bytes, bytes);
            was = v;
            v = to;
            to = was;
        }
    }
    list->v = v;
    if (to)
        m->resize(m->ctx, to, list->cap * bytes, 0);
    return to || n == 0;
}

size_t unite_upto(const void *v, size_t n, size_t bytes, uint64_t most)
{
    size_t lo = 0;
    while (lo < n) {
        const size_t middle = lo + (n - lo) / 2;
        if (number_at((const unsigned char *)v + middle * bytes, 0) <= most)
            lo = middle + 1;
        else
            n = middle;
    }
    return lo;
}
