/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/paths.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/run/join_internal.h"
#include "core/load/run/run.h"
#include "unite/tree.h"

enum {
    PROGRAM = 1,    /* the number of its image */
    STEP = 1 << 16, /* nodes between two looks at the progress */
};

/* Nodes while they are being read: those from the root to the last one. */
struct descent {
    struct join *j;
    struct unite_tree tree; /* of one image, the space of addresses of the profile; 0 is nowhere */
    uint64_t distance;      /* that the program was moved by */
    size_t *above;
    size_t cap;
    uint64_t n;
};

/* Images that are not there are nowhere. */
static void place_node(const struct descent *d, struct unite_node *node)
{
    const struct join *j = d->j;
    const bool is_mark = !node->image && node->depth == 0 && node->addr <= PATH_ALONE;
    const size_t member = node->image > PROGRAM ? j->member[node->image - 1] : NO_MEMBER;
    if (is_mark)
        return;
    if (node->image == PROGRAM) {
        node->addr -= d->distance;
    } else if (j->p->n_joined && member != NO_MEMBER &&
               j->members[member].about.finding == LIBRARY_JOINED) {
        node->addr += j->members[member].about.shift;
        node->image = PROGRAM;
    } else {
        node->addr = node->image = 0;
    }
}

/* Add a node below the last one that is above it. */
static void add_node(struct descent *d, struct unite_node node)
{
    const size_t depth = (size_t)node.depth;
    place_node(d, &node);
    const size_t number =
        unite_tree_add(&d->tree, depth ? d->above[depth - 1] : UNITE_NO_NODE, &node);
    if (number == UNITE_NO_NODE)
        mem_fail();
    mem_grow(&d->above, &d->cap, depth + 1, sizeof *d->above);
    d->above[depth] = number;
}

static bool add_nodes(struct descent *d, struct unite_reader *reader, struct err *e)
{
    const struct run *run = d->j->run;
    const struct unite_source source = unite_source_of(&run->message);
    struct unite_record now;
    enum unite_result result = unite_reader_begin(reader, &source);
    while (result == UNITE_OK) { /* which it was when it was read before */
        result = unite_read(reader, &now);
        if (result != UNITE_OK || now.kind == UNITE_END)
            break;
        if (now.kind != UNITE_NODE)
            continue;
        if (d->n % STEP == 0 && !progress_step(d->j->progress, "call paths", d->n, run->n_nodes))
            return err_set(e, ERR_CANCELLED, NULL);
        d->n++;
        add_node(d, now.node);
    }
    return true;
}

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
            .addr = b->image                ? b->addr
                    : b->addr == PATH_CUT   ? PATH_UNKNOWN
                    : b->addr == PATH_ALONE ? PATH_UNREAD
                                            : PATH_NOWHERE,
            .ticks = b->ticks,
            .waits = b->waits,
        };
    }
    count_roots(tree, p, root);
    free(root);
    return p;
}

/* Have all files some, and were they moved alike? */
static bool have_paths(const struct profile *p)
{
    bool all = true;
    for (uint32_t i = 0; i < p->n_files; i++)
        all = all && p->files[i].has_paths && p->files[i].fit.distance == p->files[0].fit.distance;
    return all;
}

bool join_paths(struct join *j, struct err *e)
{
    struct profile *p = j->p;
    struct descent d = {.j = j, .tree.memory = &runs_memory, .distance = p->files[0].fit.distance};
    if (j->run->n_nodes == 0 || !have_paths(p))
        return true;
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    bool ok = add_nodes(&d, reader, e);
    if (ok) {
        p->paths = paths_of(&d.tree);
        p->paths->lost_ticks = j->run->facts.lost_path_ticks;
    }
    free(reader);
    free(d.above);
    unite_tree_release(&d.tree);
    return ok;
}
