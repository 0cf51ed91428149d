/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analysis_internal: the stages of an analysis: what each is made of; results that analyses share.
 *
 * 1. A stage is made of its settings and of the results of other stages. It is handed nothing else,
 *    so what it does not declare it cannot read.
 * 2. Stages stand in the order in which they are made; each reads only those before it.
 * 3. The key of a stage is the settings that it reads, written out. A stage of an older analysis
 *    will do if the keys are equal and the stages that it reads are the older analysis's own.
 *
 * Not safe for use by several threads at once. */
#ifndef GPTUI_ANALYZE_ANALYSIS_INTERNAL_H
#define GPTUI_ANALYZE_ANALYSIS_INTERNAL_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/load/load.h"
#include "core/model/symbol.h"
#include "core/options/settings.h"
#include "core/select/symset.h"

enum stage_id {
    STAGE_LINES,       /* where source lines begin */
    STAGE_TABLE,       /* which symbols exist and where they end */
    STAGE_SOURCES,     /* files and lines of functions */
    STAGE_FLAT_SETS,   /* symbols that -p -P, */
    STAGE_EXEC_SETS,   /* -C -Z, */
    STAGE_ANNO_SETS,   /* -A -J, */
    STAGE_ARC_SETS,    /* arcs that -k, -q, -Q, */
    STAGE_GRAPH_SETS,  /* and symbols that -q -Q, */
    STAGE_TIME_SETS,   /* -n -N let through */
    STAGE_SAMPLES,     /* ticks per symbol */
    STAGE_BLOCKS,      /* basic-block counts per symbol */
    STAGE_ALL_ARCS,    /* the arcs of the files between symbols, calls, recursion */
    STAGE_ARCS,        /* those of them that the sets let through; NULL: all */
    STAGE_FOUND,       /* calls in the machine code */
    STAGE_PATHS,       /* times by call paths */
    STAGE_MPI,         /* time inside MPI */
    STAGE_GRAPH,       /* the arcs with those of found calls, and of paths; NULL: there are none */
    STAGE_CYCLES,      /* strongly connected functions, and the numbering of all */
    STAGE_NAME_ORDER,  /* symbols by name */
    STAGE_TIE_ORDER,   /* symbols by calls and name */
    STAGE_PRINT_FLAGS, /* which entries are printed */
    STAGE_TIMES,       /* fractions and propagated time */
    STAGE_ORDER,       /* the rank of every entry, index numbers */
    N_STAGES,
};

#define STAGE_BIT(id) (UINT32_C(1) << (id))

struct stage_def {
    uint32_t inputs; /* STAGE_BITs of the stages that it reads; STAGE_SOURCES is one only if a
                        filter of its sets names a file or a line */
    uint32_t sets;   /* bits of enum filter_set: the filters that it reads, with `strict` */
    bool reads_table, reads_hit_lines, reads_flat_times;
};

extern const struct stage_def stage_defs[N_STAGES];

/* The part of the settings that one stage reads. What its definition does not name is zero. */
struct stage_settings {
    struct table_options table; /* reads_table */
    bool hit_lines;             /* reads_hit_lines */
    bool flat_times;            /* reads_flat_times */
    bool strict;                /* with any sets */
    struct filter *filters;     /* those that feed the stage's sets, these sets alone */
    size_t n_filters;
};

/* All that a stage is made of. */
struct stage_job {
    struct arena memory; /* owns the filters of `settings` */
    const struct profile *profile;
    const struct lookup *lookup;    /* the same one for an analysis and those made from it */
    const struct settings *options; /* only whether a stage is wanted depends on all of them */
    struct stage_settings settings;
    const void *input[N_STAGES]; /* results of the stages that it reads, else NULL */
    bool large;                  /* there is work for two threads */
    const struct progress *progress;
    struct err *e;
};

/* A result with a count of the analyses that use it. */
struct stage {
    struct arena memory; /* owns the key */
    unsigned n_users;
    uint32_t inputs; /* STAGE_BITs of the stages that it did read */
    bool wanted;     /* else the result is NULL */
    const char *key;
    size_t n_key;
    void *result;
};

struct analysis_stages {
    struct stage *stage[N_STAGES];
};

/* A stage without a result, with its key and one user; and job->settings, in job->memory. In steps
 * proportional to the filters. */
struct stage *stage_new(enum stage_id id, struct stage_job *job) ATTR_MUST_USE;

/* One user less; the last one takes the result with it. NULL is fine. */
void stage_drop(enum stage_id id, struct stage *s);

#endif
