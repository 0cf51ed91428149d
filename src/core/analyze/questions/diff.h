/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: two analyses compared, function by function, and which differences are real.
 *
 * 1. Each side has one run or several; what is compared is the mean of one run.
 * 2. Every function of either side has one row, whether or not it took time or was called.
 * 3. Times are ticks of all runs of a side; divided by the side's exposure they are seconds of one
 *    run. view/values does that.
 * 4. Counts of calls are exact and need no test; times are samples and do. */
#ifndef GPTUI_ANALYZE_QUESTIONS_DIFF_H
#define GPTUI_ANALYZE_QUESTIONS_DIFF_H

#include "core/analyze/analysis.h"
#include "core/analyze/runs.h"
#include "core/base/err.h"
#include "core/base/mem.h"

enum { DIFF_OLD, DIFF_NEW, N_DIFF_SIDES };

/* Times that are tested. */
enum diff_time { DIFF_SELF, DIFF_TOTAL, DIFF_SELF_PER_CALL, N_DIFF_TIMES };

struct diff_side {
    const struct analysis *analysis; /* of all its runs together */
    struct lines *lines;             /* files of its functions; NULL: unknown */
    uint32_t n_runs;                 /* >= 1 */
    /* How a symbol's self time is spread over the runs; false: that is not known. NULL: of none. */
    bool (*spread)(const struct analysis *a, sym_id s, struct run_spread *out);
    struct run_spread whole; /* the same of whole runs; n is 0: not known */
};

enum diff_verdict {
    DIFF_UNTESTED, /* too few samples on both sides, none at all, or nothing to compare with */
    DIFF_WITHIN,   /* chance of sampling may have made it, */
    DIFF_BEYOND,   /* or hardly: but who knows how runs differ? */
    DIFF_NOISE,    /* runs differ that much, */
    DIFF_REAL,     /* or they hardly do */
};

/* Runs of each side that it takes to know how runs differ. */
#define DIFF_LEAST_RUNS 3

struct diff_test {
    double error;    /* standard error of the difference, seconds */
    double p;        /* probability of such a difference by chance; NAN: untested */
    double adjusted; /* the same for one of many rows (stat_adjust); NAN: untested */
    bool by_runs;    /* chance is that of runs, not only of sampling */
};

/* What one side has of a row: all runs. */
struct diff_part {
    double self, child; /* ticks */
    uint64_t calls;
};

struct diff_row {
    sym_id symbol[N_DIFF_SIDES]; /* NO_ID: gone, or new */
    bool guessed;                /* its names differ: see struct diff_match */
    struct diff_part part[N_DIFF_SIDES];
    struct diff_test test[N_DIFF_TIMES];
};

struct diff {
    struct arena memory; /* owns what the rest points to */
    struct diff_side side[N_DIFF_SIDES];
    double exposure[N_DIFF_SIDES]; /* ticks of all runs that make a second of one; 0: no times */
    bool whole_calls;              /* calls of one run are whole numbers in all rows */

    struct diff_row *rows;
    uint32_t n_rows;
    uint32_t *row_of[N_DIFF_SIDES]; /* per symbol */
    struct diff_row total;          /* of all functions: self time and calls; symbols are NO_ID */

    bool repeated;    /* both sides have runs enough, and say how they differ */
    uint32_t tested;  /* rows with a test of their self time */
    uint32_t unknown; /* repeated: of these, rows of which nobody knows how runs differ */
};

/* Rows with fewer samples, of both sides together, are not tested unless somebody names them. */
#define DIFF_LEAST_SAMPLES 20

/* The rates of false discoveries that are allowed: by samples, and by runs. Student's t takes times
 * of runs for normal, but programs often have two kinds of runs, by where they lie in memory, of
 * which a few may well all be of one kind. */
#define DIFF_SAMPLES_LEVEL 0.05
#define DIFF_RUNS_LEVEL    0.01

/* Compare, in steps nearly proportional to the functions of both sides. What the sides point to
 * must outlive the result. NULL and e (ERR_LIMIT). Release it with arena_object_free. */
struct diff *diff_new(const struct diff_side side[N_DIFF_SIDES], struct err *e) ATTR_MUST_USE;

static inline enum diff_verdict diff_verdict_of(double p, bool by_runs)
{
    if (!(p >= 0))
        return DIFF_UNTESTED;
    if (by_runs)
        return p <= DIFF_RUNS_LEVEL ? DIFF_REAL : DIFF_NOISE;
    return p <= DIFF_SAMPLES_LEVEL ? DIFF_BEYOND : DIFF_WITHIN;
}

/* Is it more than chance, as far as the test knows that? */
static inline bool diff_is_more(enum diff_verdict v)
{
    return v == DIFF_REAL || v == DIFF_BEYOND;
}

/* What tests say of a time in a row among all rows; `alone`: if only this row is asked for. */
static inline enum diff_verdict diff_judge_as(const struct diff_row *r, enum diff_time time,
                                              bool alone)
{
    return diff_verdict_of(alone ? r->test[time].p : r->test[time].adjusted, r->test[time].by_runs);
}
static inline enum diff_verdict diff_judge(const struct diff_row *r, enum diff_time time)
{
    return diff_judge_as(r, time, false);
}

/* Calls of all runs of a side as those of one run. */
static inline double diff_calls(const struct diff *d, int side, uint64_t calls)
{
    return (double)calls / d->side[side].n_runs;
}

/* Are there times on both sides? */
static inline bool diff_has_times(const struct diff *d)
{
    return d->exposure[DIFF_OLD] > 0 && d->exposure[DIFF_NEW] > 0;
}

/* Was there nothing of it on either side? */
static inline bool diff_row_is_empty(const struct diff_row *r)
{
    const struct diff_part *o = &r->part[DIFF_OLD], *n = &r->part[DIFF_NEW];
    return !(o->self > 0 || o->child > 0 || n->self > 0 || n->child > 0 || o->calls || n->calls);
}

#endif
