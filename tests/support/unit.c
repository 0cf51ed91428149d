/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/unit.h"

#include <locale.h>

enum { TESTS_MOST = 200 };

static struct unit_test *tests, *each, *all;

void unit_add(struct unit_test *t)
{
    struct unit_test **at = &tests;
    if (!t->run) {
        *(t->name ? &each : &all) = t;
        return;
    }
    while (*at && (*at)->line < t->line)
        at = &(*at)->next;
    t->next = *at;
    *at = t;
}

struct err *no_err(void)
{
    static struct err e;
    err_clear(&e);
    return &e;
}

int use_utf8(void **state __attribute__((unused)))
{
    return setlocale(LC_CTYPE, "C.UTF-8") ? 0 : -1;
}

/* Weak: a program of tests may have a main function for more. */
__attribute__((weak)) int main(void)
{
    return unit_run();
}

int unit_run(void)
{
    struct CMUnitTest list[TESTS_MOST];
    size_t n = 0;
    for (const struct unit_test *t = tests; t && n < TESTS_MOST; t = t->next)
        list[n++] = (struct CMUnitTest){t->name, t->run, each ? each->set_up : NULL,
                                        each ? each->tear_down : NULL, NULL};
    return _cmocka_run_group_tests("tests", list, n, all ? all->set_up : NULL,
                                   all ? all->tear_down : NULL);
}
