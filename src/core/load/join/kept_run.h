/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_run: what goes with a profile, of a run that could write neither: the text about the run,
 * and its call paths, made of the counts that the runtime kept (gmon.out(5), "Kept counts"), as it
 * would have written them itself. */
#ifndef GPTUI_LOAD_JOIN_KEPT_RUN_H
#define GPTUI_LOAD_JOIN_KEPT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"
#include "core/load/gmon/keep.h"

struct kept_run {
    char *path;
    struct kept counts;
    struct text about; /* STEM.info */
    struct text paths; /* STEM.paths; empty: the run has none */
    int64_t mtime_sec;
    struct bytes bytes; /* of the file */
};

/* Read the file at `path`. *out is NULL if it is no such file, damaged ones included; the caller
 * frees it. Fails with ERR_MEMORY. */
bool kept_run_read(const char *path, struct kept_run **out, struct err *e) ATTR_MUST_USE;

/* NULL is fine. */
void kept_run_free(struct kept_run *r);

#endif
