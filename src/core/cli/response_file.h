/* SPDX-License-Identifier: GPL-3.0-or-later */
/* response_file: the arguments of a command line, with @FILE replaced by the words of FILE. */
#ifndef GPTUI_CLI_RESPONSE_FILE_H
#define GPTUI_CLI_RESPONSE_FILE_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"

/* An all-zero value is empty. */
struct words {
    const char **p; /* n of them, from argv or from `text` */
    size_t n;
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

#endif
