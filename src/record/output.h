/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output: where the profile goes.
 *
 * Every process that the program starts takes the environment along, and would write the same file.
 * So each writes FILE.PID, and that of the program itself becomes FILE when it has ended. So do the
 * files that the runtime puts beside it, for libraries and with facts about the run. */
#ifndef GPTUI_RECORD_OUTPUT_H
#define GPTUI_RECORD_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* *path becomes the absolute path of `file`, malloc'ed, since the program may change its folder;
 * *now the time by the clock of the file system there. Fails before the program runs with ERR_WRITE
 * if no profile can be written there, or with ERR_MEMORY. */
bool output_prepare(const char *file, char **path, struct timespec *now,
                    struct err *e) ATTR_MUST_USE;

enum { OUTPUT_OTHERS_MOST = 32 };

/* Whose profile it is. The runtime appends -NUMBER, from 2 on, to FILE.PID where an earlier process
 * with the same id has left a file. */
struct output_owner {
    long pid;
    long number; /* 0: there is none in the name */
};

/* Append the name of the owner's profile. */
void output_add_name(struct text *t, const char *path, struct output_owner owner);

/* What is there after a run. */
struct output_found {
    bool any;          /* a profile of the program itself */
    bool any_info;     /* the runtime's facts about the run */
    unsigned n_others; /* of other processes that ended since the start */
    struct output_owner others[OUTPUT_OTHERS_MOST]; /* the lowest, ascending */
};

/* Rename what the process `pid` has written since the start, the files beside its profile
 * (FILE.PID.NAME) too, and count what others have written since then. Fails with ERR_WRITE,
 * ERR_MEMORY; what was not renamed then keeps its name. */
bool output_collect(const char *path, pid_t pid, const struct timespec *start,
                    struct output_found *found, struct err *e) ATTR_MUST_USE;

#endif
