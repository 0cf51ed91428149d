/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/run_sums: the statistics over runs that go with the sum of many (gmon.out(5), "The run
 * file").
 *
 * 1. Functions are addresses where symbols of type FUNC begin, of the program or of a library that
 *    is joined (0: before the program's first one), ascending; what is counted there is the self
 *    time of the addresses up to the next such symbol. Filters do not change it. One that is not
 *    there has none in any run.
 * 2. Runs stand in the order of their ranks, those without one after them, by name. */
#ifndef GPTUI_MODEL_RUN_SUMS_H
#define GPTUI_MODEL_RUN_SUMS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/base/mem.h"

#define RUN_SUMS_NO_RANK UINT64_MAX

/* As enum unite_measure: waits are ticks of them. */
enum run_measure { RUN_TICKS, RUN_CALLS, RUN_WAITS, RUN_PROGRAM_TICKS, N_RUN_MEASURES };

struct run_sums_run {
    uint64_t times;                           /* how many runs look just like this */
    uint64_t rank;                            /* or RUN_SUMS_NO_RANK */
    const char *label;                        /* its rank, else its name */
    const char *name;                         /* of its profile; "": unknown */
    const char *host;                         /* "": unknown */
    uint64_t pid, start_sec, wall_ms, cpu_ms; /* 0: unknown */
    uint64_t sum[N_RUN_MEASURES]; /* of all that was summed up: with libraries in a job */
};

/* The ticks of one function, in all runs. */
struct run_sums_spread {
    uint64_t n_runs; /* in which it is not 0 */
    uint64_t sum;
    double squares;    /* their sum */
    uint64_t most;     /* of all runs, */
    uint32_t most_run; /* and the first that has it */
};

/* The program, or a library that the runs used. */
struct run_sums_image {
    const char *path;     /* as it was loaded; "": unknown */
    const char *build_id; /* hexadecimal; "": unknown */
};

struct run_sums_function {
    uint64_t addr;
    uint32_t image; /* 0: the program */
    struct run_sums_spread ticks;
};

/* Release it with arena_object_free. */
struct run_sums {
    struct arena memory; /* owns the texts; the arrays are malloc'ed */
    struct run_sums_run *runs;
    size_t n, cap;
    uint64_t n_all;                /* runs with the times of each, >= 2 */
    struct run_sums_image *images; /* the program first */
    size_t n_images, image_cap;
    struct run_sums_function *functions; /* by address */
    size_t n_functions, function_cap;
};

/* NULL is fine. */
static inline void run_sums_free(struct run_sums *s)
{
    if (!s)
        return;
    free(s->runs);
    free(s->images);
    free(s->functions);
    arena_object_free(s);
}

/* How the ticks of f are spread; all zero if f is NULL. */
static inline struct run_sums_spread run_sums_ticks(const struct run_sums_function *f)
{
    return f ? f->ticks : (struct run_sums_spread){0};
}

#endif
