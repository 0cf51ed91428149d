/* SPDX-License-Identifier: MIT */
/* list: items of one size, in memory of the caller's. */
#ifndef GPTUI_UNITE_LIST_H
#define GPTUI_UNITE_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "unite/record.h"

/* All zero is empty. */
struct unite_list {
    void *v;
    size_t n, cap;
};

/* Room for one more item at the end; NULL: no memory, and nothing changed. */
static inline void *unite_list_add(struct unite_list *list, size_t bytes,
                                   const struct unite_memory *m)
{
    if (list->n == list->cap) {
        const size_t cap = list->cap ? list->cap + list->cap / 2 : 64;
        void *v = cap > SIZE_MAX / bytes
                      ? NULL
                      : m->resize(m->ctx, list->v, list->cap * bytes, cap * bytes);
        if (!v)
            return NULL;
        list->v = v;
        list->cap = cap;
    }
    return (char *)list->v + list->n++ * bytes;
}

/* By the numbers of 64 bits that items begin with, the first n_numbers of them. False: there is no
 * memory, and nothing changed. */
bool unite_list_sort(struct unite_list *list, size_t bytes, size_t n_numbers,
                     const struct unite_memory *m);

/* How many of n such items, in that order, begin with a number of at most `most`. */
size_t unite_upto(const void *v, size_t n, size_t bytes, uint64_t most);

static inline void unite_list_release(struct unite_list *list, size_t bytes,
                                      const struct unite_memory *m)
{
    if (list->v)
        m->resize(m->ctx, list->v, list->cap * bytes, 0);
    *list = (struct unite_list){NULL, 0, 0};
}

#endif
