/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/paths.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/run/join_internal.h"
#include "core/load/run/run.h"

enum {
    PROGRAM = 1,    /* the number of its image */
    STEP = 1 << 16, /* nodes between two looks at the progress */
};

/* Nodes while they are being read. */
struct descent {
    struct join *j;
    uint64_t distance; /* that the program was moved by */
    struct profile_paths *paths;
    uint32_t *above; /* the nodes from the root to the last one */
    size_t cap;
    uint64_t root; /* the address that they begin with */
};

/* Images that are not there are nowhere. */
static uint64_t place_of(const struct descent *d, const struct unite_node *node)
{
    const struct join *j = d->j;
    const size_t member = node->image > PROGRAM ? j->member[node->image - 1] : NO_MEMBER;
    if (node->image == PROGRAM)
        return node->addr - d->distance;
    if (j->p->n_joined && member != NO_MEMBER && j->members[member].about.finding == LIBRARY_JOINED)
        return node->addr + j->members[member].about.shift;
    return node->image || node->depth ? PATH_NOWHERE
           : node->addr == PATH_CUT   ? PATH_UNKNOWN
           : node->addr == PATH_ALONE ? PATH_UNREAD
                                      : PATH_NOWHERE;
}

/* Add a node below the last one that is above it. */
static void add_node(struct descent *d, const struct unite_node *node)
{
    struct profile_paths *p = d->paths;
    const size_t depth = (size_t)node->depth;
    const uint64_t addr = place_of(d, node);
    mem_grow(&d->above, &d->cap, depth + 1, sizeof *d->above);
    d->above[depth] = p->n;
    d->root = depth ? d->root : addr;
    p->nodes[p->n++] = (struct path_frame){.parent = depth ? d->above[depth - 1] : PATH_NO_NODE,
                                           .addr = addr,
                                           .ticks = node->ticks,
                                           .waits = node->waits};
    p->ticks += node->ticks;
    p->cut_ticks += d->root == PATH_UNKNOWN ? node->ticks : 0;
    p->alone_ticks += d->root == PATH_UNREAD ? node->ticks : 0;
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
        const uint32_t n = d->paths->n;
        if (n % STEP == 0 && !progress_step(d->j->progress, "call paths", n, run->n_nodes))
            return err_set(e, ERR_CANCELLED, NULL);
        add_node(d, &now.node);
    }
    return true;
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
    struct descent d = {.j = j, .distance = p->files[0].fit.distance};
    if (j->run->n_nodes == 0 || !have_paths(p))
        return true;
    if (j->run->n_nodes >= PATH_NO_NODE)
        mem_fail();
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    p->paths = d.paths = mem_array(1, sizeof *d.paths);
    p->paths->nodes = mem_array_raw(j->run->n_nodes, sizeof *p->paths->nodes);
    p->paths->lost_ticks = j->run->facts.lost_path_ticks;
    bool ok = add_nodes(&d, reader, e);
    free(reader);
    free(d.above);
    return ok;
}
