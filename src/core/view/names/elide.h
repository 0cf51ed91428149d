/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elide: source forms of function names with parts left out.
 *
 * Reads what demanglers write: `int& ns::A<int>::f<char>(int) const [clone .cold]`. It does not
 * know the language's grammar, only its brackets, operators and spaces; a name that does not fit is
 * passed on whole. The function's own name, operators, lambdas with their parameters and numbers,
 * "(anonymous namespace)", ABI tags and [clone ..] always stay. */
#ifndef GPTUI_VIEW_NAMES_ELIDE_H
#define GPTUI_VIEW_NAMES_ELIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/load/image/demangle_tree.h"

/* What to keep. */
struct name_parts {
    bool params;    /* parameter lists and what qualifies the function after them */
    unsigned depth; /* levels of template arguments; below they are <..>. In parameters one less. */
    bool first;     /* of the outermost arguments only the first: <int, ..> */
};
#define ALL_DEPTHS UINT32_MAX

/* Append the name s of n bytes without its return type and with those parts. */
void names_elide(const char *s, size_t n, struct name_parts keep, struct text *out);

/* Fill an empty form with the parts of that name. */
void names_read_form(const char *s, size_t n, struct name_form *out);

#endif
