/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

void docs_add(struct docs *d, unsigned doc)
{
    d->bits[doc / 64] |= UINT64_C(1) << doc % 64;
}

void docs_and(struct docs *d, const struct docs *other)
{
    for (int i = 0; i < SET_WORDS; i++)
        d->bits[i] &= other->bits[i];
}

void docs_or(struct docs *d, const struct docs *other)
{
    for (int i = 0; i < SET_WORDS; i++)
        d->bits[i] |= other->bits[i];
}

void docs_not(struct docs *d)
{
    for (int i = 0; i < SET_WORDS; i++)
        d->bits[i] = ~d->bits[i];
    if (N_DOCS % 64)
        d->bits[SET_WORDS - 1] &= (UINT64_C(1) << N_DOCS % 64) - 1;
}

static inline unsigned count_bits(uint64_t v)
{
    unsigned n = 0;
    for (; v; v &= v - 1)
        n++;
    return n;
}

unsigned docs_count(const struct docs *d)
{
    unsigned n = 0;
    for (int i = 0; i < SET_WORDS; i++)
        n += count_bits(d->bits[i]);
    return n;
}
