/* SPDX-License-Identifier: GPL-3.0-or-later */
/* launch: the library and the environment that make a program profile itself. */
#ifndef GPTUI_RECORD_LAUNCH_H
#define GPTUI_RECORD_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/options.h"

/* The path of the runtime, or that for jobs of MPI: beside our own program in the build folder, in
 * lib beside its folder, or where `make install` puts it. *path is malloc'ed, NULL if it is in none
 * of them. */
void launch_runtime(bool for_mpi, char **path);

/* Can LD_PRELOAD name this path? Blanks and colons separate its entries. */
bool launch_can_name(const char *path);

struct launch {
    const char *runtime; /* to preload; NULL: nothing */
    const char *prefix;  /* of profile files: the process PID writes PREFIX.HOST.PID, with libc's
                          * runtime PREFIX.PID */
    const char *run;     /* that its processes belong to; NULL: it has no name */
    const struct record_options *options;
    pid_t parent; /* its children always write a profile, other processes if they have something to
                     report; 0: all always write */
};

/* Copy `base`, an environment, with what l asks for. The copy is one block: free() releases it. Its
 * entries may point into base. */
char **launch_environment(const struct launch *l, char *const *base);

#endif
