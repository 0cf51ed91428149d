/* SPDX-License-Identifier: GPL-3.0-or-later */
/* index: the names of a call graph, with its marks. Private to view/gnu. */
#ifndef GPTUI_VIEW_GNU_INDEX_H
#define GPTUI_VIEW_GNU_INDEX_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/task.h"
#include "core/base/file/emitter.h"
#include "core/view/context.h"

/* The files of static functions, which only the index prints. To look them up takes long, and it
 * can be done by another thread while the graph is put. */
struct index_files {
    const struct view_context *v;
    const char **file; /* per symbol, NULL for none; NULL: nothing is known of files */
    struct task task;
    bool started, finished;
};

/* Start to look them up if that saves time. True: until gnu_index nobody else may use v->lines.
 * Release f in either case. */
bool index_files_start(struct index_files *f, const struct view_context *v);
void index_files_release(struct index_files *f);

/* The index of names, a section of a report. Looks up the files if that was not started. */
bool gnu_index(const struct view_context *v, struct index_files *files, const struct emitter *out,
               struct err *e) ATTR_MUST_USE;

#endif
