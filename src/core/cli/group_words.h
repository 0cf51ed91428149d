/* SPDX-License-Identifier: GPL-3.0-or-later */
/* group_words: what --runs names: groups of runs, and their files. */
#ifndef GPTUI_CLI_GROUP_WORDS_H
#define GPTUI_CLI_GROUP_WORDS_H

#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/cli/inputs.h"
#include "core/load/join/run_set.h"

/* All zero is empty. */
struct group_words {
    struct run_set_wish *v; /* n of them; names are in the inputs */
    size_t n, cap;
};

void group_words_release(struct group_words *g);

/* Append the groups of a value of --runs, words separated by blanks: NAME=FILE begins a group, FILE
 * is one more of the group before; FILEs may be patterns and folders of runs. Their files are
 * appended to `in`. Groups of one name are one, if they come in a row. Fails as inputs_add_word and
 * inputs_settle do, and with ERR_SPEC. */
bool group_words_add(struct group_words *g, const char *value, struct inputs *in,
                     struct err *e) ATTR_MUST_USE;

#endif
