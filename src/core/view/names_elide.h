/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names_elide: source forms of function names with parts left out.
 *
 * Reads what demanglers write: `int& ns::A<int>::f<char>(int) const [clone .cold]`. It does not
 * know the language's grammar, only its brackets, operators and spaces; a name that does not fit is
 * passed on whole. The function's own name, operators, lambdas with their parameters and numbers,
 * "(anonymous namespace)", ABI tags and [clone ..] always stay. */
#ifndef GPTUI_VIEW_NAMES_ELIDE_H
#define GPTUI_VIEW_NAMES_ELIDE_H

#include <stddef.h>

#include "core/base/text.h"

enum {
    ELIDE_PARAMS = 1,    /* leave out parameter lists and what qualifies the function behind them */
    ELIDE_TEMPLATES = 2, /* write template arguments as <..>, also in parameters */
    ELIDE_INNER = 4,     /* only those inside other arguments and in parameters */
};

/* Append the name s of n bytes without its return type and less what `parts` says. */
void names_elide(const char *s, size_t n, unsigned parts, struct text *out);

#endif
