/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target: the program to run, and what its file says about it before it runs. */
#ifndef GPTUI_RECORD_TARGET_H
#define GPTUI_RECORD_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* The processor that a program is for. */
struct machine {
    bool is64, big_endian;
    uint16_t number; /* e_machine */
};

enum target_kind {
    TARGET_DYNAMIC, /* asks for a dynamic linker, which preloads */
    TARGET_STATIC,
    TARGET_SCRIPT, /* another program runs it */
    TARGET_WINDOWS,
    TARGET_OTHER, /* none of these; the kernel may be able to run it */
};

struct target {
    char *path; /* as the kernel gets it; malloc'ed */
    enum target_kind kind;
    struct machine machine; /* of TARGET_DYNAMIC and TARGET_STATIC */
    bool calls;             /* it calls a function of the kind that -pg inserts calls of */
    bool has_runtime;       /* that function is linked in, with some profiling runtime */
    bool has_ours;          /* and it is our runtime */
    bool guarded;           /* set-user-ID or set-group-ID to somebody else */
};

/* Find `name` as a shell does, in the folders of `search` (of PATH; NULL: unset) unless it holds a
 * '/'. Fails with ERR_OPEN (sys: ENOENT, or EACCES if what was found cannot be run). */
bool target_find(struct target *t, const char *name, const char *search,
                 struct err *e) ATTR_MUST_USE;

/* Fill in all but the path. A file that cannot be read or understood is TARGET_OTHER; fails only
 * with ERR_MEMORY. */
bool target_inspect(struct target *t, struct err *e) ATTR_MUST_USE;
void target_release(struct target *t);

bool machine_equal(const struct machine *a, const struct machine *b);

#endif
