/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept_run: what goes with a profile, of a run that could write neither: what is known about the
 * run, and its call paths, of the counts that the runtime kept (gmon.out(5), "Kept counts"). */
#ifndef GPTUI_LOAD_JOIN_KEPT_RUN_H
#define GPTUI_LOAD_JOIN_KEPT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/load/gmon/keep.h"
#include "unite/tree.h"

struct run_info;

struct kept_run {
    char *path;
    struct kept counts;
    struct unite_tree paths; /* images are those of the counts, from 1 on */
    int64_t mtime_sec;
    struct bytes bytes; /* of the file */
    struct arena memory;
};

/* Read the file at `path`. *out is NULL if it is no such file, damaged ones included; the caller
 * frees it. Fails with ERR_MEMORY. */
bool kept_run_read(const char *path, struct kept_run **out, struct err *e) ATTR_MUST_USE;

/* What the counts say of the run and its images; texts stay in r. *out is empty before. Fails with
 * ERR_MEMORY. */
bool kept_run_describe(struct kept_run *r, struct run_info *out, struct err *e) ATTR_MUST_USE;

/* NULL is fine. */
void kept_run_free(struct kept_run *r);

#endif
