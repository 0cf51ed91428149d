/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_sum: statistics over the runs whose sum is written (-s), PATH.d/runs. */
#ifndef GPTUI_LOAD_RUNS_SUM_H
#define GPTUI_LOAD_RUNS_SUM_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/gmon/gmon.h"
#include "core/model/profile.h"
#include "unite/message.h"

struct runs_sum {
    const struct profile *profile;   /* read of its files and nothing else */
    const struct gmon_options *gmon; /* as its files were read */
};

/* The statistics: each of the profile's files is a run, or those of which it is the sum itself, as
 * its own statistics say. Files are read again, so this comes before the sum is written, which may
 * be one of them. *out stays empty where there can be no statistics: files cannot be read again
 * (standard input among several), or several builds of the program are mixed. Fails with
 * ERR_MEMORY, ERR_CANCELLED and as gmon_read does. */
bool runs_sum_make(const struct runs_sum *r, struct unite_message *out,
                   struct err *e) ATTR_MUST_USE;

/* Write them to PATH.d/runs, or remove that if they are empty. Fails with ERR_WRITE, ERR_MEMORY. */
bool runs_sum_write(const char *path, const struct unite_message *m, struct err *e) ATTR_MUST_USE;

#endif
