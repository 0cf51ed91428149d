/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sums: the statistics over runs that a sum of many has (model/run_sums.h). */
#ifndef GPTUI_LOAD_RUN_SUMS_H
#define GPTUI_LOAD_RUN_SUMS_H

#include "core/load/run/run.h"
#include "core/model/profile.h"
#include "core/model/run_sums.h"
#include "unite/message.h"

/* Give p, of one file and with its libraries joined, what the run that goes with it says; it may be
 * a single one. What is of libraries that are not joined, or that have other ticks than it says, is
 * left out. */
void run_sums_read(const struct run *r, struct profile *p);

/* What bytes say, which belong to any profile; addresses are those of the images' files, ascending
 * image by image. NULL in *out: nothing that can be read, or there is only one run. */
void run_sums_decode(const struct unite_source *bytes, size_t n_bytes, struct run_sums **out);

/* What they say becomes that of p, whose libraries are joined: see run_sums_read. For tests, too.
 */
void run_sums_place(struct run_sums *s, struct profile *p);

#endif
