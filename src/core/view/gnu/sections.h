/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections: the sections of a report that other sections of view/gnu begin or end with. Private
 * to view/gnu. */
#ifndef GPTUI_VIEW_GNU_SECTIONS_H
#define GPTUI_VIEW_GNU_SECTIONS_H

#include "core/analyze/linker/id_list.h"
#include "core/base/task.h"
#include "core/view/writer.h"

/* The files of static functions, which only the index prints. To look them up takes long, and it
 * can be done by another thread while the graph is put. */
struct index_files {
    const struct view_context *v;
    const char **file; /* per symbol, NULL for none; NULL: nothing is known of files */
    struct task task;
    bool started, finished, failed;
};

/* Start to look them up if that saves time. True: until gnu_index nobody else may use v->lines.
 * Release f in either case. */
bool index_files_start(struct index_files *f, const struct view_context *v);
void index_files_release(struct index_files *f);

/* The index of names, a section of a report. Looks up the files if that was not started. */
bool gnu_index(const struct view_context *v, struct index_files *files, const struct emitter *out,
               struct err *e) ATTR_MUST_USE;

/* Orders as linkers read them (--order-format), from symbols in their order; *order is changed.
 * Object files have no form but that for gcc. */
void linker_functions(struct gnu_out *o, struct id_list *order);
void linker_files(struct gnu_out *o, struct id_list *order);

#endif
