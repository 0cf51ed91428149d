/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_test: which differences of times are real.
 *
 * One run on each side: a number of samples is a Poisson count with the side's exposure, and the
 * test of a row is the exact conditional one (stat_poisson_test). Sampling at regular intervals
 * scatters no more than that, so it errs on the safe side; what differs from run to run for other
 * reasons one run cannot show.
 *
 * Several runs, of a set or of a sum with statistics over its runs: the mean and the variance of
 * each row are all that is asked of them. With a mean of m ticks, runs scatter with the variance
 * f (m + c m^2): m by
 * sampling, c m^2 because programs run faster and slower (the variance of a negative binomial
 * count: Robinson and Smyth, Biostatistics 9, 2008), both common to all rows, and f a row's own,
 * which is moderated over all rows (stat_moderate); but no less than a regular clock scatters. The
 * test is Student's t; its degrees of freedom are those of the runs and of what rows have in
 * common, for the part c m^2 those of the runs alone. Self times are measured run by run; for times
 * with children f is what rows have in common, or that of whole runs if it is larger. That stands
 * in for a row, too, of which a sum does not know how its runs differ; it is then at least 1, as
 * samples scatter. Of a single run, or a sum without statistics, nothing is known: the other side
 * says for both how runs scatter, and a difference is no more certain than by the exact test.
 *
 * Times of arcs are tested where call paths on both sides measured them: with one run each as those
 * of rows, with several by what functions have in common, as their runs are not known.
 *
 * Tests of many rows, and those of many arcs, are corrected by stat_adjust over those with
 * DIFF_LEAST_SAMPLES. */
#ifndef GPTUI_ANALYZE_QUESTIONS_DIFF_TEST_H
#define GPTUI_ANALYZE_QUESTIONS_DIFF_TEST_H

#include "core/analyze/questions/diff.h"

/* Fill in the tests of all rows and of the total; all else is there. False and e (ERR_MEMORY,
 * ERR_LIMIT). */
bool diff_test(struct diff *d, struct err *e) ATTR_MUST_USE;

#endif
