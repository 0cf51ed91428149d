/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session/sum: the sum of a session's files (-s), with all that goes with it. */
#ifndef GPTUI_SESSION_SUM_H
#define GPTUI_SESSION_SUM_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/sum.h"
#include "core/session/session.h"

/* Write the sum to the file that the settings of s name, and the sums of what goes with its files
 * beside it; to the letter (strict) the sum alone. *rest says what that leaves out. Fails as
 * sum_write and sum_write_rest. */
bool session_write_sum(const struct session *s, struct sum_rest *rest, struct err *e) ATTR_MUST_USE;

#endif
