/* SPDX-License-Identifier: MIT */
/* place: which part of a parallel job this process is, as launchers tell it in the environment. */
#ifndef GPTUI_RUNTIME_PLACE_H
#define GPTUI_RUNTIME_PLACE_H

/* Digits that are the environment's, which may change them: so they are copied. Empty: unknown. */
struct rt_place {
    char rank[12], world[12];
};

/* get: as getenv. Not for handlers. */
void place_find(struct rt_place *place, const char *(*get)(const char *name));

#endif
