/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session/guard: the conditions of --fail-if. */
#ifndef GPTUI_SESSION_GUARD_H
#define GPTUI_SESSION_GUARD_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/session/session.h"

struct guard_answer {
    struct text why; /* lines, to be released by who asked */
    bool holds;      /* some condition does */
    bool is_open;    /* of some it cannot be decided: the runs are too few to know what is real */
};

/* Answer, all zero before: a line for each function of which a condition holds, and for each
 * condition that cannot be decided. `program` begins each. A function that a condition names alone
 * is tested as the only one; several are corrected for their number. Fails as session_diff, or with
 * ERR_SPEC if a condition names no function of either side. */
bool session_guard(struct session *s, const char *program, struct guard_answer *out,
                   struct err *e) ATTR_MUST_USE;

#endif
