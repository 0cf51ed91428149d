/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values: units come before divisions, as in gprof, which decides the last digit; what a row lacks
 * is not a number. */
#include "core/view/values.h"

#include "tests/support/unit.h"

TEST(unit_comes_before_the_division)
{
    const struct amounts r = {.hz = 100, .self = 13, .child = 0, .calls = 16};
    char text[32];
    snprintf(text, sizeof text, "%.2f", value_of(&r, VALUE_SELF_PER_CALL, 1e3));
    assert_string_equal(text, "8.12"); /* of 8.125 exactly */
    assert_true(value_of(&r, VALUE_SELF_PER_CALL, 1e3) == 8.125);
}

TEST(what_is_missing_is_no_number)
{
    const struct amounts no_rate = {.self = 1, .calls = 1, .whole = 1};
    const struct amounts no_calls = {.hz = 100, .self = 1, .wait = -1};
    for (int v = VALUE_SELF; v <= VALUE_WALL; v++)
        assert_true(isnan(known_value(&no_rate, (enum row_value)v, 1)) == (v != VALUE_CALLS));
    assert_true(isinf(value_of(&no_rate, VALUE_SELF, 1))); /* what gprof prints */
    assert_true(isnan(known_value(&no_calls, VALUE_SELF_PER_CALL, 1)));
    assert_true(isnan(known_value(&no_calls, VALUE_SHARE_PCT, 1)));
    assert_true(known_value(&no_calls, VALUE_SELF_PCT, 1) == 100); /* gprof's base of nothing: 1 */
    assert_true(isnan(known_value(&no_calls, VALUE_WAIT, 1)));
    assert_true(isnan(known_value(&no_calls, VALUE_WALL, 1)));
    assert_true(percent_or_0(1, 0) == 0 && part_of(1, 0) == 0);
}

TEST(wall_is_self_and_wait_and_of_an_entry_children)
{
    const struct amounts r = {.hz = 1000, .self = 250, .child = 250, .wait = 1500};
    const struct amounts none = {.hz = 1000, .self = 250, .child = 250, .wait = -1};
    assert_true(known_value(&r, VALUE_TOTAL_WALL, 1) == 2);
    assert_true(isnan(known_value(&none, VALUE_TOTAL_WALL, 1)));
    assert_true(known_value(&r, VALUE_WAIT, 1) == 1.5);
    assert_true(known_value(&r, VALUE_WALL, 1) == 1.75);
    assert_true(known_value(&r, VALUE_SELF, 1) == 0.25);
}

/* 64 of 100 samples, of which 36 are its own: sums are Poisson, shares binomial. */
TEST(errors_of_sums_and_shares)
{
    const struct amounts x = {.hz = 10, .self = 36, .child = 28, .all = 100};
    assert_true(fabs(value_of(&x, VALUE_ERROR, 1) - 0.6) < 1e-9);
    assert_true(fabs(value_of(&x, VALUE_TOTAL_ERROR, 1) - 0.8) < 1e-9);
    assert_true(fabs(value_of(&x, VALUE_SELF_PCT_ERROR, 1) - 4.8) < 1e-9);
    assert_true(share_error(0, 100) == 0 && share_error(100, 100) == 0 && share_error(5, 0) == 0);
}
