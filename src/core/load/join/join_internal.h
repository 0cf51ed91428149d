/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join_internal: what the files of load/join share. */
#ifndef GPTUI_LOAD_JOIN_JOIN_INTERNAL_H
#define GPTUI_LOAD_JOIN_JOIN_INTERNAL_H

#include "core/load/join/join.h"
#include "core/load/join/waits.h"
#include "core/load/run/run.h"

/* A library while it is being joined. */
struct member {
    struct library about;
    char *build_id;      /* as the runtime wrote it, NULL: unknown */
    struct profile *own; /* its image and data, at addresses of its file; NULL: it has none */
    struct waits waits;
};

#define NO_MEMBER SIZE_MAX

struct join {
    struct profile *p;
    const struct run *run; /* of all files of p, as one */
    const struct progress *progress;
    struct member *members;
    size_t n_members, cap;
    size_t *member;     /* per image of the run: its library, or NO_MEMBER; [0] is not used */
    struct waits waits; /* of the program */
    uint32_t wait_hz;   /* of all of them */
};

#endif
