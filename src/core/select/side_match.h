/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_match: the symbols that one side of a symspec matches; functions of the runtime. */
#ifndef GPTUI_SELECT_SIDE_MATCH_H
#define GPTUI_SELECT_SIDE_MATCH_H

#include "core/options/symspec.h"
#include "core/select/symset.h"

/* Take the specification of a filter apart as its option reads it. */
void filter_symspec(const struct filter *f, bool strict, struct symspec *out);

/* One of our forms selects the symbols that it matches one by one; a SPEC, as gprof's do, runs of
 * neighbours. */
static inline bool side_is_exact(const struct side *s)
{
    return s->kind != SIDE_SPEC;
}

/* Set hit[y], per symbol of the table, to whether the side matches it. Fails with ERR_REGEX. */
bool side_match(const struct symset_source *src, const struct side *side, uint8_t *hit,
                struct err *e) ATTR_MUST_USE;

/* Set hit[y] for the functions of the profiling runtime, which gprof leaves out of everything. */
void runtime_match(const struct symset_source *src, uint8_t *hit);

/* Does the profiling runtime have a function of that name (without the target's leading character)?
 * gprof leaves these out of everything. */
bool symset_is_runtime(const char *name);

#endif
