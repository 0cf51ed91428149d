/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join_internal: what the files of load/join share. */
#ifndef GPTUI_LOAD_JOIN_JOIN_INTERNAL_H
#define GPTUI_LOAD_JOIN_JOIN_INTERNAL_H

#include "core/load/join/join.h"
#include "core/load/join/run_info.h"

/* A library while it is being joined. */
struct member {
    struct library about;
    char *build_id;      /* as the runtime wrote it, NULL: unknown */
    struct profile *own; /* its image and data, at addresses of its file; NULL: it has none */
};

#define NO_MEMBER SIZE_MAX

/* One run of the program. */
struct run {
    struct profile_file *file; /* of the program */
    struct run_info info;
    size_t *member; /* per image of info: its library, or NO_MEMBER; [0] is not used */
};

struct join {
    struct profile *p;
    const struct progress *progress;
    struct member *members;
    size_t n_members, cap;
    struct run *runs; /* per file of p */
};

/* Give all members that are not left out their places, and their data to p. */
bool join_place(struct join *j, struct err *e) ATTR_MUST_USE;

/* Let the callers that the runs' texts know take the place of stand-ins. */
bool join_arcs(struct join *j, struct err *e) ATTR_MUST_USE;

#endif
