/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths: the call paths of a profile's runs, joined. */
#ifndef GPTUI_LOAD_JOIN_PATHS_H
#define GPTUI_LOAD_JOIN_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "unite/tree.h"

/* As addresses of first nodes in no image, which stand for callers. */
enum {
    PATH_CUT = 1,   /* that are not known */
    PATH_ALONE = 2, /* of which nothing is known: the stack was not the thread's own */
};

struct join;
struct join_run;

/* Those of the runs that were added, at addresses of the program as it is in the profile, and of
 * the libraries' files. */
struct join_paths {
    struct unite_tree tree; /* images are 1, the program, and 2 + the number of a member */
    uint64_t lost_ticks;
    uint32_t n_runs; /* that have some */
};

/* Add those of a run; its file then says whether there were any. Fails with ERR_CANCELLED. */
bool join_paths_add(struct join *j, const struct join_run *run, struct err *e) ATTR_MUST_USE;

/* Give them to the profile, in which libraries have their places, if all files had some: else it
 * would look as if other runs had not happened (model/paths.h). */
void join_paths_end(struct join *j);

#endif
