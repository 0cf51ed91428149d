/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join_internal: what the files of load/join share. */
#ifndef GPTUI_LOAD_JOIN_JOIN_INTERNAL_H
#define GPTUI_LOAD_JOIN_JOIN_INTERNAL_H

#include "core/load/join/join.h"
#include "core/load/join/paths.h"
#include "core/load/join/run_set.h"
#include "core/load/join/waits.h"
#include "core/load/run/run.h"

/* A library while it is being joined. */
struct member {
    struct library about;
    char *build_id;      /* as the runtime wrote it, NULL: unknown */
    uint32_t in_set;     /* its number in the set of runs */
    struct profile *own; /* its image and data, at addresses of its file; NULL: it has none */
    struct waits waits;
};

#define NO_MEMBER SIZE_MAX

/* One run of the program. */
struct join_run {
    struct profile_file *file; /* of the program */
    struct run info;
    size_t *member; /* per image of info: its library, or NO_MEMBER; [0] is not used */
};

struct join {
    struct profile *p;
    struct run_set *set; /* that p's files were added to; NULL: there is none */
    const struct progress *progress;
    bool with_libraries;
    struct member *members;
    size_t n_members, cap;
    struct join_run *runs; /* per file of p */
    struct waits waits;    /* of the program */
    uint32_t wait_hz;      /* of all of them */
    struct join_paths paths;
};

#endif
