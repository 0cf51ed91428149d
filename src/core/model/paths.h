/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/paths: the call paths of samples, as our runtime measured them (gmon.out(5), "Call paths").
 *
 * A tree: a node is code that was called, or hit, by way of all nodes above it. Parents come before
 * their children. */
#ifndef GPTUI_MODEL_PATHS_H
#define GPTUI_MODEL_PATHS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define PATH_NO_NODE UINT32_MAX /* as a parent: none */
/* As addresses: in no image that is there; and of a first node: who called what follows is not
 * known.
 */
#define PATH_NOWHERE UINT64_MAX
#define PATH_UNKNOWN (UINT64_MAX - 1)

static inline bool path_is_nowhere(uint64_t addr)
{
    return addr >= PATH_UNKNOWN;
}

struct path_frame {
    uint32_t parent; /* PATH_NO_NODE: there is none, or it is not known */
    uint64_t addr;   /* in the profile's space of addresses, PATH_NOWHERE or PATH_UNKNOWN */
    uint64_t ticks;  /* of samples that hit it */
    uint64_t waits;  /* ticks while threads waited there */
};

struct profile_paths {
    struct path_frame *nodes; /* malloc'ed */
    uint32_t n;
    uint64_t ticks;       /* of all nodes */
    uint64_t cut_ticks;   /* of these, without the outer part of their path */
    uint64_t alone_ticks; /* of these, with nothing but the code that was hit */
    uint64_t lost_ticks;  /* besides: of no node */
};

/* NULL is fine. */
static inline void profile_paths_free(struct profile_paths *p)
{
    if (p)
        free(p->nodes);
    free(p);
}

#endif
