/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage_defs: the stages of an analysis: what each is made of, and how.
 *
 * 1. A stage is made of its settings and of the results of other stages. It is handed nothing else,
 *    so what it does not declare it cannot read.
 * 2. Stages stand in the order in which they are made; each reads only those before it. */
#ifndef GPTUI_ANALYZE_STAGE_DEFS_H
#define GPTUI_ANALYZE_STAGE_DEFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/lookup.h"
#include "core/model/symbol.h"
#include "core/options/settings.h"
#include "core/select/symset.h"

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
    STAGE_PATHS,
    STAGE_MPI,
    STAGE_GRAPH,
    STAGE_CYCLES,
    STAGE_NAME_ORDER,
    STAGE_TIE_ORDER,
    STAGE_PRINT_FLAGS,
    STAGE_TIMES,
    STAGE_ORDER,
    STAGE_RUNS,
    STAGE_FLOW,
    N_STAGES,
};

#define STAGE_BIT(id) (UINT32_C(1) << (id))

/* The part of the settings that one stage reads. What its definition does not name is zero. */
struct stage_settings {
    struct table_options table; /* reads_table */
    bool strict;                /* with any sets */
    struct filter *filters;     /* malloc'ed; those that feed the stage's sets, these sets alone */
    size_t n_filters;
};

/* All that a stage is made of. */
struct stage_job {
    const struct profile *profile;
    const struct lookup *lookup; /* the same one for an analysis and those made from it */
    struct stage_settings settings;
    const void *input[N_STAGES]; /* results of the stages that it reads, else NULL */
    const void *like; /* the stage's result where other runs of the same set are shown, of which it
                         may take what is the same; else NULL */
    bool large;       /* there is work for two threads */
    const struct progress *progress;
    struct err *e;
};

struct stage_def {
    const char *name;
    uint32_t inputs; /* STAGE_BITs of the stages that it reads */
    uint32_t sets;   /* bits of enum filter_set: the filters that it reads, with `strict` */
    bool reads_table;
    bool reads_sources; /* STAGE_SOURCES, too, if a filter names a file or a line */

    /* Whether anything asks for the result under these settings; NULL: always. */
    bool (*wanted)(const struct settings *s, const struct lookup *lookup);
    void *(*make)(const struct stage_job *job); /* NULL and job->e on failure */
    void (*release)(void *result);
};

extern const struct stage_def stage_defs[N_STAGES];

/* Symbols that a pair of sets lets through: the result of the stages of sets. */
struct set_pair {
    struct symset in, ex;
};

#endif
