/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/intern.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"

/* The slot of s, taken or free. There is always a free one. */
static size_t text_slot(const struct intern_set *p, const char *s, size_t n)
{
    size_t i = hash_bytes(s, n) & (p->n_slots - 1);
    while (p->slots[i] && (strncmp(p->slots[i], s, n) != 0 || p->slots[i][n]))
        i = (i + 1) & (p->n_slots - 1);
    return i;
}

const char *intern_set_put(struct intern_set *p, const char *s, size_t n)
{
    if (2 * p->n >= p->n_slots) {
        struct intern_set old = *p;
        p->n_slots = old.n_slots ? 2 * old.n_slots : 64;
        p->slots = mem_array(p->n_slots, sizeof *p->slots);
        for (size_t i = 0; i < old.n_slots; i++)
            if (old.slots[i])
                p->slots[text_slot(p, old.slots[i], strlen(old.slots[i]))] = old.slots[i];
        free(old.slots);
    }
    size_t i = text_slot(p, s, n);
    if (!p->slots[i]) {
        p->slots[i] = arena_text(&p->texts, s, n);
        p->n++;
    }
    return p->slots[i];
}

void intern_set_release(struct intern_set *p)
{
    arena_release(&p->texts);
    free(p->slots);
    *p = (struct intern_set){0};
}

static struct intern_number *number_slot(const struct intern_numbers *p, uint64_t key)
{
    size_t i = (size_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (p->n_slots - 1);
    while (p->slots[i].number && p->slots[i].key != key)
        i = (i + 1) & (p->n_slots - 1);
    return &p->slots[i];
}

uint32_t intern_number(struct intern_numbers *p, uint64_t key, bool *is_new)
{
    if (p->n >= p->n_slots / 2) {
        struct intern_numbers wide = {.n = p->n, .n_slots = p->n_slots ? 2 * p->n_slots : 64};
        wide.slots = mem_array(wide.n_slots, sizeof *wide.slots);
        for (size_t i = 0; i < p->n_slots; i++)
            if (p->slots[i].number)
                *number_slot(&wide, p->slots[i].key) = p->slots[i];
        free(p->slots);
        *p = wide;
    }
    struct intern_number *slot = number_slot(p, key);
    *is_new = !slot->number;
    if (*is_new)
        *slot = (struct intern_number){key, (uint32_t)++p->n};
    return slot->number;
}

uint32_t intern_find(const struct intern_numbers *p, uint64_t key)
{
    return p->n_slots ? number_slot(p, key)->number : 0;
}

void intern_numbers_release(struct intern_numbers *p)
{
    free(p->slots);
    *p = (struct intern_numbers){0};
}
