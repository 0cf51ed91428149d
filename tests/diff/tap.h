/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tap: results in the Test Anything Protocol. */
#ifndef TESTS_TAP_H
#define TESTS_TAP_H

#include <stdbool.h>
#include <stddef.h>

struct tap {
    size_t n, n_failed;
};

void tap_result(struct tap *t, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int tap_done(struct tap *t); /* prints the plan; the exit status: no test at all is a failure */

#endif
