/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finish: what processes kept that could not write their files (load/run/kept.h) becomes these
 * files: FILE and FILE.run of the process that began the run, pairs in FILE.d of the others. */
#ifndef GPTUI_LOAD_RUN_FINISH_H
#define GPTUI_LOAD_RUN_FINISH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* What stays in a folder. */
struct kept_left {
    size_t n_done;   /* files that are finished, and no more */
    size_t n_alive;  /* those of which some process goes on */
    size_t n_failed; /* those that could not be finished, */
    struct err *why; /* and for what; malloc'ed */
    size_t cap;
};

/* Finish all that is kept in a folder, if there is one, by processes that have ended; the files
 * that held it are removed. Adds to *left. */
void kept_finish(const char *folder, struct kept_left *left);

/* The folder goes if only our marker is left in it. */
void kept_remove_folder(const char *folder);

#endif
