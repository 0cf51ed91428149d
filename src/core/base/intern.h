/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intern: strings of which each is kept once, so that equal ones are the same pointer. */
#ifndef GPTUI_BASE_INTERN_H
#define GPTUI_BASE_INTERN_H

#include <stdint.h>

#include "core/base/mem.h"

/* All-zero is empty and ready. */
struct intern_set {
    struct arena texts;
    const char **slots; /* open addressing, a power of two of them */
    size_t n, n_slots;
};

/* The set's own copy of n bytes of s. */
const char *intern_set_put(struct intern_set *p, const char *s, size_t n);

void intern_set_release(struct intern_set *p);

/* Numbers of keys, from 1 on in the order in which they are met: of such strings by their pointers,
 * or of pairs. All-zero is empty and ready. */
struct intern_numbers {
    struct intern_number {
        uint64_t key;
        uint32_t number; /* 0: the slot is free */
    } * slots;           /* open addressing, a power of two of them */
    size_t n, n_slots;
};

/* *is_new: the number was not given before. */
uint32_t intern_number(struct intern_numbers *p, uint64_t key, bool *is_new);

/* 0: it has none. */
uint32_t intern_find(const struct intern_numbers *p, uint64_t key);

void intern_numbers_release(struct intern_numbers *p);

#endif
