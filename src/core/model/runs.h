/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/runs: the runs that a profile is of: those of a set of files, those that were summed up in
 * one, or the ranks of a job. A profile of them is one with a spread.
 *
 * 1. A run is one execution of the program: of one file, or of the files that its processes left.
 * 2. Functions are addresses where one begins, of the program or of a library that is joined (0:
 *    before the program's first one), ascending; what is counted there is the self time of the
 *    addresses up to the next such one, or the ticks of all call paths that go through them.
 *    Filters do not change it. One that is not there has none in any run. */
#ifndef GPTUI_MODEL_RUNS_H
#define GPTUI_MODEL_RUNS_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/model/profile.h"

#define RUN_NO_RANK UINT64_MAX
#define NO_RUN      UINT32_MAX

/* As enum unite_measure: waits are ticks of them. */
enum run_measure {
    RUN_TICKS,
    RUN_CALLS,
    RUN_WAITS,
    RUN_PROGRAM_TICKS,
    RUN_MPI,       /* ticks and waits of call paths that go through the MPI library, */
    RUN_MPI_WHOLE, /* and of all paths of the threads that have any; 0: none has, or no paths */
    N_RUN_MEASURES
};

/* Texts are "" where nothing is known, numbers 0. */
struct profile_run {
    const char *label;     /* short; in a set no two runs have the same */
    uint64_t times;        /* how many runs look just like this */
    uint64_t rank;         /* in a parallel job, or RUN_NO_RANK */
    const char *name;      /* of its profile */
    const char *host, *id; /* id: that its processes, or the ranks of a job, have in common */
    const char *command;   /* words, escaped */
    uint64_t pid, wall_ms, cpu_ms;
    uint64_t sum[N_RUN_MEASURES]; /* of all that was counted: with libraries */
    uint32_t file, n_files;       /* the first one of the profile's that is of it; of a set alone */
};

/* A file that is no part of any run. */
struct run_left_out {
    const char *path, *what, *other; /* as in struct err, or NULL */
    enum err_code code;
    int sys;
    uint64_t offset;
    int64_t n, m;
};

/* The ticks of one function in all runs: its own, or with all that it called. */
struct run_function {
    uint64_t addr;
    uint32_t image;  /* 0: the program */
    uint64_t n_runs; /* in which it is not 0 */
    uint64_t sum;
    double squares;    /* their sum */
    uint64_t most;     /* of all runs, */
    uint32_t most_run; /* and the first that has it */
};

/* The program, or a library that the runs used. */
struct run_of_image {
    const char *path;     /* as it was loaded; "": unknown */
    const char *build_id; /* hexadecimal; "": unknown */
};

struct profile_runs {
    struct arena memory; /* owns the texts; the arrays are malloc'ed */
    struct profile_run *v;
    uint32_t n;
    uint64_t n_all;   /* runs with the times of each; 1 only if files of a set were left out */
    bool is_set;      /* each has files of the profile, */
    uint32_t *run_of; /* of which each is of one: per file; else NULL */

    struct run_left_out *left_out;
    size_t n_left_out;

    struct run_of_image *images; /* the program first */
    size_t n_images;
    struct run_function *functions, *totals; /* self time; by call paths: by address */
    size_t n_functions, n_totals;
    size_t cap;
};

/* NULL is fine. */
void profile_runs_free(struct profile_runs *r);

/* All of which p shows some, or all; NULL: it is of one run, or all are taken as one. */
static inline const struct profile_runs *profile_all_runs(const struct profile *p)
{
    return p->whole ? p->whole->runs : p->runs;
}

/* These, or the processes of a run that goes on: one each, in the order in which they began to
 * count, then all that have ended as one without a pid. */
static inline const struct profile_runs *profile_parts(const struct profile *p)
{
    return p->processes ? p->processes : profile_all_runs(p);
}

/* Is the run, one of profile_all_runs, among those that p is of? */
static inline bool profile_shows_run(const struct profile *p, uint32_t run)
{
    return !p->shown_runs || p->shown_runs[run];
}

/* How many there are of these. */
uint32_t profile_shown_runs(const struct profile *p);

/* Mark in shown[] (per run) what a list of words names, separated by commas: labels, #N
 * (the Nth run, from 1), and ranges of labels that are numbers or of these (4-7, #2-#9).
 * Fails with ERR_SPEC at a word that names nothing. */
bool profile_runs_select(const struct profile_runs *r, const char *list, bool *shown,
                         struct err *e) ATTR_MUST_USE;

/* Append words that profile_runs_select takes for these runs (per run of r): labels, ranges of
 * those that are numbers, or places where a label means something else there, or where there are
 * many. */
void profile_runs_list(const struct profile_runs *r, const bool *wanted, struct text *out);

/* Note that a file is left out, and why; and that as an error. */
void profile_runs_leave_out(struct profile_runs *r, const char *path, const struct err *e);
void run_left_out_err(const struct run_left_out *l, struct err *e);

/* Short names for runs: their ranks, or what their files' names do not have in common.
 */

/* Give every run of r, whose other facts and first files are known, a label; then put them into
 * order: by rank or by number where all labels are such, else as they are. order[i] becomes the new
 * place of the run that was at i. */
void run_labels_set(struct profile_runs *r, const struct profile_file *files, uint32_t *order);

#endif
