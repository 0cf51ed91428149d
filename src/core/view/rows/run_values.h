/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_values: what a row of any view says of the runs of a set, or of those that a sum knows.
 *
 * A number of a row is one number per run: its spread is that of the runs that are shown. Of a sum
 * the spread of each function's own time is known, and no more (model/run_sums.h). */
#ifndef GPTUI_VIEW_ROWS_RUN_VALUES_H
#define GPTUI_VIEW_ROWS_RUN_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/analyze/runs.h"
#include "core/base/attr.h"

/* The columns that views have for it, in their order. */
enum run_column {
    RUN_MEAN,
    RUN_WORST,
    N_RUN_COLUMNS,
};

/* Whether there are runs to speak of: all that follows is of an analysis with them. */
bool knows_runs(const struct analysis *a);

/* Whether they are runs of one program one after the other, of which only the sum is at hand: no
 * ranks of a job. What each of them took says little; they are read as one long run. */
bool are_repeats(const struct analysis *a);

/* How many are shown; of a sum: different ones. */
uint32_t run_count_shown(const struct analysis *a);

/* What a run of them is called, not safe to show. */
const char *run_label(const struct analysis *a, uint32_t run);

/* The mean of their ticks. */
double runs_mean(const struct analysis *a);

/* How the own time of a function is spread over the runs that are shown. False: that is not known.
 */
bool function_spread(const struct analysis *a, sym_id s, struct run_spread *out);

/* How the time of whole runs is spread, all functions together; n is 0 where it is not known. */
struct run_spread whole_spread(const struct analysis *a);

/* Whether the largest of the values is what chance gives where samples are all alike: n Poisson
 * counts of one mean are, given their sum, those of a fair choice among n, so that the chance of
 * one as large is known exactly, times the number of runs and that of functions (Bonferroni). */
bool is_chance(const struct analysis *a, const struct run_spread *s);

/* A number of a spread of ticks in seconds; NaN: there is none, as for the worst run where that is
 * chance. */
double run_value(const struct analysis *a, const struct run_spread *s, enum run_column column);

/* The numbers of one row in all runs of a set, whether shown or not. Release them in any case. */
struct run_numbers {
    double *ticks;
};
void run_numbers_make(struct run_numbers *x, const struct analysis *a); /* all 0 */
void run_numbers_release(struct run_numbers *x);

/* Add those of a function. */
void run_numbers_add(const struct analysis *a, sym_id s, struct run_numbers *x);

/* How their ticks are spread over the runs that are shown. */
void run_numbers_spread(const struct analysis *a, const struct run_numbers *x,
                        struct run_spread *out);

#endif
