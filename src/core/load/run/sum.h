/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum: the runs that files are of, each of them read once, and added up as the runtime adds up the
 * ranks of a parallel job (src/unite). Libraries need not be there: what was counted in them is
 * added up by addresses. */
#ifndef GPTUI_LOAD_RUN_SUM_H
#define GPTUI_LOAD_RUN_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/runs.h"
#include "core/model/profile.h"

/* Ticks that the sum of the program's profiles has not. */
struct sum_rest {
    uint64_t n_lost; /* nowhere: of libraries, or of no image */
    uint64_t n_all;  /* of all runs, in all images */
};

struct sum;

/* What the runs are read for. */
struct sum_use {
    bool writes;    /* the sum is to be written */
    bool is_set;    /* they stand apart; processes of one run that come in a row are one */
    bool tells;     /* what a run says of itself becomes known of its file */
    bool libraries; /* are joined */
};

/* Begin one of files that are read with these options. */
struct sum *sum_new(const struct gmon_options *gmon, bool writes);
void sum_free(struct sum *s);

/* Say what it is for, before anything is added. */
void sum_begin(struct sum *s, const struct sum_use *use);

/* The run of the file that r->path names is this, which becomes that of the sum: where it is added,
 * nothing is read again. */
void sum_give(struct sum *s, struct run *r);

/* Add the run of file f: what goes with it, else `one`, what was read of it and nothing else; NULL:
 * that cannot be had, and there will be no sum to be written. Each file is a run, or those of which
 * it is the sum itself. Fails with ERR_MEMORY, ERR_CANCELLED, and to be written with
 * ERR_RUN_VERSION. */
bool sum_add(struct sum *s, const struct image *program, const struct profile *one,
             struct profile_file *f, struct err *e) ATTR_MUST_USE;

/* All have been added. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool sum_end(struct sum *s, struct err *e) ATTR_MUST_USE;

/* The runs as one; without images if there is none, or none that they could be. */
const struct run *sum_run(const struct sum *s);

/* Whose each file of a set is, in the order in which they were added. */
const struct run_key *sum_keys(const struct sum *s);

/* Write what goes with `path`, the sum, which is written already: PATH.run, the same bytes whatever
 * the order of the files; or remove that of an older sum where there is none: files could not be
 * read by themselves, or several builds of the program are mixed. Fails with ERR_WRITE, ERR_MEMORY,
 * ERR_READ. */
bool sum_write_run(struct sum *s, const char *path, struct sum_rest *rest,
                   struct err *e) ATTR_MUST_USE;

/* Write nothing, and say what that leaves out. */
void sum_without_companions(const struct profile *p, struct sum_rest *rest);

#endif
