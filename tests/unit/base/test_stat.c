/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics against printed tables, closed forms and literal sums. */
#include <math.h>

#include "core/base/stat.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

#define PI 3.14159265358979323846

/* Equal but for `part` of it. */
static void near(double got, double want, double part)
{
    if (!(fabs(got - want) <= part * fabs(want) + 1e-300))
        fail_msg("%.17g instead of %.17g", got, want);
}

TEST(gamma_is_that_of_the_tables)
{
    double factorial = 1;
    near(stat_log_gamma(0.5), log(PI) / 2, 1e-14);
    near(stat_log_gamma(1e-5), 11.512919692895825, 1e-13);
    for (int n = 3; n < 60; n++) {
        factorial *= n - 1;
        near(stat_log_gamma(n), log(factorial), 1e-13);
    }
    near(stat_log_gamma(1e6), 12815504.569147612, 1e-14); /* A&S, table 6.4, continued by 6.1.41 */

    near(stat_digamma(1), -0.57721566490153286, 1e-13); /* minus Euler's constant */
    near(stat_digamma(0.5), -0.57721566490153286 - 2 * log(2), 1e-13);
    near(stat_digamma(101), -0.57721566490153286 + 5.1873775176396203, 1e-13);
    near(stat_trigamma(1), PI * PI / 6, 1e-13);
    near(stat_trigamma(0.5), PI * PI / 2, 1e-13);
    near(stat_trigamma(3), PI * PI / 6 - 1.25, 1e-13);
}

TEST(the_inverse_of_trigamma_is_one)
{
    for (double x = 1e-4; x < 1e7; x *= 1.7)
        near(stat_trigamma_inverse(stat_trigamma(x)), x, 2e-6);
    for (double x = 0.01; x < 1e4; x *= 1.3)
        near(stat_trigamma_inverse(stat_trigamma(x)), x, 1e-9);
}

/* ---- counts ---- */

/* Probabilities of 0..n one after the other, from the one before. */
static double *all_of(int n, double p)
{
    double *each = calloc((size_t)n + 1, sizeof *each);
    assert_non_null(each);
    each[0] = pow(1 - p, n);
    for (int k = 1; k <= n; k++)
        each[k] = each[k - 1] * (n - k + 1) / k * p / (1 - p);
    return each;
}

TEST(tails_are_sums)
{
    static const int sizes[] = {1, 2, 7, 40, 300};
    static const double chances[] = {0.02, 0.3, 0.5, 0.81};
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
        for (size_t j = 0; j < ARRAY_LEN(chances); j++) {
            int n = sizes[i];
            double *each = all_of(n, chances[j]), below = 0, above = 0;
            for (int k = 0; k <= n; k++) {
                below += each[k];
                near(stat_binomial(k, n, chances[j]), each[k], 1e-10);
                near(stat_binomial_upto(k, n, chances[j]), below, 1e-10);
            }
            for (int k = n; k >= 0; k--) {
                above += each[k];
                near(stat_binomial_from(k, n, chances[j]), above, 1e-10);
            }
            free(each);
        }
    assert_true(stat_binomial_from(0, 5, 0.5) == 1 && stat_binomial_from(6, 5, 0.5) == 0);
    assert_true(stat_binomial_upto(-1, 5, 0.5) == 0 && stat_binomial_upto(5, 5, 0.5) == 1);
}

TEST(tests_of_two_counts_are_sums)
{
    static const double ratios[] = {1, 3, 0.2, 1.7};
    for (size_t r = 0; r < ARRAY_LEN(ratios); r++)
        for (int n = 1; n <= 120; n += n < 12 ? 1 : 27) {
            double *each = all_of(n, ratios[r] / (ratios[r] + 1));
            for (int a = 0; a <= n; a++) {
                double want = 0;
                for (int k = 0; k <= n; k++)
                    want += each[k] <= each[a] * (1 + 1e-7) ? each[k] : 0;
                double got = stat_poisson_test((uint64_t)a, (uint64_t)(n - a), ratios[r], 1);
                near(got, want, 1e-9);
            }
            free(each);
        }
}

TEST(tests_of_two_counts_are_known_ones)
{
    near(stat_poisson_test(0, 0, 1, 1), 1, 0);
    near(stat_poisson_test(7, 13, 1, 1), 0.26317596435546875, 1e-12); /* 275960 / 2^20 */
    near(stat_poisson_test(0, 10, 1, 1), 2.0 / 1024, 1e-12);
    near(stat_poisson_test(682, 243, 3, 1), 0.3824915595748517, 1e-9); /* Conover 1971: Mendel */
    near(stat_poisson_test(5, 9, 2, 1), stat_poisson_test(9, 5, 1, 2), 1e-12);

    /* Large ones are normal: a is 10^8 with a standard deviation of 10^4 / sqrt(2). */
    double z = 1e4 / sqrt(5e7);
    double p = stat_poisson_test(100010000, 99990000, 1, 1);
    near(p, stat_t_two_sided(z, INFINITY), 1e-3);
    assert_true(stat_poisson_test(1000000, 2000000, 1, 1) < 1e-300);
}

/* ---- t ---- */

TEST(t_is_that_of_the_tables)
{
    static const struct {
        double df, p, t; /* A&S, table 26.10, with more digits by 26.7.3 and 26.7.4 */
    } rows[] = {
        {1, 0.975, 12.706204736174698},        {2, 0.975, 4.302652729749464},
        {5, 0.975, 2.5705818356363146},        {10, 0.995, 3.1692726726169},
        {30, 0.95, 1.6972608865939574},        {120, 0.975, 1.9799304050824413},
        {INFINITY, 0.975, 1.9599639845400545},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        near(stat_t_two_sided(-rows[i].t, rows[i].df), 2 * (1 - rows[i].p), 1e-10);
    for (double t = -40; t < 40; t += 0.7) { /* one degree: Cauchy's distribution */
        near(stat_t_two_sided(t, 1), 1 - 2 * atan(fabs(t)) / PI, 1e-9);
        near(stat_t_two_sided(t, 2), 1 - fabs(t) / sqrt(2 + t * t), 1e-9);
    }
    near(stat_beta(0.5, 2, 3), 0.6875, 1e-13);
    near(stat_beta(0.3, 1, 1), 0.3, 1e-13);
}

/* ---- many rows ---- */

static double draw_chi_square(uint64_t *seed, int df)
{
    double sum = 0;
    for (int i = 0; i < df; i++) {
        double z = made_normal(seed);
        sum += z * z;
    }
    return sum;
}

/* Variances drawn from a prior of 8 degrees and 3: it is found again. */
TEST(the_prior_of_variances_is_found)
{
    enum { N = 20000, DF = 4, PRIOR = 8 };
    static double v[N];
    uint64_t seed = 1;
    for (int i = 0; i < N; i++)
        v[i] = 3.0 * PRIOR / draw_chi_square(&seed, PRIOR) * draw_chi_square(&seed, DF) / DF;
    struct stat_prior found = stat_moderate(v, N, DF);
    near(found.df, PRIOR, 0.1);
    near(found.variance, 3, 0.03);
    near(stat_moderated(found, 5, DF), (found.df * found.variance + DF * 5) / (found.df + DF),
         1e-12);

    for (int i = 0; i < N; i++)
        v[i] = 3.0 * draw_chi_square(&seed, DF) / DF;
    found = stat_moderate(v, N, DF);
    assert_true(found.df > 100);
    near(found.variance, 3, 0.03);
}

TEST(few_rows_have_no_prior)
{
    static const double none[5] = {0}, equal[] = {2, 2, 2, 2}, holes[] = {0, 3, 0, 1};
    assert_true(stat_moderate(none, 5, 3).df == 0);
    assert_true(stat_moderate(equal, 2, 3).df == 0);
    assert_true(isinf(stat_moderate(equal, 4, 3).df));
    near(stat_moderated(stat_moderate(equal, 4, 3), 7, 3), 2, 1e-12);
    assert_true(stat_moderate(holes, 4, 3).df > 0);
    near(stat_moderated((struct stat_prior){0, 0}, 7, 3), 7, 1e-12);
}

TEST(many_tests_are_corrected)
{
    static const double p[] = {0.01, 0.5, NAN, 0.02, 0.03, 0.04, 0.9};
    static const double want[] = {0.06, 0.6, NAN, 0.06, 0.06, 0.06, 0.9};
    double got[ARRAY_LEN(p)];
    stat_adjust(p, ARRAY_LEN(p), got);
    for (size_t i = 0; i < ARRAY_LEN(p); i++)
        if (isnan(want[i]))
            assert_true(isnan(got[i]));
        else
            near(got[i], want[i], 1e-12);
    stat_adjust(NULL, 0, NULL);
}

/* Against the rule as it is written: rejected at q are the k smallest, for the largest k with
 * p(k) <= q k / n. */
TEST(the_correction_is_its_rule)
{
    enum { N = 50 };
    uint64_t seed = 3;
    for (int round = 0; round < 200; round++) {
        double p[N], adjusted[N], q = made_part(&seed), bar = -1;
        for (int i = 0; i < N; i++)
            p[i] = pow(made_part(&seed), 1 + round % 4);
        for (int i = 0; i < N; i++) {
            int rank = 0;
            for (int j = 0; j < N; j++)
                rank += p[j] <= p[i];
            if (p[i] <= q * rank / N && p[i] > bar)
                bar = p[i];
        }
        stat_adjust(p, N, adjusted);
        for (int i = 0; i < N; i++)
            assert_int_equal(adjusted[i] <= q, p[i] <= bar);
    }
}
