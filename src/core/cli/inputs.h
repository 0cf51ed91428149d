/* SPDX-License-Identifier: GPL-3.0-or-later */
/* inputs: profile files named by a pattern or by a directory, instead of one by one. */
#ifndef GPTUI_CLI_INPUTS_H
#define GPTUI_CLI_INPUTS_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/cli/words.h"

/* Append what `word` names: itself, unless no file has that name and files match it as a pattern
 * of the shell (* ? [); then those, in the order of their names, without companions
 * (cli/companions.h). Fails with ERR_MEMORY. */
bool inputs_add_word(struct words *w, const char *word, struct err *e) ATTR_MUST_USE;

/* Append the regular files (links to such too) in `dir` and in the directories below it that are
 * named like profiles: gmon.out, gmon.out.ANYTHING, ANYTHING.gmon. A gmon.sum is none: it would
 * count twice what it sums; nor are companions. Ordered by path, bytewise. Directories behind links
 * are not entered, so there is no way to come round in a circle. Fails with ERR_OPEN, ERR_MEMORY,
 * and with ERR_SPEC if there is none. */
bool inputs_add_dir(struct words *w, const char *dir, struct err *e) ATTR_MUST_USE;

#endif
