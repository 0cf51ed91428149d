/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum: the runs that files are of, added up as the runtime adds up the ranks of a parallel job
 * (src/unite): what goes with the sum of profiles. Libraries need not be there: what was counted in
 * them is added up by addresses. */
#ifndef GPTUI_LOAD_SUM_H
#define GPTUI_LOAD_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/gmon.h"
#include "core/model/profile.h"

/* Ticks that the sum of the program's profiles has not. */
struct sum_rest {
    uint64_t n_lost; /* nowhere: of libraries, or of no image */
    uint64_t n_all;  /* of all runs, in all images */
};

struct sum;

/* Begin one of files that are read with these options. */
struct sum *sum_new(const struct gmon_options *gmon);
void sum_free(struct sum *s);

/* Add the run of file f: what goes with it, else `one`, what was read of it and nothing else; NULL:
 * that cannot be had, and there will be no sum of runs. Each file is a run, or those of which it is
 * the sum itself. Fails with ERR_MEMORY, ERR_CANCELLED, ERR_RUN_VERSION. */
bool sum_add(struct sum *s, const struct image *program, const struct profile *one,
             const struct profile_file *f, struct err *e) ATTR_MUST_USE;

/* All have been added. */
void sum_end(struct sum *s);

/* Write what goes with `path`, the sum, which is written already: PATH.run, the same bytes whatever
 * the order of the files; or remove that of an older sum where there is none: files could not be
 * read by themselves, or several builds of the program are mixed. Fails with ERR_WRITE, ERR_MEMORY,
 * ERR_READ. */
bool sum_write_run(struct sum *s, const char *path, struct sum_rest *rest,
                   struct err *e) ATTR_MUST_USE;

/* Write nothing, and say what that leaves out. Fails with ERR_MEMORY. */
bool sum_without_companions(const struct profile *p, struct sum_rest *rest,
                            struct err *e) ATTR_MUST_USE;

#endif
