/* SPDX-License-Identifier: GPL-3.0-or-later */
/* intern: strings of which each is kept once, so that equal ones are the same pointer. */
#ifndef GPTUI_BASE_INTERN_H
#define GPTUI_BASE_INTERN_H

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

#endif
