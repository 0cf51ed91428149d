/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modules: the profile rolled up by what its functions are part of.
 *
 * Each function is in one group: a program or library, a folder (not those above it), a source
 * file, or an outermost namespace (or class, module, package, crate). Groups are numbered by their
 * first function. */
#ifndef GPTUI_VIEW_ROWS_MODULES_H
#define GPTUI_VIEW_ROWS_MODULES_H

#include "core/analyze/questions/ranges.h"
#include "core/analyze/questions/rollup.h"
#include "core/base/intern.h"
#include "core/view/context.h"
#include "core/view/rows/run_values.h"
#include "core/view/values.h"

enum modules_by {
    MODULES_BY_IMAGE,
    MODULES_BY_FOLDER,
    MODULES_BY_FILE,
    MODULES_BY_SCOPE,
    N_MODULES_BY,
};

struct module {
    const char *name;      /* as files tell it; NULL: of what has none */
    sym_id first, hottest; /* of its functions; the hottest has most time of its own */
    bool out;              /* an option takes samples of some of them out (-P) */
    struct group_sums sums;
    double whole; /* ticks that its share is of: all of the run; those of all groups if gprof's
                   * division of bins makes more of them */
};

/* Which group each symbol is in; good for any analysis with the same table. */
struct module_groups {
    enum modules_by by;
    struct intern_set names;
    struct module *v;
    size_t n;
    uint32_t *of; /* per symbol */
};

/* Reading the places of all functions may take long. */
void module_groups_make(struct module_groups *g, const struct view_context *v, enum modules_by by);
void module_groups_release(struct module_groups *g);

/* "by namespace", "(no file)". */
const char *modules_by_name(enum modules_by by);
const char *modules_none(enum modules_by by);

/* The arcs into each of some groups, from other ones. */
struct module_arcs {
    struct arena memory;
    struct set_arc *arcs; /* of all */
    struct arc_set *sets; /* per group of them */
};

/* Those of n groups; release its memory. */
void modules_arcs(const struct module_groups *g, const struct analysis *a, const uint32_t *group,
                  uint32_t n, struct module_arcs *x);

/* Roll up all of v, too. */
void modules_make(struct module_groups *g, const struct view_context *v, enum modules_by by);

/* Did its code run without any call of it being counted? */
bool modules_uncounted(const struct module *x);

/* What the numbers of a row are made of: its own time and the calls into it; or, for the column of
 * that time, the time of these calls. */
struct amounts modules_amounts(const struct analysis *a, const struct module *x, bool time_in);

/* Append a symspec that selects exactly the functions of a group, in gprof's form where that can
 * say it. False where none can, as in strict mode. */
bool modules_spec(const struct view_context *v, const struct module_groups *g, uint32_t group,
                  struct text *out);

/* Append a row filter that keeps the functions of a group in other views. */
void modules_filter(const struct module_groups *g, uint32_t group, struct text *out);

#endif
