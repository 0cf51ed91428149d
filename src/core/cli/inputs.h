/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: profile files named by a pattern or by the folder of a run, instead of one by one. */
#ifndef GPTUI_CLI_INPUTS_H
#define GPTUI_CLI_INPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/base/text.h"

/* The arguments of a command line, with @FILE replaced by the words of FILE. */

/* An all-zero value is empty. */
struct words {
    const char **p; /* n of them, from argv or from `text` */
    size_t n, cap;
    struct arena text;
    const struct progress *progress; /* reported to while a FILE keeps us waiting; or NULL */
};

void words_release(struct words *w);

/* Append a word, which must outlive w (unless it is in w->text). */
void words_add(struct words *w, const char *word);

/* Append the arguments argv[1 .. argc - 1]; argv must outlive w. A word @FILE becomes the words of
 * FILE, which may be such words again; it stays as it is if FILE cannot be read. In files blanks
 * separate, both quotes and the backslash quote. Fails with ERR_ARGUMENTS (what: the reason) when
 * FILE is a directory or when the files have no end. */
bool words_expand(struct words *w, int argc, char *const *argv, struct err *e) ATTR_MUST_USE;

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
