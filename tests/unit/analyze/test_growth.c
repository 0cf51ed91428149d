/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth exponents: exact powers come back; scattered points against the normal equations solved in
 * 40 digits (mpmath), with quantiles of t found by halving an interval of its distribution. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/analyze/growth.h"
#include "core/base/attr.h"

struct pair {
    double size, value;
};

static struct growth fit(const struct pair *pairs, size_t n)
{
    struct growth_point p[16];
    struct growth g;
    for (size_t i = 0; i < n; i++)
        p[i] = (struct growth_point){log(pairs[i].size), pairs[i].value};
    growth_fit(p, n, &g);
    return g;
}

static void expect(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        fail_msg("%.15g, not %.15g", got, want);
}

static void expect_slope(const struct slope *s, double exponent, double error)
{
    expect(s->exponent, exponent, 1e-9);
    expect(slope_error(s), error, 1e-6);
}

static void powers_come_back(void **state)
{
    (void)state;
    for (double k = -1; k <= 3; k += 0.25) {
        struct pair p[6];
        for (int i = 0; i < 6; i++)
            p[i] = (struct pair){1000 << i, 0.37 * pow(1000 << i, k)};
        struct growth g = fit(p, 6);
        expect_slope(&g.all, k, 0);
        expect_slope(&g.end, k, 0);
        assert_int_equal(g.n_points, 6);
    }
}

static void scattered_points(void **state)
{
    (void)state;
    static const struct pair three[] = {{4000, 4.9}, {1000, 0.31}, {2000, 1.18}};
    static const struct pair six[] = {{100, 1.2e5}, {400, 1.7e6}, {100, 1.25e5},
                                      {800, 6.9e6}, {200, 4.1e5}, {400, 1.62e6}};
    struct growth g = fit(three, ARRAY_LEN(three));
    expect_slope(&g.all, 1.99122081430785, 0.46050626795596);
    assert_false(slope_known(&g.end));
    g = fit(six, ARRAY_LEN(six));
    assert_int_equal(g.n_sizes, 4);
    expect_slope(&g.all, 1.92626899408049, 0.0998160313104832);
    expect_slope(&g.end, 2.03645027352372, 0.113707829538873);
}

/* Small sizes hide what n^2 + 50 n comes to. */
static void the_large_end(void **state)
{
    (void)state;
    static const struct pair p[] = {
        {10, 600}, {100, 15000}, {1000, 1050000}, {10000, 100500000}, {100000, 10005000000}};
    struct growth g = fit(p, ARRAY_LEN(p));
    expect_slope(&g.all, 1.8270206487878, 0.222421083037417);
    expect_slope(&g.end, 1.98951389695115, 0.0626278255533259);
}

static void sizes_close_together(void **state)
{
    (void)state;
    static const struct pair p[] = {
        {1e12, 5.0e9}, {1e12 + 1e6, 5.00001e9}, {1e12 + 2e6, 5.00002e9}, {1e12 + 3e6, 5.00003e9}};
    struct growth g = fit(p, ARRAY_LEN(p));
    expect(g.all.exponent, 1.9999970000135, 1e-5);
}

/* Through two sizes there is always a line; zeros and what is no number have no logarithm. */
static void too_little(void **state)
{
    (void)state;
    static const struct pair two[] = {{10, 1}, {10, 2}, {20, 5}, {20, 4}};
    static const struct pair zeros[] = {{10, 0}, {20, 4}, {30, 0}, {40, 16}, {50, NAN}};
    static const struct pair enough[] = {{10, 0}, {20, 4}, {40, 16}, {80, 64}, {1, INFINITY}};
    struct growth g = fit(two, ARRAY_LEN(two));
    assert_false(slope_known(&g.all));
    assert_int_equal(g.n_sizes, 2);
    g = fit(zeros, ARRAY_LEN(zeros));
    assert_false(slope_known(&g.all));
    assert_int_equal(g.n_points, 2);
    g = fit(enough, ARRAY_LEN(enough));
    expect_slope(&g.all, 2, 0);
    assert_false(slope_known(&g.end));
    g = fit(NULL, 0);
    assert_false(slope_known(&g.all) || slope_known(&g.end));
}

/* What does not change grows with n^0. */
static void constant(void **state)
{
    (void)state;
    static const struct pair p[] = {{1, 7}, {2, 7}, {4, 7}, {8, 7}};
    struct growth g = fit(p, ARRAY_LEN(p));
    expect_slope(&g.all, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(powers_come_back), cmocka_unit_test(scattered_points),
        cmocka_unit_test(the_large_end),    cmocka_unit_test(sizes_close_together),
        cmocka_unit_test(too_little),       cmocka_unit_test(constant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
