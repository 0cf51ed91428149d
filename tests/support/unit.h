/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit: what unit tests begin with: cmocka with what it wants, and tests that need only be written.
 * A file with tests has no main function: that of unit.c runs them in the order of their lines. */
#ifndef GPTUI_TESTS_UNIT_H
#define GPTUI_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/err.h"
#include "core/base/text.h"

struct unit_test {
    const char *name;
    CMUnitTestFunction run; /* NULL: a set-up and a tear-down */
    CMFixtureFunction set_up, tear_down;
    int line;
    struct unit_test *next;
};

/* Before main, by the macros below. It lives on. */
void unit_add(struct unit_test *t);

/* All tests; returns the exit status. */
int unit_run(void);

#define UNIT_ADD(id, ...)                                                                          \
    __attribute__((constructor)) static void id(void)                                              \
    {                                                                                              \
        static struct unit_test t = {__VA_ARGS__};                                                 \
        unit_add(&t);                                                                              \
    }

/* A test; its body follows. */
#define TEST(f)                                                                                    \
    static void f(void **state);                                                                   \
    UNIT_ADD(add_##f, .name = #f, .run = f, .line = __LINE__)                                      \
    static void f(void **state __attribute__((unused)))

/* What is done before and after each test of the file, and once for all; either may be NULL. */
#define EACH_TEST(before, after)                                                                   \
    UNIT_ADD(add_each, .name = "", .set_up = before, .tear_down = after)                           \
    struct unit_test
#define ALL_TESTS(before, after)                                                                   \
    UNIT_ADD(add_all, .set_up = before, .tear_down = after)                                        \
    struct unit_test

/* Where an error goes that would end a test anyway. The same one each time, cleared. */
struct err *no_err(void);

/* The text, which is released. */
#define assert_taken(t, want)                                                                      \
    do {                                                                                           \
        assert_string_equal(text_z(t), want);                                                      \
        text_release(t);                                                                           \
    } while (0)

/* A set-up: characters are UTF-8. */
int use_utf8(void **state);

#endif
