/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output: where the profile goes.
 *
 * Every process that the program starts takes the environment along, and would write the same file.
 * So each writes FILE.PID, and that of the program itself becomes FILE when it has ended. */
#ifndef GPTUI_RECORD_OUTPUT_H
#define GPTUI_RECORD_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* The absolute path of `file`, malloc'ed: programs change their folder. Fails with ERR_WRITE if no
 * profile can be written there, so that nobody runs for an hour to learn it; with ERR_MEMORY. */
bool output_prepare(const char *file, char **path, struct err *e) ATTR_MUST_USE;

/* Rename what the process `pid` has written to `path`. *any: there was something. Fails with
 * ERR_WRITE, ERR_MEMORY. */
bool output_collect(const char *path, pid_t pid, bool *any, struct err *e) ATTR_MUST_USE;

#endif
