/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_entries: where the functions of a program and of its libraries begin, for statistics over
 * runs (load/sum.h). */
#ifndef GPTUI_LOAD_RUNS_ENTRIES_H
#define GPTUI_LOAD_RUNS_ENTRIES_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/run/run.h"
#include "core/model/image.h"
#include "unite/entries.h"

struct library_entries;

/* Begin with all zero but for `program` and `progress`. */
struct runs_entries {
    const struct image *program;
    const struct progress *progress; /* may be NULL */
    struct unite_entries of_program;
    struct library_entries **libraries; /* that were asked for */
    size_t n, cap;
};

/* Find those of the program, which is first. Fails with ERR_MEMORY. */
bool runs_entries_begin(struct runs_entries *s, struct err *e) ATTR_MUST_USE;

/* Those of a library of a run, in *out until the end; NULL: it is not where it
 * was loaded nor beside the program. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool runs_entries_of(struct runs_entries *s, const struct run_image *image,
                     const struct unite_entries **out, struct err *e) ATTR_MUST_USE;

void runs_entries_release(struct runs_entries *s);

#endif
