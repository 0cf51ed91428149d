/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_values: what a row of any view says of the runs that a profile is of: how the time of its
 * function, its own and in all, is spread over them (analyze/runs.h). */
#ifndef GPTUI_VIEW_ROWS_RUN_VALUES_H
#define GPTUI_VIEW_ROWS_RUN_VALUES_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/runs.h"

/* The columns that views have for it, in their order. */
enum run_column {
    RUN_MEAN,
    RUN_WORST,
    RUN_TOTAL_MEAN, /* this and the next: with all that it called, where call paths tell */
    RUN_TOTAL_WORST,
    N_RUN_COLUMNS,
};

/* Whether there are runs to speak of: all that follows is of an analysis with them. */
bool knows_runs(const struct analysis *a);

/* Whether they are runs of one program one after the other, of which only the sum is at hand: no
 * ranks of a job. What each of them took says little; they are read as one long run. */
bool are_repeats(const struct analysis *a);

/* The mean of their ticks. */
double runs_mean(const struct analysis *a);

/* Whether the largest of the values is what chance gives where samples are all alike: n Poisson
 * counts of one mean are, given their sum, those of a fair choice among n, so that the chance of
 * one as large is known exactly, times the number of runs and that of functions (Bonferroni). */
bool is_chance(const struct analysis *a, const struct run_spread *s);

/* How what a column shows of a function is spread over the runs; false: that is not known. */
bool run_column_spread(const struct analysis *a, sym_id s, enum run_column column,
                       struct run_spread *out);

/* A number of a spread of ticks in seconds; NaN: there is none, as for the worst run where that is
 * chance. */
double run_value(const struct analysis *a, const struct run_spread *s, enum run_column column);

#endif
