/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call paths of all runs, at the addresses that their images have in the profile. */
#include "core/load/join/paths.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/join/join_internal.h"
#include "core/load/run/runs_memory.h"

enum {
    PROGRAM = 1,    /* as an image of the tree; members follow */
    STEP = 1 << 16, /* nodes between two looks at the progress */
};

/* ---- a run ---- */

/* Nodes while they are being read: those from the root to the last one. */
struct descent {
    struct join *j;
    const struct join_run *run;
    size_t *above;
    size_t cap;
    uint64_t n;
};

static uint64_t image_of(const struct descent *d, uint64_t image)
{
    if (image <= PROGRAM)
        return image;
    const size_t member = d->run->member ? d->run->member[image - 1] : NO_MEMBER;
    return member == NO_MEMBER ? 0 : PROGRAM + 1 + member;
}

/* Add a node below the last one that is above it. */
static void add_node(struct descent *d, struct unite_node node)
{
    const size_t depth = (size_t)node.depth;
    const bool is_mark = !node.image && depth == 0 && node.addr <= PATH_ALONE;
    node.image = image_of(d, node.image);
    node.addr -= node.image == PROGRAM ? d->run->file->fit.distance : 0;
    if (!node.image && !is_mark)
        node.addr = 0;
    const size_t number =
        unite_tree_add(&d->j->paths.tree, depth ? d->above[depth - 1] : UNITE_NO_NODE, &node);
    if (number == UNITE_NO_NODE)
        mem_fail();
    mem_grow(&d->above, &d->cap, depth + 1, sizeof *d->above);
    d->above[depth] = number;
}

static bool add_nodes(struct descent *d, struct unite_reader *reader, struct err *e)
{
    const struct unite_source source = unite_source_of(&d->run->info.message);
    struct unite_record now;
    enum unite_result result = unite_reader_begin(reader, &source);
    while (result == UNITE_OK) { /* which it was when it was read before */
        result = unite_read(reader, &now);
        if (result != UNITE_OK || now.kind == UNITE_END)
            break;
        if (now.kind != UNITE_NODE)
            continue;
        if (d->n % STEP == 0 &&
            !progress_step(d->j->progress, "call paths", d->n, d->run->info.n_nodes))
            return err_set(e, ERR_CANCELLED, NULL);
        d->n++;
        add_node(d, now.node);
    }
    return true;
}

bool join_paths_add(struct join *j, const struct join_run *run, struct err *e)
{
    struct descent d = {.j = j, .run = run};
    if (run->info.n_nodes == 0)
        return true;
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    bool ok = add_nodes(&d, reader, e);
    free(reader);
    free(d.above);
    j->paths.n_runs++;
    j->paths.lost_ticks += run->info.facts.lost_path_ticks;
    return ok;
}

/* ---- all runs ---- */

/* The ticks below first nodes that stand for what is not known. */
static void count_roots(const struct unite_tree *tree, struct profile_paths *p, uint8_t *root)
{
    for (uint32_t i = 0; i < p->n; i++) {
        size_t parent;
        const struct unite_node *b = unite_tree_node(tree, i, &parent);
        root[i] = parent != UNITE_NO_NODE ? root[parent] : b->image == 0 ? (uint8_t)b->addr : 0;
        p->ticks += b->ticks;
        p->cut_ticks += root[i] == PATH_CUT ? b->ticks : 0;
        p->alone_ticks += root[i] == PATH_ALONE ? b->ticks : 0;
    }
}

static struct profile_paths *paths_of(const struct unite_tree *tree)
{
    const size_t n = unite_tree_count(tree);
    struct profile_paths *p = mem_array(1, sizeof *p);
    uint8_t *root = mem_array_raw(n, sizeof *root);
    struct path_frame *nodes = mem_array_raw(n, sizeof *nodes);
    p->nodes = nodes;
    p->n = (uint32_t)n;
    for (uint32_t i = 0; i < p->n; i++) {
        size_t parent;
        const struct unite_node *b = unite_tree_node(tree, i, &parent);
        nodes[i] = (struct path_frame){
            .parent = parent == UNITE_NO_NODE ? PATH_NO_NODE : (uint32_t)parent,
            .addr = b->image  ? b->addr
                    : b->addr ? PATH_UNKNOWN
                              : PATH_NOWHERE,
            .ticks = b->ticks,
            .waits = b->waits,
        };
    }
    count_roots(tree, p, root);
    free(root);
    return p;
}

/* All images become one, the space of addresses of the profile: those that are not there,
 * nowhere. */
static void place_nodes(const struct join *j, struct unite_tree *to)
{
    const struct unite_tree *from = &j->paths.tree;
    const size_t n = unite_tree_count(from);
    size_t *numbers = mem_array_raw(n, sizeof *numbers);
    for (size_t i = 0; i < n; i++) {
        size_t parent;
        struct unite_node node = *unite_tree_node(from, i, &parent);
        const struct library *l = node.image > PROGRAM && j->p->n_joined
                                      ? &j->members[node.image - PROGRAM - 1].about
                                      : NULL;
        if (l && l->finding == LIBRARY_JOINED)
            node.addr += l->shift;
        else if (node.image > PROGRAM)
            node.addr = node.image = 0;
        node.image = node.image ? PROGRAM : 0;
        numbers[i] = unite_tree_add(to, parent == UNITE_NO_NODE ? parent : numbers[parent], &node);
    }
    free(numbers);
}

void join_paths_end(struct join *j)
{
    struct unite_tree tree = {.memory = &runs_memory};
    struct profile *p = j->p;
    if (j->paths.n_runs == 0 || j->paths.n_runs < p->n_files)
        return;
    place_nodes(j, &tree);
    p->paths = paths_of(&tree);
    unite_tree_release(&tree);
    p->paths->lost_ticks = j->paths.lost_ticks;
}
