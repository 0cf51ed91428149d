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
    uint32_t files[FIXTURE_RUNS];
    char labels[FIXTURE_RUNS][16];
    bool shown[FIXTURE_RUNS];
    uint64_t calls[FIXTURE_RUNS];
    struct analysis_runs *numbers;
    struct profile *profile;
    struct analysis *analysis;
};

/* n runs r0, r1, ... of what `a`, the analysis of p, has: ticks(s, run) and calls(s, run) are those
 * of a symbol. All are shown, each is a file of its own (p->files[0] is that of all of them). r
 * must stay where it is. */
struct run_numbers_of {
    double (*ticks)(sym_id s, uint32_t run);
    uint64_t (*calls)(sym_id s, uint32_t run);
};
void run_fixture_init(struct run_fixture *r, struct profile *p, struct analysis *a, uint32_t n,
                      const struct run_numbers_of *of);

/* Show these alone, per run; the numbers over runs follow. */
void run_fixture_show(struct run_fixture *r, const bool *shown);

/* Take it from profile and analysis. */
void run_fixture_release(struct run_fixture *r);

/* ---- uneven runs ---- */

/* main, which has no time, calls solve and load, and solve calls repair. Run 3 is slow: solve takes
 * long there, and repair is called in it alone. */
enum { UNEVEN_RUNS = 5, UNEVEN_FUNCTIONS = 4 };

/* Ticks of a function in a run; 0 of others, such as `zz` after them. */
uint64_t uneven_ticks(sym_id s, uint32_t run);

/* The program with the sum of these runs, analysed; each calls its functions 10 (run + 1) times. */
void uneven_init(struct fixture *f);

/* Fails unless the first row of a wide flat profile of it is as it must be, in a set as in a
 * sum that knows each run. */
void uneven_expect(const struct grid *flat);

#endif
