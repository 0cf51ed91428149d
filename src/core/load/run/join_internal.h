/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join_internal: libraries and waits while they are joined: what join, place and paths share. */
#ifndef GPTUI_LOAD_RUN_JOIN_INTERNAL_H
#define GPTUI_LOAD_RUN_JOIN_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/run/join.h"
#include "core/load/run/run.h"
#include "core/model/profile.h"

/* How long threads waited in one image, where. All zero: nothing is known. */
struct waits {
    struct profile *sum; /* NULL: none; histograms alone, at addresses of the image's file */
    bool is_lost;        /* a file could not be read, which spoils what was read before */
};

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
