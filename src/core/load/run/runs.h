/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs: the runs that a profile is of, one by one and function by function (model/runs.h), as the
 * sum of them says. */
#ifndef GPTUI_LOAD_RUN_RUNS_H
#define GPTUI_LOAD_RUN_RUNS_H

#include "core/load/run/run.h"
#include "core/model/profile.h"
#include "core/model/runs.h"
#include "unite/message.h"

/* Whose a file is: that of a run, as its processes say, or of a rank; else by the name of the file.
 */
struct run_key {
    const char *id; /* "": not known */
    uint64_t rank;
    const char *name; /* "": by the others */
};

/* Give p, whose libraries are joined, the runs of which `all` is the sum. keys: per file of p,
 * which are a set; NULL: it is of one file, which may be that of a single run. What is of libraries
 * that are not joined, or that have other ticks than it says, is left out. */
void runs_read(const struct run *all, const struct run_key *keys, struct profile *p);

/* What bytes say, which belong to any profile; addresses are those of the images' files, ascending
 * image by image. What cannot be read is of no run. */
void runs_decode(const struct unite_source *bytes, size_t n_bytes, struct profile_runs *out);

/* Add what bytes say of one process to those of a run; `label` is what it is called. NULL: it has
 * ended, *ended gets it. */
void runs_take_process(const struct unite_source *bytes, const char *label, struct profile_runs *to,
                       struct profile_run *ended);

/* What they say becomes that of p, whose libraries are joined: see runs_read. For tests, too. */
void runs_place(struct profile_runs *s, struct profile *p);

#endif
