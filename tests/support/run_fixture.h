/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_fixture: a set of runs made by hand, given to an analysis that was made without one. */
#ifndef GPTUI_TESTS_RUN_FIXTURE_H
#define GPTUI_TESTS_RUN_FIXTURE_H

#include "core/analyze/runs.h"
#include "tests/support/grid_fixture.h"

enum { FIXTURE_RUNS = 16 };

struct run_fixture {
    struct profile_runs set;
    struct profile_run runs[FIXTURE_RUNS];
    struct run_set_group groups[FIXTURE_RUNS];
    uint32_t files[FIXTURE_RUNS];
    char labels[FIXTURE_RUNS][16];
    bool shown[FIXTURE_RUNS];
    struct analysis_runs *numbers;
    struct profile *profile;
    struct analysis *analysis;
};

/* n runs r0, r1, ... of what `a`, the analysis of p, has: ticks(s, run) and calls(s, run) are those
 * of a symbol. All are shown, each is a file of its own (p->files[0] is that of all of them), none
 * has a group. r must stay where it is. */
struct run_numbers_of {
    double (*ticks)(sym_id s, uint32_t run);
    uint64_t (*calls)(sym_id s, uint32_t run);
};
void run_fixture_init(struct run_fixture *r, struct profile *p, struct analysis *a, uint32_t n,
                      const struct run_numbers_of *of);

/* Sizes of the input, one group for each run. */
void run_fixture_sizes(struct run_fixture *r, const double *size);

/* Show these alone, per run; the numbers over runs follow. */
void run_fixture_show(struct run_fixture *r, const bool *shown);

/* Take it from profile and analysis. */
void run_fixture_release(struct run_fixture *r);

#endif
