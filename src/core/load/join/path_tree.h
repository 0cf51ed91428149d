/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_tree: call paths of one run or several, united: a node for each address by each way to it.
 */
#ifndef GPTUI_LOAD_JOIN_PATH_TREE_H
#define GPTUI_LOAD_JOIN_PATH_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/model/paths.h"

/* First nodes without an image: what they stand for. */
enum { PATH_CUT = 1, PATH_ALONE = 2 };

/* Where a node's code is. image 0: nowhere that is known; addr is then 0, or PATH_CUT or
 * PATH_ALONE. */
struct path_place {
    uint32_t image;
    uint64_t addr;
};

struct path_branch {
    uint32_t parent; /* PATH_NO_NODE: none */
    struct path_place place;
    uint64_t ticks, waits;
};

struct path_tree {
    struct path_branch *v; /* parents before their children */
    size_t n, cap;
    uint32_t *slots; /* 1 + index, 0: free */
    size_t n_slots;  /* a power of two, or 0 */
};

/* The node of a place by way of a parent, made if it is not there. PATH_NO_NODE: no memory, or
 * there are too many. */
uint32_t path_tree_find(struct path_tree *t, uint32_t parent, const struct path_place *place);

void path_tree_release(struct path_tree *t);

#endif
