/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_file: statistics over the runs of a sum, PROFILE.d/runs (gmon.out(5), "Runs"), read. */
#ifndef GPTUI_LOAD_RUNS_FILE_H
#define GPTUI_LOAD_RUNS_FILE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/model/profile.h"
#include "core/model/run_sums.h"
#include "unite/message.h"

/* Memory for messages: realloc's. */
extern const struct unite_memory runs_memory;

/* The bytes of the statistics that go with a profile file. A file that is not there, of somebody
 * else, damaged, older than the profile or not of as many ticks is as if there were none: *out is
 * then empty. Fails with ERR_MEMORY. */
bool runs_file_bytes(const struct profile_file *f, struct unite_message *out,
                     struct err *e) ATTR_MUST_USE;

/* What they say. NULL in *out: nothing that can be read, or there is only one run. Fails with
 * ERR_MEMORY. */
bool runs_file_read(const struct profile_file *f, struct run_sums **out,
                    struct err *e) ATTR_MUST_USE;

/* As runs_file_read, of bytes, which belong to any profile. For tests, too. */
bool runs_file_decode(const struct unite_source *bytes, size_t n_bytes, struct run_sums **out,
                      struct err *e) ATTR_MUST_USE;

#endif
