/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat: how sure a difference is.
 *
 * Probabilities are from 0 to 1. All functions are pure (no memory, no state, any thread) but
 * stat_adjust, which needs scratch memory. "A&S" is Abramowitz and Stegun, "Handbook of
 * Mathematical Functions". Relative errors are below 1e-9 where nothing else is said, for counts up
 * to 10^9. */
#ifndef GPTUI_BASE_STAT_H
#define GPTUI_BASE_STAT_H

#include <stddef.h>
#include <stdint.h>

/* ---- functions ---- */

/* Logarithm of the gamma function, its derivative and the derivative of that; x > 0. (A&S 6.1.41,
 * 6.3.18, 6.4.12, after steps of 6.1.15, 6.3.5 and 6.4.6 upwards.) */
double stat_log_gamma(double x);
double stat_digamma(double x);
double stat_trigamma(double x);

/* The x > 0 with stat_trigamma(x) == y; y > 0. Smyth 2004 (see below), appendix. */
double stat_trigamma_inverse(double y);

/* The regularised incomplete beta function I_x(a, b); a, b > 0, 0 <= x <= 1. The continued fraction
 * of A&S 26.5.8 by the method of Lentz (Applied Optics 15, 1976). Time O(sqrt(a + b)). */
double stat_beta(double x, double a, double b);

/* ---- counts ---- */

/* The probability that of n tries, each of which succeeds with probability p, exactly k succeed, at
 * most k, or at least k (A&S 26.5.24). k may lie outside 0..n. */
double stat_binomial(int64_t k, int64_t n, double p);
double stat_binomial_upto(int64_t k, int64_t n, double p);
double stat_binomial_from(int64_t k, int64_t n, double p);

/* The two-sided probability of a split of n = a + b events at least as unlikely as this one, if
 * both counts are Poisson with one rate and exposures ea and eb (times, numbers of calls or what
 * else they are normalised by; > 0): the conditional test of Przyborowski and Wilenski
 * (Biometrika 31, 1940), which is binomial in a with p = ea / (ea + eb). As unlikely means: not
 * more probable, but for rounding. 1 without events. It is exact: the probability of a result of
 * at most q is at most q where nothing differs. */
double stat_poisson_test(uint64_t a, uint64_t b, double ea, double eb);

/* ---- Student's t ---- */

/* P(|T| >= |t|) with `df` > 0 degrees of freedom, of which there may be INFINITY (A&S 26.7.1); 1 if
 * t is NaN. */
double stat_t_two_sided(double t, double df);

/* ---- variances of many rows ---- */

/* What rows have in common: their variances are as those of a sample with `df` degrees of freedom
 * more, whose variance is `variance`. df is 0 where nothing can be said of it, and INFINITY where
 * rows differ no more than chance makes them differ. */
struct stat_prior {
    double df, variance;
};

/* The prior of n rows with sample variances v[] (>= 0), each of df > 0 degrees of freedom: the
 * empirical Bayes method of Smyth, "Linear models and empirical Bayes methods for assessing
 * differential expression in microarray experiments" (Statistical Applications in Genetics and
 * Molecular Biology 3, 2004), section 6.2, known as limma; but rows are taken to differ more than
 * they are seen to, by what a few of them leave in doubt. Variances below a hundred thousandth of
 * the mean count as that much. Fewer than three rows, or all 0: df is 0. */
struct stat_prior stat_moderate(const double *v, size_t n, double df);

/* The variance of a row that has `v` by itself (section 5); its degrees of freedom are the sum of
 * df and those of the prior. */
double stat_moderated(struct stat_prior prior, double v, double df);

/* ---- many tests ---- */

/* The smallest rate of false discoveries at which each of n tests with probabilities p[] would be
 * among the discoveries (Benjamini and Hochberg, Journal of the Royal Statistical Society B 57,
 * 1995). NaN: not tested, and not counted; stays NaN. `adjusted` may be p. False if memory runs out
 * or there are more than 2^32 - 1 tests. */
void stat_adjust(const double *p, size_t n, double *adjusted);

#endif
