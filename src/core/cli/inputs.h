/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: profile files named by a pattern or by the folder of a run, instead of one by one; and
 * what our runtime writes beside a program's profile (gptui_rt(3), FILES), among the files that
 * somebody names: FILE.run, and folders of further processes. */
#ifndef GPTUI_CLI_INPUTS_H
#define GPTUI_CLI_INPUTS_H

#include "core/base/text.h"
#include "core/cli/response_file.h"

/* All zero but for the program and the image is empty. */
struct inputs {
    const char *program; /* whom the warnings name */
    const char *image;   /* the profiles are of it */
    struct words files;
    struct text warnings; /* a line for each folder that could not be looked into */
};

void inputs_release(struct inputs *in);

/* Append what `word` names: itself, unless no file has that name and something matches it as a
 * pattern of the shell (* ? [); then the regular files among that (links to such too), in the order
 * of their names. Fails with ERR_SPEC if something matches but no regular file
 * does. */
bool inputs_add_word(struct inputs *in, const char *word, struct err *e) ATTR_MUST_USE;

/* After the last word: take companions out of the files, and put the profiles of a run into the
 * place of its folder. What that leaves out is a warning. Fails with
 * ERR_OPEN and ERR_READ (the folder), and with ERR_SPEC if nothing in it is of the program. */
bool inputs_settle(struct inputs *in, struct err *e) ATTR_MUST_USE;

/* ---- what the runtime writes ---- */

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

/* Append the profiles of what the ranks of a job counted after they had written `profile` together
 * (gptui_rt(3), PARALLEL JOBS), in the order of their names; of most jobs there are none. Fails
 * with ERR_OPEN and ERR_READ (the folder). */
bool late_files_add(struct words *w, const char *profile, const char *program,
                    struct err *e) ATTR_MUST_USE;

#endif
