/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sum: what goes with the sum of profiles: the sums of their libraries' profiles, and of what the
 * runtime wrote about them (load/join/run_info.h). Libraries need not be there: their profiles are
 * added up by addresses. */
#ifndef GPTUI_LOAD_JOIN_SUM_H
#define GPTUI_LOAD_JOIN_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/profile.h"

/* Ticks that the sum of the program's profiles has not. */
struct sum_rest {
    uint64_t n_lost; /* nowhere: of libraries whose profile is not there, or of no image */
    uint64_t n_all;  /* of all runs, in all images */
};

struct sum_request {
    const struct profile *profile;   /* the program's, read of its files and nothing else */
    const char *path;                /* the sum, which is written already */
    const struct progress *progress; /* may be NULL */
};

/* Write PATH.d with profile.info and profile.LIBRARY, in an order that does not depend on that of
 * the files, or remove the text of an older sum if there
 * is nothing to say. Fails with ERR_WRITE, ERR_MEMORY, ERR_CANCELLED and as gmon_write; what is of
 * a library that cannot be read is lost. */
bool sum_companions(const struct sum_request *r, struct sum_rest *rest,
                    struct err *e) ATTR_MUST_USE;

/* Write nothing, and say what that leaves out. Fails with ERR_MEMORY. */
bool sum_without_companions(const struct profile *p, struct sum_rest *rest,
                            struct err *e) ATTR_MUST_USE;

#endif
