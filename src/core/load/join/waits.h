/* SPDX-License-Identifier: GPL-3.0-or-later */
/* waits: how long threads waited, where: histograms that a run has of its images. */
#ifndef GPTUI_LOAD_JOIN_WAITS_H
#define GPTUI_LOAD_JOIN_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/run.h"
#include "core/model/profile.h"

/* Those of one image, of all runs. All zero: none. */
struct waits {
    struct profile *sum; /* NULL: none; histograms alone, at addresses of the image's file */
    bool is_lost;        /* a file could not be read, which spoils what was read before */
};

/* Where more of them are. */
struct waits_source {
    const struct run *run;
    size_t image;           /* of it; the program is 0 */
    const struct image *of; /* has the byte order and the width of its addresses */
    uint32_t *rate_hz;      /* of all waits there are; 0: none were read yet */
    const struct progress *progress;
};

/* Add those of one run, if it has any. What cannot be read or is of another rate
 * makes them lost, which is no failure. Fails with ERR_MEMORY,
 * ERR_CANCELLED. */
bool waits_add(struct waits *w, const struct waits_source *from, struct err *e) ATTR_MUST_USE;

/* Move them into p, `shift` added to their addresses. */
void waits_move(struct waits *w, struct profile *p, uint64_t shift);

void waits_release(struct waits *w);

/* Add what a run has of an image to p: the samples and calls, or the waits. Fails as gmon_read and
 * run_profile do. */
bool run_data_read(const struct run *run, size_t image, enum unite_measure what, struct profile *p,
                   const struct gmon_options *o, struct err *e) ATTR_MUST_USE;

/* A profile without data for an image of which nothing is known but its path, and that it is for
 * the machine of `like`. */
struct profile *waits_blank(const struct image *like, const char *path);

#endif
