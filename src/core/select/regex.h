/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select/regex: the door to PCRE2.
 *
 * Bytes are matched as UTF-8 where both sides are valid UTF-8, else as bytes. Matching is bounded:
 * an expression that runs away on one subject does not match it. Plain text is searched without
 * PCRE2. A struct regex must not be shared between threads: it keeps working memory. */
#ifndef GPTUI_SELECT_REGEX_H
#define GPTUI_SELECT_REGEX_H

#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"

struct regex;

enum regex_case {
    REGEX_EXACT,
    REGEX_SMART, /* ignore case unless the pattern has a capital letter */
};

/* Fails with ERR_REGEX (reason, pattern, offset). */
struct regex *regex_new(const char *pattern, size_t n, enum regex_case c,
                        struct err *e) ATTR_MUST_USE;
void regex_free(struct regex *r);

/* The first match in s[from, n): true and its bytes in [*lo, *hi) (both may be NULL). */
bool regex_find(const struct regex *r, const char *s, size_t n, size_t from, size_t *lo,
                size_t *hi);

/* True if the pattern has no character with a meaning of its own, i.e. is plain text. */
bool regex_is_literal(const char *pattern, size_t n);

#endif
