/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symset: the symbols (and arcs) that symspecs select.
 *
 * 1. A specification selects runs of neighbouring symbols; a run reaches from the address of its
 *    first to the end of its last, and a symbol belongs to it if its address lies inside. So a run
 *    that ends in a symbol without a real end (data_start) loses what lies after .text, as in
 *    GNU gprof. Our own forms (/regex/, image=,
 *    dir=, ns=) select exactly the symbols that match.
 * 2. A set is the union of its specifications.
 *    QUIRK(gnu), strict only: the runs of all specifications go into one table in which runs with
 *    one start displace each other (the later option wins) and a lookup sees only the nearest
 *    start; pinned by tests/diff.
 * 3. An include set that selects nothing counts as not given: `some` is false. */
#ifndef GPTUI_SELECT_SYMSET_H
#define GPTUI_SELECT_SYMSET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/options/settings.h"
#include "core/select/symbol_places.h"

struct symset_source {
    const struct table *table;
    const struct sources *sources; /* may be NULL unless symset_needs_sources */
    const struct filter *filters;
    size_t n_filters;
    bool strict;
};

struct symset {
    bool some;
    uint8_t *has; /* per symbol; NULL if !some */
};

/* The set `which` of all filters, with gprof's built-in excludes (the profiling runtime's own
 * functions). Fails with ERR_REGEX. */
bool symset_build(struct symset *out, const struct symset_source *src, enum filter_set which,
                  struct err *e) ATTR_MUST_USE;
void symset_release(struct symset *s);

static inline bool symset_has(const struct symset *s, sym_id y)
{
    return s->some && s->has[y];
}

/* GNU gprof's rule for a pair of sets: included, or nothing is included and it is not excluded. */
static inline bool symset_lets(const struct symset *in, const struct symset *ex, sym_id y)
{
    return in->some ? in->has[y] : !(ex->some && ex->has[y]);
}

/* Arcs from a left to a right side. */
struct arc_rule {
    uint8_t *from, *to; /* per symbol */
};

struct arcset {
    bool some; /* a left side selected something */
    struct arc_rule *rules;
    size_t n_rules;
};

bool arcset_build(struct arcset *out, const struct symset_source *src, enum filter_set which,
                  struct err *e) ATTR_MUST_USE;
void arcset_release(struct arcset *s);
bool arcset_has(const struct arcset *s, sym_id from, sym_id to);

static inline bool arcset_lets(const struct arcset *in, const struct arcset *ex, sym_id from,
                               sym_id to)
{
    return in->some ? arcset_has(in, from, to) : !arcset_has(ex, from, to);
}

/* Whether any filter that feeds one of `sets` (bits) names a file or a line. */
bool symset_needs_sources(const struct filter *filters, size_t n, uint32_t sets, bool strict);

#endif
