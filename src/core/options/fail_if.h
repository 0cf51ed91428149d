/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fail_if: what --fail-if says, taken apart; no symbols involved yet.
 *
 *     CONDITION := WHAT ( NAME ) OP LIMIT [real]     blanks may stand between the words
 *     WHAT      := self | total | calls | percall
 *     NAME      := total | SYMSPEC                   total: the whole program
 *     OP        := > | <
 *     LIMIT     := [+|-] N [ % | s | ms | us | ns | k | M | G ]
 *
 * A LIMIT with a sign or in percent is one of the change from old to new, any other one of the new
 * side. Times are seconds if no unit is given. `real` holds of changes of time that are no noise,
 * and of any change of calls. A symspec of more than one function means any of them. */
#ifndef GPTUI_OPTIONS_FAIL_IF_H
#define GPTUI_OPTIONS_FAIL_IF_H

#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"

enum fail_what { FAIL_SELF, FAIL_TOTAL, FAIL_CALLS, FAIL_PER_CALL };

struct fail_if {
    enum fail_what what;
    const char *name; /* n_name bytes of the text that was parsed */
    size_t n_name;
    bool whole;   /* the name is `total` */
    bool above;   /* >, else < */
    bool percent; /* limit is of the change in percent */
    bool change;  /* limit is of the change, else of the new side */
    bool real;
    double limit; /* percent, seconds or calls */
};

/* Fails with ERR_SPEC. */
bool fail_if_parse(struct fail_if *f, const char *text, struct err *e) ATTR_MUST_USE;

#endif
