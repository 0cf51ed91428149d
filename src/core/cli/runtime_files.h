/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_files: what our runtime writes beside a program's profile (gptui_rt(3), FILES), among
 * the files that somebody names: FILE.run, and folders of further processes. */
#ifndef GPTUI_CLI_RUNTIME_FILES_H
#define GPTUI_CLI_RUNTIME_FILES_H

#include "core/base/text.h"
#include "core/cli/response_file.h"

/* Take companions out of the paths from number `first` on, unless nothing else would stay: FILE.run
 * and FILE.d if FILE is among the paths, too, and marks of folders. A file of another kind is no
 * companion, whatever its name. */
void companions_drop(struct words *w, size_t first);

/* How many bytes of the path name the profile that it goes with, if FILE.run or FILE.d is what its
 * name says; else 0. */
size_t companion_stem(const char *path);

/* Is it the folder of a run, by its name and the runtime's mark? */
bool run_folder_is(const char *path);

/* What processes of the run of FILE or FILE.d kept, and could not write any more, becomes files
 * (load/run/finish.h); what stays is worth a warning. */
void run_finish(const char *path, const char *program, struct text *warnings);

/* The path of the program to look at in a folder of a run, in the arena of w: that which weighs
 * most (load/run/groups.h). NULL: the folder does not say. */
const char *run_folder_program(struct words *w, const char *folder);

/* How many profiles of a folder are not taken. */
struct run_folder_rest {
    size_t n_of_others; /* of other programs */
    size_t n_of_runs;   /* of the program, but of other runs than that which wrote FILE */
};

/* Append the profiles of the run: that which the folder is of, and those of its other processes, in
 * the order of their names. Only what is known to be of `program` and of that run is taken; how
 * many are not is added to *rest. Fails with ERR_OPEN and ERR_READ (the folder), and with ERR_SPEC
 * if there is none. */
bool run_folder_add(struct words *w, const char *folder, const char *program,
                    struct run_folder_rest *rest, struct err *e) ATTR_MUST_USE;

/* Append the profiles of what the ranks of a job counted after they had written `profile` together
 * (gptui_rt(3), PARALLEL JOBS), in the order of their names; of most jobs there are none. Fails
 * with ERR_OPEN and ERR_READ (the folder). */
bool late_files_add(struct words *w, const char *profile, const char *program,
                    struct err *e) ATTR_MUST_USE;

#endif
