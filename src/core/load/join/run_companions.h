/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_companions: what belongs to some runs of a set, and is not kept for each of them: waits, call
 * paths and counts of basic blocks, read when these runs alone are wanted. */
#ifndef GPTUI_LOAD_JOIN_RUN_COMPANIONS_H
#define GPTUI_LOAD_JOIN_RUN_COMPANIONS_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/gmon.h"
#include "core/model/profile.h"

/* Give p, which profile_of_runs made, those of its runs, at the addresses of the whole; of files
 * whose texts were not read for the whole, blocks alone. What cannot be read again is missing, and
 * p says so (lost_paths, lost_waits, lost_blocks). `gmon`: as the whole was read. Memory grows with
 * what these runs have together. Fails with ERR_MEMORY, ERR_CANCELLED; p is then good to be freed.
 */
bool run_companions_read(struct profile *p, const struct gmon_options *gmon,
                         struct err *e) ATTR_MUST_USE;

#endif
