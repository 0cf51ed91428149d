/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library: a shared library that a run used, found again, with its symbols; and where the functions
 * of a program and of its libraries begin, for statistics over runs. */
#ifndef GPTUI_LOAD_RUN_LIBRARY_H
#define GPTUI_LOAD_RUN_LIBRARY_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/run/run.h"
#include "core/model/image.h"
#include "core/model/profile.h"
#include "unite/entries.h"

/* What is known of it. */
struct library_wanted {
    const char *path;     /* as it was loaded */
    const char *build_id; /* hexadecimal; NULL: unknown */
    const char *profile;  /* of the program: its folder is looked in, too */
    const struct image *program;
    const struct progress *progress; /* may be NULL */
};

/* The file is looked for where it was loaded, beside the program, and beside the profile; the first
 * with the right build id is taken. A stripped one has the symbols of load/image/dynamic_symbols.h.
 * NULL if there is none, then *finding says why; or NULL and e (ERR_MEMORY, ERR_CANCELLED). */
struct image *library_image_find(const struct library_wanted *w, enum library_finding *finding,
                                 struct err *e) ATTR_MUST_USE;

struct library_entries;

/* Begin with all zero but for `progress`. */
struct runs_entries {
    const struct image *program;
    const struct progress *progress; /* may be NULL */
    struct unite_entries of_program;
    struct library_entries **libraries; /* that were asked for */
    size_t n;
};

/* Find those of the program, which is first. */
void runs_entries_begin(struct runs_entries *s, const struct image *program);

/* Those of a library of a run, in *out until the end; NULL: it is not where it
 * was loaded nor beside the program. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool runs_entries_of(struct runs_entries *s, const struct run_image *image,
                     const struct unite_entries **out, struct err *e) ATTR_MUST_USE;

void runs_entries_release(struct runs_entries *s);

#endif
