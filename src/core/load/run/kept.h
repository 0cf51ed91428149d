/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept: what the runtime keeps of a process (gmon.out(5), "Kept counts"), as the message that the
 * process would write now, while it goes on; and of one that could not write its files, made into
 * those: FILE and FILE.run of the process that began the run, pairs in FILE.d of the others. It may
 * be, or have ended, anywhere: what is half done is left out. */
#ifndef GPTUI_LOAD_RUN_KEPT_H
#define GPTUI_LOAD_RUN_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"

struct profile_runs;
struct run;

/* Such files held open, of the user, or for root of anybody: when a process has ended nobody finds
 * its file any more, and all that it counted is there. */
struct kept_held;

/* That at `path` and what is held already (NULL: nothing), of which it takes possession; that alone
 * if there is none. */
struct kept_held *kept_hold(const char *path, struct kept_held *held);

/* As well all files of its run that are beside it: of processes that were started by exec. */
struct kept_held *kept_hold_run(const char *path, struct kept_held *held);
void kept_let_go(struct kept_held *held);

/* Is such a file of that path held, or there, of any version, with the name that they have? */
bool kept_is_at(const char *path, const struct kept_held *held);

/* Are these names of files of one run? */
bool kept_is_of_run(const char *path, const char *of);

/* Does a process count into one of them? Is one of them still there for anybody to find? */
bool kept_goes_on(const struct kept_held *held);
bool kept_is_left(const struct kept_held *held);

/* From now on kept_run says only what is counted later. Fails as that does. */
bool kept_zero(struct kept_held *held, struct err *e) ATTR_MUST_USE;

/* What all processes of the file at `path` counted until now, as one run, whether they go on or
 * have ended; the file of that path that is held, if any. *processes gets them one by one
 * (model/runs.h), and then those of the same program that the run started by exec are among
 * them, if they are held or nothing is; NULL: nobody asks. A later call never has less of anything,
 * unless the program itself sets its counts to 0. Fails with ERR_NOT_REGULAR, ERR_OWNER (neither
 * the user's nor are they root), ERR_RUN_DAMAGED (also where nothing is known yet),
 * ERR_RUN_VERSION, ERR_OPEN, ERR_READ, ERR_MEMORY; *out is for run_release in any case. */
bool kept_run(const char *path, const struct kept_held *held, struct profile_runs **processes,
              struct run *out, struct err *e) ATTR_MUST_USE;

/* What stays in a folder. */
struct kept_left {
    size_t n_done;   /* files that are finished, and no more */
    size_t n_alive;  /* those of which some process goes on */
    size_t n_failed; /* those that could not be finished, */
    struct err *why; /* and for what; malloc'ed */
};

/* Finish all that is kept in a folder, if there is one, by processes that have ended; the files
 * that held it are removed. Adds to *left. */
void kept_finish(const char *folder, struct kept_left *left);

/* The folder goes if only our marker is left in it. */
void kept_remove_folder(const char *folder);

#endif
