/* SPDX-License-Identifier: GPL-3.0-or-later */
/* judge: did the program take bad input as it should? Status 0 or 1, one line on failure, nothing
 * that steers a terminal in it, no file left, a heap in proportion to the input. */
#ifndef TESTS_HOSTILE_JUDGE_H
#define TESTS_HOSTILE_JUDGE_H

#include "served.h"

/* What is wrong with the last run, on n bytes of input, or NULL; in malloc'ed text. */
char *judge_run(const struct served *s, size_t n_input);

/* The message must match an extended regular expression. */
char *judge_message(const struct served *s, const char *pattern);

/* What differs from a run by GNU gprof with the same input: another exit status; and, if `output`
 * is set and both succeeded, another standard output. We may refuse what gprof makes the best of.
 */
char *judge_oracle(const struct served *s, const struct served *gprof, bool output);

/* gprof ended by itself, so that it can be compared with. */
bool judge_is_oracle(const struct served *gprof);

#endif
