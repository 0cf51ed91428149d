/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths: the call paths of a profile's runs, joined. */
#ifndef GPTUI_LOAD_JOIN_PATHS_H
#define GPTUI_LOAD_JOIN_PATHS_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/join/run_info.h"
#include "core/model/profile.h"
#include "unite/tree.h"

/* Those of some files. All zero but for the tree's memory: none yet. */
struct join_paths {
    struct unite_tree tree;
    uint64_t lost_ticks;
    bool is_partial; /* a file has none, whose run would look as if it had not happened */
};

/* A file of p, which has the libraries that are joined, and the text of its run; NULL: there is
 * none. */
struct join_paths_file {
    const struct profile *p;
    const struct profile_file *file;
    const struct run_info *info;
    const struct progress *progress;
};

/* Add those of a file. Paths that cannot be read are as if they were not there; *is_there says
 * whether they were. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool join_paths_add(struct join_paths *paths, const struct join_paths_file *from, bool *is_there,
                    struct err *e) ATTR_MUST_USE;

/* Give them to p, if all files had some (model/paths.h); they are released in any case. Fails with
 * ERR_MEMORY. */
bool join_paths_end(struct join_paths *paths, struct profile *p, struct err *e) ATTR_MUST_USE;

#endif
