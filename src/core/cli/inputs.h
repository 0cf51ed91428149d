/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: profile files named by a pattern or by the folder of a run, instead of one by one. */
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
 * place of its folder (cli/runtime_files.h). What that leaves out is a warning. Fails as
 * run_folder_add. */
bool inputs_settle(struct inputs *in, struct err *e) ATTR_MUST_USE;

#endif
