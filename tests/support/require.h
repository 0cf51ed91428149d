/* SPDX-License-Identifier: GPL-3.0-or-later */
/* require: what must hold for a test to go on, in programs with cmocka and without. */
#ifndef GPTUI_TESTS_REQUIRE_H
#define GPTUI_TESTS_REQUIRE_H

#include <stdbool.h>

/* Ends the program by SIGABRT unless it holds. cmocka takes that for a failure of the test at hand,
 * a fuzzer for a finding. */
void require(bool holds);

#endif
