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

static void what_is_owed_is_taken_in_whole_periods(void **state)
{
    struct account a;
    (void)state;
    account_begin(&a, 50000);
    account_pass(&a, 60500);
    assert_int_equal(account_take_rest(&a, PERIOD), 10);
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    assert_int_equal(a.owed_ns, 500);
    account_pass(&a, 61000);
    assert_int_equal(account_take_rest(&a, PERIOD), 1);
}

/* A clock that stood still, and one that goes back. */
static void what_did_not_pass_is_not_owed(void **state)
{
    struct account a;
    (void)state;
    account_begin(&a, 5000);
    account_pass(&a, 5000);
    account_pass(&a, 4000);
    assert_int_equal(account_take_rest(&a, PERIOD), 0);
    assert_int_equal(a.clock_ns, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_owed_is_taken_in_whole_periods),
        cmocka_unit_test(what_did_not_pass_is_not_owed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
