/* SPDX-License-Identifier: MIT */
/* tree: call paths of one run or several, in any order as long as parents come before their
 * children: a node for each address by each way to it. */
#ifndef GPTUI_UNITE_TREE_H
#define GPTUI_UNITE_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "unite/list.h"
#include "unite/message.h"
#include "unite/record.h"

#define UNITE_NO_NODE SIZE_MAX

/* Begin with all zero but for `memory`. */
struct unite_tree {
    const struct unite_memory *memory;
    struct unite_list nodes, slots;
};

/* How many nodes there are. */
static inline size_t unite_tree_count(const struct unite_tree *t)
{
    return t->nodes.n;
}

/* Add to the node of a place by way of a parent, which is one that this returned, or UNITE_NO_NODE;
 * node->depth does not count. UNITE_NO_NODE: memory ran out. */
size_t unite_tree_add(struct unite_tree *t, size_t parent, const struct unite_node *node);

/* A node by its number, from 0 on, and that of its parent, which is smaller, or UNITE_NO_NODE. */
const struct unite_node *unite_tree_node(const struct unite_tree *t, size_t number, size_t *parent);

/* Write all nodes, each after its parent, siblings by image and address; numbers: what images
 * become, by number, 0 being none. False: memory ran out. From then on nothing can be added. */
bool unite_tree_write(struct unite_tree *t, const uint32_t *numbers, struct unite_writer *w);

void unite_tree_release(struct unite_tree *t);

#endif
