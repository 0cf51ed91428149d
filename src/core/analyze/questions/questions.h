/* SPDX-License-Identifier: GPL-3.0-or-later */
/* questions: what a browser asks of an analysis that no report does. All answers are NO_ID if there
 * is none. The analysis has entries (settings.no_entries is off). None takes more steps than there
 * are symbols, cycles and arcs. */
#ifndef GPTUI_ANALYZE_QUESTIONS_QUESTIONS_H
#define GPTUI_ANALYZE_QUESTIONS_QUESTIONS_H

#include "core/analyze/analysis.h"

/* The symbol itself, or the first member of a cycle. */
sym_id analysis_symbol_of(const struct analysis *a, node_id n);

/* The symbol that begins at an address. */
sym_id analysis_symbol_at(const struct analysis *a, uint64_t addr);

/* The first symbol of this raw name, a function rather than a line of one. Looks at all of them. */
sym_id analysis_named(const struct analysis *a, const char *raw);

/* The symbol with most time of its own, the first of several; NO_ID if none has any. */
sym_id analysis_hottest(const struct analysis *a);

/* The caller of n that brings most time, then most calls; it is not n itself. A cycle is asked for
 * its first member. */
sym_id analysis_heaviest_caller(const struct analysis *a, node_id n);

/* The node whose entry is printed first, or that would be if any were; NO_ID without symbols. */
node_id analysis_first_entry(const struct analysis *a);

/* The node with this number, "[3]". */
node_id analysis_numbered(const struct analysis *a, uint64_t number);

/* Whether a call is recorded that a function in [lo, hi) made: else none of them is compiled to
 * count calls. */
bool analysis_counts_calls(const struct analysis *a, uint64_t lo, uint64_t hi);

/* The next symbol in the order of entries, without cycles. *at is 0 at first, and moves on. */
sym_id analysis_next_ranked(const struct analysis *a, uint32_t *at);

#endif
