/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers over runs, worked out by hand: mean, standard deviation, what stands out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/analyze/spread.h"
#include "core/model/symbol.h"

static void expect(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fmax(1, fabs(want))))
        fail_msg("%.15g, not %.15g", got, want);
}

/* 2 4 4 4 5 5 7 9: mean 5, squares 32. */
static void by_hand(void **state)
{
    (void)state;
    static const double v[] = {2, 4, 4, 9, 4, 5, 5, 7};
    struct run_spread s;
    spread_of(v, 8, 0, &s);
    assert_int_equal(s.n, 8);
    expect(s.mean, 5);
    expect(s.max, 9);
    expect(s.sd, sqrt(32.0 / 7));
    assert_int_equal(s.worst, 3);
    expect(spread_cost(&s), 4);
}

/* Runs in which a function has no time count, though nothing is kept of them. */
static void zeros_count(void **state)
{
    (void)state;
    static const double v[] = {3, 0, 6, 0, 6};
    static const double left[] = {3, 6, 6};
    struct run_spread s, t;
    spread_of(v, 5, 0, &s);
    spread_of(left, 3, 2, &t);
    expect(t.mean, 3);
    expect(t.mean, s.mean);
    expect(t.sd, s.sd);
    assert_int_equal(t.worst, 1);
    assert_int_equal(s.worst, 2);
}

/* One run does everything: balancing saves all of it but a share. */
static void one_run_does_everything(void **state)
{
    (void)state;
    static const double one[] = {8}, same[] = {2, 2, 2};
    struct run_spread s;
    spread_of(one, 1, 3, &s);
    expect(spread_cost(&s), 6);
    spread_of(same, 3, 0, &s);
    expect(s.sd, 0);
    spread_of(one, 1, 0, &s);
    assert_true(isnan(s.sd) && isnan(spread_cost(&s)));
    spread_of(NULL, 0, 4, &s);
    expect(s.mean, 0);
    assert_int_equal(s.worst, NO_ID);
    spread_of(NULL, 0, 0, &s);
    assert_true(isnan(s.mean) && isnan(s.max));
}

/* Median 10.05; distances 0.95 0.15 0.05 0.05 0.15 4.95: their median is 0.15. */
static void what_is_usual(void **state)
{
    (void)state;
    static const double v[] = {9.1, 10.2, 10, 10.1, 9.9, 15};
    struct usual u;
    usual_of(v, 6, 0, &u);
    expect(u.median, 10.05);
    expect(u.high - u.median, 3.5 * 1.4826 * 0.15);
    assert_true(v[5] > u.high && v[0] < u.low && v[1] < u.high && v[4] > u.low);
    /* A noise of one in each value: then 9.1 may be chance. */
    usual_of(v, 6, 1, &u);
    expect(u.low, 10.05 - 3.5);
    assert_true(v[5] > u.high && v[0] > u.low);
}

/* Runs that hardly differ differ by chance; of three nothing is said. */
static void little_is_usual(void **state)
{
    (void)state;
    static const double v[] = {100, 100, 100, 101, 100, 104}, few[] = {1, 1, 50};
    struct usual u;
    usual_of(v, 6, 0, &u);
    assert_true(v[3] < u.high && v[5] > u.high);
    usual_of(few, 3, 0, &u);
    assert_true(few[2] < u.high);
    usual_of(NULL, 0, 0, &u);
    assert_true(isnan(u.median));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(zeros_count),
        cmocka_unit_test(one_run_does_everything),
        cmocka_unit_test(what_is_usual),
        cmocka_unit_test(little_is_usual),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
