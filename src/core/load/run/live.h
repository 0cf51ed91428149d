/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live: processes that run with the runtime, found by what /proc says of them. */
#ifndef GPTUI_LOAD_RUN_LIVE_H
#define GPTUI_LOAD_RUN_LIVE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"

struct live {
    const char *image; /* the program's file */
    const char *kept;  /* what it counts (load/run/kept.h) */
};

/* Find the one that is called `who`: by its number, its program's path, or the base name of that.
 * Those that fork count in one file and are one. The texts are in the arena. Fails with ERR_SPEC if
 * there is none, if it keeps nothing or is of another user, and if there are several. */
bool live_find(const char *who, struct arena *memory, struct live *out,
               struct err *e) ATTR_MUST_USE;

/* How often what a process counts is read again: from a tenth of a second to an hour. Fails with
 * ERR_SPEC. */
bool live_interval(const char *seconds, int *ms, struct err *e) ATTR_MUST_USE;

#endif
