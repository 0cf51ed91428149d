/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const char *word)
{
    uint64_t h = 1469598103934665603u;
    for (; *word; word++)
        for (int round = 0; round < 16; round++)
            h = (h ^ (unsigned char)*word ^ h >> 29) * 1099511628211u;
    return h;
}

static inline bool same_word(const struct posting *p, const char *word)
{
    return compare_words(p->word, word) == 0;
}

static inline size_t probe(const struct hash *h, const char *word)
{
    size_t i = hash_of(word) & (h->room - 1);
    while (h->slots[i] && !same_word(h->slots[i], word))
        i = (i + 1) & (h->room - 1);
    return i;
}

static void grow(struct hash *h)
{
    struct hash bigger = {.room = h->room ? 2 * h->room : 16, .used = h->used};
    bigger.slots = must_alloc(bigger.room * sizeof *bigger.slots);
    for (size_t i = 0; i < h->room; i++)
        if (h->slots[i])
            bigger.slots[probe(&bigger, h->slots[i]->word)] = h->slots[i];
    free(h->slots);
    *h = bigger;
}

struct posting *hash_find(const struct hash *h, const char *word)
{
    return h->room ? h->slots[probe(h, word)] : NULL;
}

struct posting *hash_intern(struct hash *h, const char *word)
{
    if (2 * (h->used + 1) > h->room)
        grow(h);
    size_t i = probe(h, word);
    if (!h->slots[i]) {
        h->slots[i] = must_alloc(sizeof *h->slots[i]);
        strncpy(h->slots[i]->word, word, sizeof h->slots[i]->word - 1);
        h->used++;
    }
    return h->slots[i];
}
