/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call paths of all runs, at the addresses that their images have in the profile. */
#include "core/load/join/paths.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/join/path_file.h"

enum { IN_PROFILE = 1 }; /* the one image of the tree: all addresses of the profile */

static struct path_target target_of(const struct join *j, const struct run *run, size_t image)
{
    struct path_target nowhere = {0, 0};
    if (image == 0)
        return (struct path_target){IN_PROFILE, -run->file->fit.distance};
    size_t m = image < run->info.n_images && run->member ? run->member[image] : NO_MEMBER;
    if (m == NO_MEMBER || m >= j->n_members || j->members[m].about.finding != LIBRARY_JOINED)
        return nowhere;
    return (struct path_target){IN_PROFILE, j->members[m].about.shift};
}

static bool add_nodes(const struct join *j, const struct run *run, const struct path_file *f,
                      struct path_tree *tree, struct err *e)
{
    struct path_target *targets = mem_array(f->n_images, sizeof *targets);
    bool ok = targets || err_memory(e, 0);
    for (size_t i = 0; ok && i < f->n_images; i++)
        targets[i] = target_of(j, run, path_file_image(f, i, &run->info));
    ok = ok && path_file_add(f, targets, tree, j->progress, e);
    free(targets);
    return ok;
}

/* The file belongs to the run if the run's text says how many nodes it has. */
static bool add_run(const struct join *j, struct run *run, struct path_tree *tree,
                    uint64_t *lost_ticks, struct err *e)
{
    struct path_file f = {0};
    struct err why = ERR_INIT;
    if (run->file->run_finding != RUN_KNOWN || run->info.n_paths == 0)
        return true;
    bool ok = path_file_read(run->info.stem, run->file->owner, &f, &why) &&
              f.n_nodes == run->info.n_paths && add_nodes(j, run, &f, tree, &why);
    run->file->has_paths = ok;
    *lost_ticks += ok ? f.lost_ticks : 0;
    path_file_release(&f);
    if (why.code != ERR_MEMORY && why.code != ERR_CANCELLED)
        return true;
    *e = why;
    return false;
}

/* The ticks below first nodes that stand for what is not known. */
static void count_roots(const struct path_tree *tree, struct profile_paths *p, uint8_t *root)
{
    for (uint32_t i = 0; i < p->n; i++) {
        const struct path_branch *b = &tree->v[i];
        root[i] = b->parent != PATH_NO_NODE ? root[b->parent]
                  : b->place.image == 0     ? (uint8_t)b->place.addr
                                            : 0;
        p->ticks += b->ticks;
        p->cut_ticks += root[i] == PATH_CUT ? b->ticks : 0;
        p->alone_ticks += root[i] == PATH_ALONE ? b->ticks : 0;
    }
}

static struct profile_paths *paths_of(const struct path_tree *tree)
{
    struct profile_paths *p = mem_array(1, sizeof *p);
    uint8_t *root = mem_array_raw(tree->n, sizeof *root);
    struct path_frame *nodes = mem_array_raw(tree->n, sizeof *nodes);
    if (!p || !root || !nodes) {
        free(p);
        free(root);
        free(nodes);
        return NULL;
    }
    p->nodes = nodes;
    p->n = (uint32_t)tree->n;
    for (uint32_t i = 0; i < p->n; i++) {
        const struct path_branch *b = &tree->v[i];
        nodes[i] = (struct path_frame){
            .parent = b->parent,
            .addr = b->place.image ? b->place.addr : PATH_NOWHERE,
            .ticks = b->ticks,
            .waits = b->waits,
        };
    }
    count_roots(tree, p, root);
    free(root);
    return p;
}

/* What one run lacks would look as if it had not happened. */
static bool all_have_paths(const struct profile *p)
{
    for (uint32_t i = 0; i < p->n_files; i++)
        if (!p->files[i].has_paths)
            return false;
    return p->n_files > 0;
}

bool join_paths(struct join *j, struct err *e)
{
    struct path_tree tree = {0};
    uint64_t lost_ticks = 0;
    bool ok = true;
    for (uint32_t i = 0; ok && i < j->p->n_files; i++)
        ok = add_run(j, &j->runs[i], &tree, &lost_ticks, e);
    if (ok && tree.n > 0 && all_have_paths(j->p)) {
        j->p->paths = paths_of(&tree);
        ok = j->p->paths || err_memory(e, 0);
    }
    if (j->p->paths)
        j->p->paths->lost_ticks = lost_ticks;
    path_tree_release(&tree);
    return ok;
}
