/* SPDX-License-Identifier: MIT */
#include "unite/tree.h"

struct node_item {
    uint64_t parent; /* 1 + number, 0: none */
    struct unite_node node;
    uint32_t number; /* in the order in which they came */
};

static struct node_item *item_of(const struct unite_tree *t, size_t i)
{
    return (struct node_item *)t->nodes.v + i;
}

/* ---- finding ---- */

/* The slot of a node, or the free one where it belongs. */
static uint32_t *slot_of(const struct unite_tree *t, size_t parent, const struct unite_node *node)
{
    uint32_t *slots = t->slots.v;
    uint64_t h = node->addr * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ (uint64_t)parent << 8 ^ node->image) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(h >> 32) & (t->slots.cap - 1);
    for (; slots[at]; at = (at + 1) & (t->slots.cap - 1)) {
        const struct node_item *item = item_of(t, slots[at] - 1);
        if (item->parent == parent && item->node.addr == node->addr &&
            item->node.image == node->image)
            break;
    }
    return &slots[at];
}

/* At most half of the slots are taken; their number is a power of two. */
static bool widen(struct unite_tree *t)
{
    enum { FIRST = 1024 };
    const struct unite_list old = t->slots;
    const size_t cap = old.cap ? 2 * old.cap : FIRST;
    uint32_t *slots = t->memory->resize(t->memory->ctx, NULL, 0, cap * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < cap; i++)
        slots[i] = 0;
    t->slots = (struct unite_list){slots, 0, cap};
    for (size_t i = 0; i < t->nodes.n; i++)
        *slot_of(t, item_of(t, i)->parent, &item_of(t, i)->node) = (uint32_t)i + 1;
    if (old.v)
        t->memory->resize(t->memory->ctx, old.v, old.cap * sizeof *slots, 0);
    return true;
}

size_t unite_tree_add(struct unite_tree *t, size_t parent, const struct unite_node *node)
{
    const size_t above = parent == UNITE_NO_NODE ? 0 : parent + 1;
    if (t->nodes.n >= UINT32_MAX - 1 || (2 * (t->nodes.n + 1) > t->slots.cap && !widen(t)))
        return UNITE_NO_NODE;
    uint32_t *slot = slot_of(t, above, node);
    if (*slot) {
        struct unite_node *there = &item_of(t, *slot - 1)->node;
        there->ticks = unite_sum(there->ticks, node->ticks);
        there->waits = unite_sum(there->waits, node->waits);
        return *slot - 1;
    }
    struct node_item *item = unite_list_add(&t->nodes, sizeof *item, t->memory);
    if (!item)
        return UNITE_NO_NODE;
    *item = (struct node_item){above, *node, (uint32_t)t->nodes.n};
    item->node.depth = above ? item_of(t, above - 1)->node.depth + 1 : 0;
    *slot = (uint32_t)t->nodes.n;
    return t->nodes.n - 1;
}

const struct unite_node *unite_tree_node(const struct unite_tree *t, size_t number, size_t *parent)
{
    const struct node_item *item = item_of(t, number);
    *parent = item->parent ? item->parent - 1 : UNITE_NO_NODE;
    return &item->node;
}

void unite_tree_release(struct unite_tree *t)
{
    unite_list_release(&t->nodes, sizeof(struct node_item), t->memory);
    unite_list_release(&t->slots, sizeof(uint32_t), t->memory);
}

/* ---- in order ---- */

/* Where nodes are once they are sorted, and where the children of each begin: 1 + place, 0: none.
 * By number, from 1 on; child[0]: the roots. */
struct node_places {
    uint32_t *place, *child;
};

/* The next one in preorder, 1 + place; 0: that was the last. */
static uint32_t next_place(const struct unite_tree *t, const struct node_places *p, uint32_t at)
{
    const struct node_item *item = item_of(t, at - 1);
    if (p->child[item->number])
        return p->child[item->number];
    while (at == t->nodes.n || item_of(t, at)->parent != item->parent) {
        if (item->parent == 0)
            return 0;
        at = p->place[item->parent] + 1;
        item = item_of(t, at - 1);
    }
    return at + 1;
}

bool unite_tree_write(struct unite_tree *t, const uint32_t *numbers, struct unite_writer *w)
{
    const struct unite_memory *m = t->memory;
    const size_t bytes = (t->nodes.n + 1) * sizeof(uint32_t);
    if (t->nodes.n == 0)
        return true;
    for (size_t i = 0; i < t->nodes.n; i++)
        item_of(t, i)->node.image = numbers[item_of(t, i)->node.image];
    unite_list_release(&t->slots, sizeof(uint32_t), m);
    struct node_places p = {.place = m->resize(m->ctx, NULL, 0, bytes),
                            .child = m->resize(m->ctx, NULL, 0, bytes)};
    /* By parent, image and address. */
    const bool ok =
        p.place && p.child && unite_list_sort(&t->nodes, sizeof(struct node_item), 3, m);
    if (ok) {
        for (size_t i = 0; i <= t->nodes.n; i++)
            p.child[i] = 0;
        for (size_t i = t->nodes.n; i-- > 0;) {
            p.place[item_of(t, i)->number] = (uint32_t)i;
            p.child[item_of(t, i)->parent] = (uint32_t)i + 1;
        }
        for (uint32_t at = p.child[0]; at; at = next_place(t, &p, at))
            unite_write(
                w, &(struct unite_record){.kind = UNITE_NODE, .node = item_of(t, at - 1)->node});
    }
    if (p.place)
        m->resize(m->ctx, p.place, bytes, 0);
    if (p.child)
        m->resize(m->ctx, p.child, bytes, 0);
    return ok;
}
