/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/stat.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

/* From here on the asymptotic series below are exact to the last digits. */
#define LARGE 12

static const double LOG_2_PI = 1.8378770664093454836;

/* ---- functions ---- */

double stat_log_gamma(double x)
{
    double steps = 1;
    for (; x < LARGE; x++)
        steps *= x;
    double r = 1 / x, s = r * r;
    double series =
        r * (1.0 / 12 -
             s * (1.0 / 360 -
                  s * (1.0 / 1260 - s * (1.0 / 1680 - s * (1.0 / 1188 - s * (691.0 / 360360))))));
    return (x - 0.5) * log(x) - x + LOG_2_PI / 2 + series - log(steps);
}

double stat_digamma(double x)
{
    double steps = 0;
    for (; x < LARGE; x++)
        steps += 1 / x;
    double s = 1 / (x * x);
    double series =
        s * (1.0 / 12 -
             s * (1.0 / 120 -
                  s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760))))));
    return log(x) - 1 / (2 * x) - series - steps;
}

double stat_trigamma(double x)
{
    double steps = 0;
    for (; x < LARGE; x++)
        steps += 1 / (x * x);
    double r = 1 / x, s = r * r;
    double series =
        s * r *
        (1.0 / 6 -
         s * (1.0 / 30 - s * (1.0 / 42 - s * (1.0 / 30 - s * (5.0 / 66 - s * (691.0 / 2730))))));
    return r + s / 2 + series + steps;
}

/* The derivative of trigamma (A&S 6.4.14). */
static double tetragamma(double x)
{
    double steps = 0;
    for (; x < LARGE; x++)
        steps += 2 / (x * x * x);
    double r = 1 / x, s = r * r;
    double series = s * s * (0.5 - s * (1.0 / 6 - s * (1.0 / 6 - s * (3.0 / 10 - s * (5.0 / 6)))));
    return -s - s * r - series - steps;
}

double stat_trigamma_inverse(double y)
{
    if (y > 1e7)
        return 1 / sqrt(y);
    if (y < 1e-6)
        return 1 / y;
    double x = 0.5 + 1 / y;
    for (int i = 0; i < 50; i++) {
        double t = stat_trigamma(x);
        double step = t * (1 - t / y) / tetragamma(x);
        x += step;
        if (-step < 1e-12 * x)
            break;
    }
    return x;
}

/* The continued fraction of stat_beta, which converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double f = d;
    for (double m = 1; m < 1e6; m++) {
        const double steps[] = {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                                -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))};
        for (int odd = 0; odd < 2; odd++) {
            d = 1 + steps[odd] * d;
            c = 1 + steps[odd] / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            f *= c * d;
        }
        if (fabs(c * d - 1) < 1e-15)
            break;
    }
    return f;
}

double stat_beta(double x, double a, double b)
{
    if (!(x > 0))
        return 0;
    if (!(x < 1))
        return 1;
    double front = exp(stat_log_gamma(a + b) - stat_log_gamma(a) - stat_log_gamma(b) + a * log(x) +
                       b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(x, a, b) / a
                                     : 1 - front * beta_fraction(1 - x, b, a) / b;
}

/* ---- counts ---- */

double stat_binomial(int64_t k, int64_t n, double p)
{
    if (k < 0 || k > n)
        return 0;
    if (!(p > 0) || !(p < 1))
        return (p > 0 ? k == n : k == 0) ? 1 : 0;
    double d = (double)k, rest = (double)(n - k);
    return exp(stat_log_gamma(d + rest + 1) - stat_log_gamma(d + 1) - stat_log_gamma(rest + 1) +
               d * log(p) + rest * log1p(-p));
}

double stat_binomial_from(int64_t k, int64_t n, double p)
{
    if (k <= 0)
        return 1;
    return k > n ? 0 : stat_beta(p, (double)k, (double)(n - k) + 1);
}

double stat_binomial_upto(int64_t k, int64_t n, double p)
{
    if (k >= n)
        return 1;
    return k < 0 ? 0 : stat_beta(1 - p, (double)(n - k), (double)k + 1);
}

/* The first k of lo <= k < hi, where probabilities fall (else rise), from which on they are at most
 * (above) `limit`; or hi. */
static int64_t crossing(double limit, int64_t lo, int64_t hi, bool fall, int64_t n, double p)
{
    while (lo < hi) {
        int64_t mid = lo + (hi - lo) / 2;
        if ((stat_binomial(mid, n, p) <= limit) == fall)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

double stat_poisson_test(uint64_t a, uint64_t b, double ea, double eb)
{
    if (a > INT64_MAX / 2 || b > INT64_MAX / 2 || !(a + b))
        return 1;
    int64_t k = (int64_t)a, n = (int64_t)(a + b);
    double p = ea / (ea + eb), limit = stat_binomial(k, n, p) * (1 + 1e-7);
    int64_t mode = (int64_t)floor((double)(n + 1) * p);
    mode = mode < n ? mode : n;

    int64_t low = k, high = k;
    if (k < mode)
        high = crossing(limit, mode, n + 1, true, n, p);
    else
        low = crossing(limit, 0, mode, false, n, p) - 1;
    if (low >= high)
        return 1;
    double sum = stat_binomial_upto(low, n, p) + stat_binomial_from(high, n, p);
    return sum < 1 ? sum : 1;
}

/* ---- Student's t ---- */

double stat_t_two_sided(double t, double df)
{
    if (isnan(t))
        return 1;
    if (isinf(t))
        return 0;
    if (isinf(df))
        return erfc(fabs(t) / sqrt(2));
    return stat_beta(df / (df + t * t), df / 2, 0.5);
}

/* ---- variances of many rows ---- */

/* e of the paper: what the logarithm of a variance is above that expected of it. */
static double log_excess(double v, double floor, double df)
{
    return log(v > floor ? v : floor) - stat_digamma(df / 2) + log(df / 2);
}

/* How many standard errors more a spread is taken to be than is found of few rows, which is the
 * 95th percentile of a normal distribution. */
#define UNSURE 1.645

struct stat_prior stat_moderate(const double *v, size_t n, double df)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i];
    const double mean = n ? sum / (double)n : 0, floor = 1e-5 * mean;
    if (n < 3 || !(mean > 0))
        return (struct stat_prior){0, 0};
    double center = 0, spread = 0;
    for (size_t i = 0; i < n; i++)
        center += log_excess(v[i], floor, df) / (double)n;
    for (size_t i = 0; i < n; i++) {
        double off = log_excess(v[i], floor, df) - center;
        spread += off * off / (double)(n - 1);
    }
    double more = spread * (1 + UNSURE * sqrt(2 / (double)(n - 1))) - stat_trigamma(df / 2);
    if (!(more > 0))
        return (struct stat_prior){INFINITY, mean};
    double half = stat_trigamma_inverse(more);
    return (struct stat_prior){2 * half, exp(center + stat_digamma(half) - log(half))};
}

double stat_moderated(struct stat_prior prior, double v, double df)
{
    if (isinf(prior.df))
        return prior.variance;
    return (prior.df * prior.variance + df * v) / (prior.df + df);
}

/* ---- many tests ---- */

static int by_probability(const void *ctx, uint32_t a, uint32_t b)
{
    const double *p = ctx;
    return (p[a] > p[b]) - (p[a] < p[b]);
}

void stat_adjust(const double *p, size_t n, double *adjusted)
{
    if (n > UINT32_MAX)
        mem_fail();
    uint32_t *order = mem_array_raw(n, sizeof *order);
    size_t tested = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!isnan(p[i]))
            order[tested++] = i;
    sort_merge(order, tested, by_probability, p);

    if (adjusted != p)
        for (size_t i = 0; i < n; i++)
            adjusted[i] = NAN;
    double least = 1;
    for (size_t rank = tested; rank > 0; rank--) {
        uint32_t i = order[rank - 1];
        double own = p[i] * ((double)tested / (double)rank);
        least = own < least ? own : least;
        adjusted[i] = least;
    }
    free(order);
}
