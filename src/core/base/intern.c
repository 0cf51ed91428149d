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
