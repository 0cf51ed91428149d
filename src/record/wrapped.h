/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrapped: programs that only run another one, such as env, nice, timeout, a shell with -c, or a
 * launcher of parallel jobs, and the program that their words name. */
#ifndef GPTUI_RECORD_WRAPPED_H
#define GPTUI_RECORD_WRAPPED_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "record/target.h"

/* Is the program of this name, with or without a path, one that runs others? Shells are. */
bool wrapped_is_wrapper(const char *name);

/* Does a program of this name read elsewhere what it runs: make, suites of tests, interpreters? */
bool wrapped_is_driver(const char *name);

/* The program that `command`, whose first word is a wrapper, will run in the end, found in the
 * folders of `search` (target_find) and looked at (target_inspect). *name, malloc'ed, is how it is
 * called there; NULL with *t empty: it is not known. Fails with ERR_MEMORY. */
bool wrapped_find(char *const *command, const char *search, struct target *t, char **name,
                  struct err *e) ATTR_MUST_USE;

#endif
