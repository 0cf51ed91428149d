/* SPDX-License-Identifier: MIT */
/* place: which rank of a parallel job this process is, from its launcher's environment. */
#ifndef GPTUI_RUNTIME_PLACE_H
#define GPTUI_RUNTIME_PLACE_H

#include <stdbool.h>

/* Digits that are the environment's, which may change them: so they are copied. Empty: unknown. */
struct rt_place {
    char rank[12], world[12];
};

/* get: as getenv. Not for handlers. */
void place_find(struct rt_place *place, const char *(*get)(const char *name));

/* Is the program, a path, a launcher of parallel jobs? These pass signals on to all of the job,
 * SIGPROF too, and do nothing that is worth a sample. */
bool place_is_launcher(const char *program);

#endif
