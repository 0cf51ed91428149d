/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_test: which differences of times are more than chance.
 *
 * By samples: a number of samples is a Poisson count with the side's exposure, and the test of a
 * row is the exact conditional one (stat_poisson_test) of all runs of a side together. Sampling at
 * regular intervals scatters no more than that; what differs from run to run for other reasons it
 * does not know.
 *
 * By runs, where both sides have DIFF_LEAST_RUNS, of a set or of a sum with statistics over its
 * runs: the mean and the variance of each row are all that is asked of them. With a mean of m
 * ticks, runs scatter with the variance f (m + c m^2): m by sampling, c m^2 because programs run
 * faster and slower (the variance of a negative binomial count: Robinson and Smyth, Biostatistics
 * 9, 2008), both common to all rows, and f a row's own, which is moderated over all rows
 * (stat_moderate); but no less than a regular clock scatters. The test is Student's t; its degrees
 * of freedom are those of the runs and of what rows have in common, for the part c m^2 those of the
 * runs alone. What is real is beyond sampling, too: the larger of both probabilities counts. Self
 * times are measured run by run; for times with children f is what rows have in common, or that of
 * whole runs if it is larger.
 *
 * Rows of which a sum does not know how its runs differ are tested by samples.
 *
 * Tests of all times of all rows are corrected by stat_adjust over those with DIFF_LEAST_SAMPLES;
 * those by runs and those by samples each for themselves. */
#ifndef GPTUI_ANALYZE_QUESTIONS_DIFF_TEST_H
#define GPTUI_ANALYZE_QUESTIONS_DIFF_TEST_H

#include "core/analyze/questions/diff.h"

/* Fill in the tests of all rows and of the total, in steps nearly proportional to the rows; all
 * else is there. */
void diff_test(struct diff *d);

#endif
