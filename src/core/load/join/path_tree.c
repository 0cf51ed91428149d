/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/path_tree.h"

#include <stdlib.h>

#include "core/base/mem.h"

static size_t home_of(const struct path_tree *t, uint32_t parent, const struct path_place *place)
{
    uint64_t h = place->addr * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ (uint64_t)parent << 8 ^ place->image) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> 32) & (t->n_slots - 1);
}

/* The slot of a node, or the free one where it belongs. At most half of all are taken. */
static uint32_t *slot_of(const struct path_tree *t, uint32_t parent, const struct path_place *place)
{
    size_t at = home_of(t, parent, place);
    for (; t->slots[at]; at = (at + 1) & (t->n_slots - 1)) {
        const struct path_branch *b = &t->v[t->slots[at] - 1];
        if (b->parent == parent && b->place.addr == place->addr && b->place.image == place->image)
            break;
    }
    return &t->slots[at];
}

static bool widen(struct path_tree *t)
{
    enum { FIRST = 1024 };
    struct path_tree wide = {.v = t->v, .n_slots = t->n_slots ? 2 * t->n_slots : FIRST};
    wide.slots = mem_array(wide.n_slots, sizeof *wide.slots);
    for (uint32_t i = 0; wide.slots && i < t->n; i++)
        *slot_of(&wide, t->v[i].parent, &t->v[i].place) = i + 1;
    if (!wide.slots)
        return false;
    free(t->slots);
    t->slots = wide.slots;
    t->n_slots = wide.n_slots;
    return true;
}

uint32_t path_tree_find(struct path_tree *t, uint32_t parent, const struct path_place *place)
{
    if (2 * (t->n + 1) > t->n_slots && !widen(t))
        return PATH_NO_NODE;
    uint32_t *slot = slot_of(t, parent, place);
    if (*slot)
        return *slot - 1;
    if (t->n + 1 >= PATH_NO_NODE || !mem_grow(&t->v, &t->cap, t->n + 1, sizeof *t->v))
        return PATH_NO_NODE;
    t->v[t->n] = (struct path_branch){.parent = parent, .place = *place};
    *slot = (uint32_t)++t->n;
    return *slot - 1;
}

void path_tree_release(struct path_tree *t)
{
    free(t->v);
    free(t->slots);
    *t = (struct path_tree){0};
}
