/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_file: statistics over the runs of a sum, PROFILE.d/runs (gmon.out(5), "Runs"), read. */
#ifndef GPTUI_LOAD_RUNS_FILE_H
#define GPTUI_LOAD_RUNS_FILE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/run/runs_memory.h"
#include "core/model/profile.h"
#include "core/model/run_sums.h"
#include "unite/message.h"

/* The bytes of the statistics that go with a profile file. A file that is not there, of somebody
 * else, damaged, older than the profile or not of as many ticks is as if there were none: *out is
 * then empty. Fails with ERR_MEMORY, ERR_RUN_STATISTICS (of another version). */
bool runs_file_bytes(const struct profile_file *f, struct unite_message *out,
                     struct err *e) ATTR_MUST_USE;

/* Give p, of one file and with its libraries joined, what the statistics say that go with it; there
 * may be none that can be read, or of only one run; p->has_other_run_sums: they are of another
 * version. Those of libraries that are not joined, or that have other ticks than the statistics
 * say, are left out. Fails with ERR_MEMORY. */
bool runs_file_read(struct profile *p, struct err *e) ATTR_MUST_USE;

/* What bytes say, which belong to any profile; addresses are those of the images' files, ascending
 * image by image. NULL in *out: nothing that can be read, or there is only one run. Fails with
 * ERR_MEMORY. */
bool runs_file_decode(const struct unite_source *bytes, size_t n_bytes, struct run_sums **out,
                      struct err *e) ATTR_MUST_USE;

/* What they say becomes that of p, whose libraries are joined: see runs_file_read. For tests, too.
 */
void runs_file_place(struct run_sums *s, struct profile *p);

#endif
