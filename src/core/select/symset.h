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

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/options/settings.h"
#include "core/options/symspec.h"
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
 * functions); it lives in `memory`. Fails with ERR_REGEX. */
bool symset_build(struct symset *out, struct arena *memory, const struct symset_source *src,
                  enum filter_set which, struct err *e) ATTR_MUST_USE;

static inline bool symset_has(const struct symset *s, sym_id y)
{
    return s->some && s->has[y];
}

/* What symbols are included and excluded by. */
struct symset_pair {
    struct arena memory; /* owns what the rest points to */
    struct symset in, ex;
};

/* The sets `in` and the one after it, which excludes. NULL and e as symset_build. Release it with
 * arena_object_free. */
struct symset_pair *symset_pair_new(const struct symset_source *src, enum filter_set in,
                                    struct err *e) ATTR_MUST_USE;

/* GNU gprof's rule for a pair of sets: included, or nothing is included and it is not excluded. */
static inline bool symset_lets(const struct symset_pair *p, sym_id y)
{
    return p->in.some ? p->in.has[y] : !(p->ex.some && p->ex.has[y]);
}

struct sym_list {
    sym_id *v; /* ascending */
    uint32_t n;
};

/* Arcs from a left to a right side. */
struct arc_rule {
    struct sym_list from, to;
};

struct arcset {
    bool some; /* a left side selected something */
    struct arc_rule *rules;
    size_t n_rules;
    uint64_t *pairs; /* of rules that have few: the caller above the callee; ascending */
    size_t n_pairs;
    uint8_t **wide; /* per other rule, per symbol: 1 for a caller, 2 for a callee */
    size_t n_wide;
};

/* As symset_build. */
bool arcset_build(struct arcset *out, struct arena *memory, const struct symset_source *src,
                  enum filter_set which, struct err *e) ATTR_MUST_USE;

/* The ARCS sets. */
struct arcset_pair {
    struct arena memory; /* owns what the rest points to */
    struct arcset in, ex;
};

/* As symset_pair_new. */
struct arcset_pair *arcset_pair_new(const struct symset_source *src, struct err *e) ATTR_MUST_USE;

bool arcset_lets(const struct arcset_pair *p, sym_id from, sym_id to);

/* The pairs of runs that specifications with a '/' name, whatever their option: GNU gprof notes an
 * arc without calls for each, and its function order lists them. Runs are numbered from 0. Our
 * forms, which gprof does not have, name none: each match would be a run of its own, and the pairs
 * of two wide ones more than memory holds. */
struct run_pair {
    uint32_t left, right; /* runs */
};

struct run_pairs {
    struct run_pair *pairs;
    size_t n_pairs;
    sym_id *first; /* per run: the symbol that it starts with */
    size_t n_runs, cap_runs;
};

bool run_pairs_build(struct run_pairs *out, const struct symset_source *src,
                     struct err *e) ATTR_MUST_USE;
void run_pairs_release(struct run_pairs *p);

/* Whether any filter that feeds one of `sets` (bits) names a file or a line. */
bool symset_needs_sources(const struct filter *filters, size_t n, uint32_t sets, bool strict);

/* Does the profiling runtime have a function of that name (without the target's leading character)?
 * gprof leaves these out of everything. */
bool symset_is_runtime(const char *name);

#endif
