/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What samples are worth, against the clock that they are of. */
#include <math.h>

#include "runtime/account.h"

#include "tests/support/unit.h"

enum { PERIOD = 1000 };

static const struct account_pace by_tick = {PERIOD, PERIOD}, at_any_time = {1000000, 0};

TEST(what_is_owed_is_taken_in_whole_periods)
{
    struct account a;
    account_begin(&a, 50000, 1, &by_tick);
    account_pass(&a, 60500);
    assert_int_equal(account_take_rest(&a, PERIOD), 10);
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    assert_int_equal(a.owed_ns, 500);
    account_pass(&a, 61000);
    assert_int_equal(account_take_rest(&a, PERIOD), 1);
}

/* A clock that stood still, and one that goes back. */
TEST(what_did_not_pass_is_not_owed)
{
    struct account a;
    account_begin(&a, 5000, 1, &by_tick);
    account_pass(&a, 5000);
    account_pass(&a, 4000);
    assert_int_equal(a.owed_ns, 0);
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    assert_int_equal(a.clock_ns, 5000);
}

/* A sample stands for its period, though it comes before its end, for none that others stand for,
 * and for all that went by without one. */
TEST(a_sample_stands_for_its_period)
{
    const struct account_pace pace = {4 * PERIOD, PERIOD};
    struct account a;
    account_begin(&a, 0, 1, &pace);
    account_pass(&a, 3 * PERIOD);
    assert_int_equal(account_take(&a, &pace), 1);
    assert_int_equal(a.owed_ns, -PERIOD);
    a.due_ns = 0;
    assert_int_equal(account_take(&a, &pace), 0);
    a.due_ns = PERIOD;
    account_pass(&a, 15 * PERIOD);
    assert_in_range(account_take(&a, &pace), 2, 3);
    assert_in_range(a.owed_ns + 8 * PERIOD, 7 * PERIOD, 11 * PERIOD);
}

enum { TICKS = 100000, LOOP = 5 };

/* A clock that runs without a pause, looked at with each tick, and a program that does something
 * else in each of LOOP ticks: all of them get the same, and together all that has passed. */
TEST(nothing_keeps_step)
{
    static const uint64_t periods[] = {PERIOD * 3 / 2, PERIOD * 2, PERIOD * 5 / 2, PERIOD * LOOP};
    for (size_t i = 0; i < sizeof periods / sizeof periods[0]; i++) {
        const struct account_pace pace = {periods[i], PERIOD};
        uint64_t found[LOOP] = {0}, all = 0;
        struct account a;
        account_begin(&a, 0, 12345, &pace);
        uint64_t due = account_next(&a, &pace);
        for (uint64_t tick = 1; tick <= TICKS; tick++) {
            if (tick * PERIOD < due)
                continue;
            account_pass(&a, tick * PERIOD);
            uint64_t n = account_take(&a, &pace);
            found[tick % LOOP] += n;
            all += n;
            due = tick * PERIOD + account_next(&a, &pace);
        }
        const double wanted = (double)TICKS * PERIOD / (double)periods[i];
        assert_in_range((uint64_t)(1e6 * (double)all / wanted), 999900, 1000100);
        for (int k = 0; k < LOOP; k++) /* five deviations of one chance in LOOP */
            assert_in_range(found[k], (uint64_t)(wanted / LOOP - 5 * sqrt(wanted / LOOP)),
                            (uint64_t)(wanted / LOOP + 5 * sqrt(wanted / LOOP)));
    }
}

/* A thread that lives for half a tick, at whose middle one comes, is found as often as its time is
 * worth: of a period of two ticks, every other time that a tick comes at all. */
TEST(short_threads_are_found)
{
    const struct account_pace pace = {PERIOD * 2, PERIOD};
    uint64_t found = 0;
    struct account a = {.random = 1};
    for (uint32_t i = 0; i < TICKS; i++) {
        account_begin(&a, 0, random_next(&a.random), &pace);
        account_pass(&a, PERIOD / 4);
        found += account_next(&a, &pace) <= PERIOD / 4 && account_take(&a, &pace) == 1;
    }
    assert_in_range(found, TICKS * 49 / 100, TICKS * 64 / 100);
}

/* At a sample a tick each tick takes one, also where ticks come a little early or late, and one
 * that was missed is in the next one. */
TEST(the_tick_is_the_limit)
{
    struct account a;
    account_begin(&a, 0, 1, &by_tick);
    for (uint64_t i = 1; i <= 1000; i++) {
        assert_in_range(account_next(&a, &by_tick), 1, PERIOD / 2);
        account_pass(&a, i * PERIOD - PERIOD / 2 + i % 7);
        assert_int_equal(account_take(&a, &by_tick), 1);
    }
    account_pass(&a, 1003 * PERIOD - PERIOD / 2);
    assert_int_equal(account_take(&a, &by_tick), 3);
}

TEST(a_clock_of_its_own_has_random_periods)
{
    enum { N = 1000 };
    uint64_t sum = 0, now = 0, n_long = 0;
    struct account a;
    account_begin(&a, 0, 1, &at_any_time);
    for (int i = 0; i < N; i++) {
        uint64_t next = account_next(&a, &at_any_time);
        assert_in_range(next, 1, 2000000);
        n_long += next > 1200000;
        account_pass(&a, now += next);
        sum += account_take(&a, &at_any_time);
    }
    assert_in_range(sum, now / 1000000 - 1, now / 1000000 + 1);
    assert_in_range(n_long, N / 5, N / 2);
}
