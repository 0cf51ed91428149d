/* SPDX-License-Identifier: GPL-3.0-or-later */
/* groups: the processes of a run that left profiles, by the programs that they ran, so that one
 * can be found that is worth looking at: below a shell or a suite of tests there are many.
 *
 * Programs that count calls come before others, those whose symbols can be read before others, and
 * among these that with the most CPU time comes first, then that with the most calls. */
#ifndef GPTUI_LOAD_RUN_GROUPS_H
#define GPTUI_LOAD_RUN_GROUPS_H

#include "core/base/err.h"
#include "core/base/mem.h"

struct run_process {
    const char *profile; /* its path, which begins as that of the folder */
    const char *program; /* the path of what it ran */
    const char *id;      /* of its run; NULL: not known */
    uint64_t rank;       /* or UNITE_NO_RANK */
    uint64_t n_calls, cpu_ms, n_ticks, began_ns;
    bool is_main;  /* the profile is FILE, not one in FILE.d */
    bool is_sum;   /* ranks of a job wrote it together, or gptui did */
    bool is_after; /* what a rank counted after MPI_Finalize */
};

/* The processes of one program, the heaviest first. */
struct run_group {
    const struct run_process *processes; /* n >= 1 */
    size_t n;
    uint64_t n_calls, cpu_ms, n_ticks; /* of all */
    bool has_main;                     /* one of them wrote FILE */
    bool is_readable;                  /* its file is there and has symbols */
};

/* All zero is empty. */
struct run_groups {
    struct run_process *processes;
    size_t n_processes;
    struct run_group *groups; /* the heaviest program first */
    size_t n;
    struct arena memory; /* texts of processes */
};

/* List those of the folder FILE.d of a run of which more is known (load/run/run.h): FILE itself and
 * the profiles in the folder, all of them (`run` is ""), or those whose names begin with RUN or
 * RUN-N, runs of a series; "RUN.": only those in the folder of that one run. What cannot be read is
 * passed over. Fails with ERR_OPEN, ERR_READ (the folder), ERR_MEMORY; g is then empty. */
bool run_groups_read(struct run_groups *g, const char *folder, const char *run,
                     struct err *e) ATTR_MUST_USE;
void run_groups_release(struct run_groups *g);

#endif
