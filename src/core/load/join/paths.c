/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call paths of all runs, at the addresses that their images have in the profile. */
#include "core/load/join/paths.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/join/path_file.h"

enum { IN_PROFILE = 1 }; /* the one image of the tree: all addresses of the profile */

static struct path_target target_of(const struct join_paths_file *from, size_t image)
{
    const struct path_target nowhere = {0, 0};
    if (image == 0)
        return (struct path_target){IN_PROFILE, -from->file->fit.distance};
    if (image >= from->info->n_images)
        return nowhere;
    const struct run_image *about = &from->info->images[image];
    const struct library *l = profile_find_library(from->p, about->path, about->build_id);
    return l ? (struct path_target){IN_PROFILE, l->shift} : nowhere;
}

static bool add_nodes(const struct join_paths_file *from, const struct path_file *f,
                      struct unite_tree *tree, struct err *e)
{
    struct path_target *targets = mem_array(f->n_images, sizeof *targets);
    bool ok = targets || err_memory(e, 0);
    for (size_t i = 0; ok && i < f->n_images; i++)
        targets[i] = target_of(from, path_file_image(f, i, from->info));
    ok = ok && path_file_add(f, targets, tree, from->progress, e);
    free(targets);
    return ok;
}

/* The file belongs to the run if the run's text says how many nodes it has. */
bool join_paths_add(struct join_paths *paths, const struct join_paths_file *from, bool *is_there,
                    struct err *e)
{
    struct path_file f = {0};
    struct err why = ERR_INIT;
    const struct run_info *info = from->info;
    *is_there = info && info->n_paths > 0 && path_file_read(info, from->file->owner, &f, &why) &&
                f.n_nodes == info->n_paths && add_nodes(from, &f, &paths->tree, &why);
    paths->lost_ticks += *is_there ? f.lost_ticks : 0;
    paths->is_partial |= !*is_there;
    path_file_release(&f);
    if (why.code != ERR_MEMORY && why.code != ERR_CANCELLED)
        return true;
    *e = why;
    return false;
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
    if (!p || !root || !nodes) {
        free(p);
        free(root);
        free(nodes);
        return NULL;
    }
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

bool join_paths_end(struct join_paths *paths, struct profile *p, struct err *e)
{
    bool wants = unite_tree_count(&paths->tree) > 0 && !paths->is_partial;
    if (wants)
        p->paths = paths_of(&paths->tree);
    if (p->paths)
        p->paths->lost_ticks = paths->lost_ticks;
    unite_tree_release(&paths->tree);
    return !wants || p->paths || err_memory(e, 0);
}
