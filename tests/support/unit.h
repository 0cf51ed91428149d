/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit: what unit tests begin with: cmocka with what it wants, and a test without a state. */
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

#include "core/base/attr.h"

#define TEST(name) static void name(void **state __attribute__((unused)))

#endif
