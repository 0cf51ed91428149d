/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage: one step of an analysis: the settings that it reads, and its result, which analyses with
 * equal settings for it share. Not safe for use by several threads at once. */
#ifndef GPTUI_ANALYZE_STAGE_H
#define GPTUI_ANALYZE_STAGE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/load/lookup.h"
#include "core/query/settings.h"
#include "core/query/symset.h"

/* In the order in which they are computed; each may read the results of those before it. */
enum stage_id {
    STAGE_LINES,
    STAGE_TABLE,
    STAGE_SOURCES,
    STAGE_FLAT_SETS,
    STAGE_EXEC_SETS,
    STAGE_ANNO_SETS,
    STAGE_SAMPLES,
    STAGE_BLOCKS,
    STAGE_ALL_ARCS,
    STAGE_ARCS,
    STAGE_FOUND,
    STAGE_GRAPH,
    STAGE_CYCLES,
    STAGE_NAMES,
    STAGE_TIES,
    STAGE_SHOWN,
    STAGE_TIMES,
    STAGE_ORDER,
    N_STAGES,
};

/* A result with a count of the analyses that use it. The key tells all settings that went into it,
 * so equal keys mean equal results. */
struct stage {
    unsigned n_users;
    struct text key;
    void *result; /* may be NULL: nothing to compute under these settings */
};

struct analysis_stages {
    struct stage *stage[N_STAGES];
};

/* Symbols that a pair of sets lets through. */
struct set_pair {
    struct symset in, ex;
};

/* Releases what is in it, too. NULL is fine. */
void set_pair_free(struct set_pair *p);

/* Does nothing ask for this stage's result under these settings? */
bool stage_is_skipped(enum stage_id id, const struct settings *s, const struct lookup *lookup);

/* A stage without a result, with its key and one user; NULL when memory runs out. */
struct stage *stage_new(enum stage_id id, const struct settings *s, bool skipped) ATTR_MUST_USE;

/* Have they the same key, so that one result will do for both? */
bool stage_same(const struct stage *a, const struct stage *b);

/* Another user of s. */
struct stage *stage_share(struct stage *s);

/* One user less; the last one takes the result with it. NULL is fine. */
void stage_drop(enum stage_id id, struct stage *s);

#endif
