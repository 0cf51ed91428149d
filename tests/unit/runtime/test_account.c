/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What samples are worth, against the clock that they are of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/account.h"

enum { PERIOD = 1000 };

static void what_no_sample_stands_for_is_owed(void **state)
{
    struct account a;
    (void)state;
    account_begin(&a, 50000);
    account_pass(&a, 60500);
    for (int i = 0; i < 3; i++)
        assert_true(account_take(&a, PERIOD));
    assert_int_equal(account_take_rest(&a, PERIOD), 7);
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    assert_int_equal(a.owed_ns, 500);
    account_pass(&a, 61000);
    assert_int_equal(account_take_rest(&a, PERIOD), 1);
}

/* A clock that a hypervisor stopped, and a counter that went on meanwhile. */
static void no_more_than_a_period_in_advance(void **state)
{
    struct account a;
    (void)state;
    account_begin(&a, 0);
    account_pass(&a, 1500);
    assert_true(account_take(&a, PERIOD));
    assert_true(account_take(&a, PERIOD));
    assert_false(account_take(&a, PERIOD));
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    account_pass(&a, 1000);
    assert_int_equal(a.clock_ns, 1500);
    assert_int_equal(a.owed_ns, -500);
}

/* Samples at any times: within the margin each is worth the same, and the sum follows the clock. */
static void samples_at_random_follow_the_clock(void **state)
{
    struct account a;
    uint64_t sum = 0, now = 0;
    uint32_t seed = 1;
    (void)state;
    account_begin(&a, 0);
    for (int i = 0; i < 10000; i++) {
        seed = seed * 1103515245 + 12345;
        now += (seed >> 16) % (2 * PERIOD);
        account_pass(&a, now);
        uint64_t n = account_take_about(&a, 1, PERIOD);
        sum += n;
        assert_in_range(sum * PERIOD + 4 * PERIOD, now, now + 8 * PERIOD);
    }
}

static void late_samples_stand_for_some_of_what_they_missed(void **state)
{
    struct account a;
    (void)state;
    account_begin(&a, 0);
    account_pass(&a, 100 * PERIOD);
    assert_int_equal(account_take_about(&a, 1, PERIOD), 26);
    assert_int_equal(account_take_rest(&a, PERIOD), 74);
}

/* As the kernel scales n ticks, k of them its own, to a CPU clock; neither part ever shrinks. */
static struct thread_use use_of(uint64_t k, uint64_t n, uint64_t clock_us)
{
    uint64_t system_us = clock_us * k / n;
    return (struct thread_use){clock_us - system_us, system_us, 0};
}

enum { TICK_US = 4000 };

static bool is_kernels(uint64_t k, uint64_t n, uint64_t k_now, uint64_t n_now, uint64_t us)
{
    const uint64_t clock_us = n * TICK_US;
    struct thread_use before = use_of(k, n, clock_us), now = use_of(k_now, n_now, clock_us + us);
    if (now.system_us < before.system_us)
        now.system_us = before.system_us;
    if (now.system_us > before.system_us + us)
        now.system_us = before.system_us + us;
    now.user_us = clock_us + us - now.system_us;
    return account_of_kernel(&before, &now, TICK_US);
}

/* A tick that a hypervisor has taken away, which happens at any clock, is nobody's. */
static void ticks_of_the_kernel(void **state)
{
    (void)state;
    for (uint64_t n = 2; n < 400; n++)
        for (uint64_t k = 1; k < n; k++)
            for (uint64_t us = 1000; us < 9000; us += 371) {
                bool is_sure = (n - k) * TICK_US > 4 * n;
                assert_true(is_kernels(k, n, k + 1, n + 1, us));
                assert_false(is_kernels(k, n, k, n + 1, us));
                assert_false(is_sure && is_kernels(k, n, k, n, us));
            }
    assert_true(is_kernels(7, 7, 8, 8, TICK_US));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_sample_stands_for_is_owed),
        cmocka_unit_test(no_more_than_a_period_in_advance),
        cmocka_unit_test(samples_at_random_follow_the_clock),
        cmocka_unit_test(ticks_of_the_kernel),
        cmocka_unit_test(late_samples_stand_for_some_of_what_they_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
