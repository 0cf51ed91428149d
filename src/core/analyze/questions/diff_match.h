/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_match: which function of one analysis is which of another.
 *
 * Functions of one raw name are the same; of several with one name (local to their files), those of
 * files with the same name, and what is left of them in the order of addresses. What has no partner
 * then may have been renamed: it is taken for a function without a partner that stands at the same
 * place among functions with one, in a file of the same name where files are known, with a size
 * that differs by a quarter or 16 bytes at most. That is a guess, and marked as one. */
#ifndef GPTUI_ANALYZE_QUESTIONS_DIFF_MATCH_H
#define GPTUI_ANALYZE_QUESTIONS_DIFF_MATCH_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/base/attr.h"
#include "core/base/err.h"

struct diff_match {
    sym_id *of_old, *of_new; /* per symbol of either: its partner, or NO_ID; free() both */
    bool *guessed;           /* per symbol of the new one; free() it */
};

struct diff_matching {
    const struct analysis *old, *new;
    struct lines *old_lines, *new_lines; /* files of functions; NULL: unknown */
};

/* False and e (ERR_MEMORY): then there is nothing to release. */
bool diff_match(const struct diff_matching *x, struct diff_match *out, struct err *e) ATTR_MUST_USE;
void diff_match_release(struct diff_match *m);

#endif
