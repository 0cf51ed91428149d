/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_file: the file of call paths that goes with a profile (gmon.out(5), "Call paths"), read. */
#ifndef GPTUI_LOAD_JOIN_PATH_FILE_H
#define GPTUI_LOAD_JOIN_PATH_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/progress.h"
#include "core/load/join/run_info.h"
#include "unite/tree.h"

/* First nodes without an image: what they stand for. */
enum { PATH_CUT = 1, PATH_ALONE = 2 };

struct path_image {
    const char *path;     /* as it was loaded */
    const char *build_id; /* hexadecimal, NULL: unknown */
};

struct path_file {
    struct path_image *images; /* the program first */
    size_t n_images, cap;
    uint64_t rate_hz, n_nodes, lost_ticks;
    size_t begin;      /* of the nodes in the bytes */
    struct bytes text; /* what the words point into */

    struct unite_tree *tree; /* not NULL: not a file, but what was kept, of the run's images */
};

/* Read the call paths of a run: STEM.paths, which must belong to the user, to root or to `owner`,
 * or what was kept of them. Fails as source_open and source_trusted do, with ERR_READ, ERR_MEMORY,
 * or with ERR_IMAGE_DAMAGED; *out is then empty. */
bool path_file_read(const struct run_info *info, uid_t owner, struct path_file *out,
                    struct err *e) ATTR_MUST_USE;

/* What becomes of an image's addresses: their image in a tree (0: nowhere), and what is added. */
struct path_target {
    uint32_t image;
    uint64_t shift;
};

/* Add all nodes to a tree; targets: per image. A node without one is at address 0 there, or at
 * PATH_CUT or PATH_ALONE. Fails with ERR_IMAGE_DAMAGED, ERR_MEMORY,
 * ERR_CANCELLED; part of them may be in the tree then. */
bool path_file_add(const struct path_file *f, const struct path_target *targets,
                   struct unite_tree *tree, const struct progress *progress,
                   struct err *e) ATTR_MUST_USE;

/* The image of a run's text that image i is; the text's n_images: none. */
size_t path_file_image(const struct path_file *f, size_t i, const struct run_info *info);

void path_file_release(struct path_file *f);

#endif
