/* SPDX-License-Identifier: GPL-3.0-or-later */
/* library_image: a shared library that a run used, found again, with its symbols. */
#ifndef GPTUI_LOAD_JOIN_LIBRARY_IMAGE_H
#define GPTUI_LOAD_JOIN_LIBRARY_IMAGE_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/profile.h"

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

#endif
