/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_set: files are added to a profile one by one, each as a whole or not at all, and what each
 * holds is kept (model/runs.h).
 *
 * A file is read into a profile of its own first, in any thread; then it is added here. */
#ifndef GPTUI_LOAD_JOIN_RUN_SET_H
#define GPTUI_LOAD_JOIN_RUN_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/ranges.h"
#include "core/load/run/run.h"
#include "core/model/runs.h"

/* Numbers of arcs, ascending by both ends. */
struct run_set_index {
    uint32_t *v;
    uint32_t n;
};

/* An image whose profiles are added up, while that goes on. */
struct run_set_image {
    struct profile *into; /* borrowed */
    struct gmon_ranges ranges;
    size_t hist_cap, arc_cap;
    struct run_set_index main, fresh; /* of the arcs in `into`; fresh ones are few, and join the
                                         others when they are many */
    uint32_t first_hist, first_arc;   /* in the whole profile */
    bool is_out;                      /* it is not in the whole profile; not so for the program */
};

/* What is known of a file's run; NULL: unknown. */
struct run_set_about {
    const char *id, *host, *command;
    uint64_t rank; /* or UNITE_NO_RANK */
    uint64_t pid;
};

struct run_set {
    struct profile_runs *runs; /* in the making: parts, left_out and memory */
    size_t part_cap, left_cap; /* until the end, the first_hist of a part is its image's number */
    struct run_set_image *images; /* the program first */
    uint32_t n_images;
    size_t image_cap;
    struct run_set_about *about; /* per file of the profile; NULL: nothing is known */
    struct run_writer writer;
};

/* All zero but for the program's profile, into which files are added. */
void run_set_init(struct run_set *s, struct profile *program);
void run_set_release(struct run_set *s);

/* Prepare for another image. Its number. */
uint32_t run_set_image(struct run_set *s, struct profile *into);

/* Add the one file that was read into `one`, which has no data any more then. `file` is the
 * program's file whose run it is of, by its number in the profile; of the program's own nothing is
 * read of it. Fails without changing anything but e if its units
 * are not those of what is there: ERR_GMON_DIMENSION, _ABBREV, _SCALE, _OVERLAP, ERR_RUN_RATE; with
 * ERR_MEMORY the set is of no use any more. */
bool run_set_add(struct run_set *s, uint32_t image, struct profile *one, size_t file,
                 struct err *e) ATTR_MUST_USE;

/* Note that a file is left out, and why. */
void run_set_leave_out(struct run_set *s, const char *path, const struct err *e);

/* What is known of the run of a file. */
void run_set_describe(struct run_set *s, uint32_t file, const struct run *run);

/* A call from one image into another, in the run of a file of the program. */
struct run_crossing {
    struct raw_arc arc;
    uint64_t stand_in; /* whose calls of arc.to these were until now, if `stands` */
    bool stands;
    uint32_t file;
};

/* Keep the arcs of p, in which all images are, as those of all runs: p's may change afterwards. */
void run_set_copy_arcs(struct run_set *s, const struct profile *p);

/* Give calls their callers, after run_set_copy_arcs. v ascends by file. */
void run_set_cross(struct run_set *s, const struct run_crossing *v, size_t n);

/* A profile to read a file of an image into, that the image outlives. */
struct profile *run_set_blank(struct image *im);
void run_set_blank_free(struct profile *one);

#endif
