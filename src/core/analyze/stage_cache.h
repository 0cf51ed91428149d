/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stage_cache: results of stages, which analyses share.
 *
 * The key of a stage is the settings that it reads, written out. A stage of an older analysis will
 * do if the keys are equal and the stages that it reads are the older analysis's own.
 *
 * Not safe for use by several threads at once. */
#ifndef GPTUI_ANALYZE_STAGE_CACHE_H
#define GPTUI_ANALYZE_STAGE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/stage_defs.h"
#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/options/settings.h"

/* A result with a count of the analyses that use it. */
struct stage {
    unsigned n_users;
    uint32_t inputs; /* STAGE_BITs of the stages that it did read */
    bool wanted;     /* else the result is NULL */
    struct text key;
    void *result;
};

struct analysis_stages {
    struct stage *stage[N_STAGES];
};

/* A stage without a result, with its key and one user, and job->settings, whose filters are the
 * caller's to free. */
struct stage *stage_new(enum stage_id id, const struct settings *s,
                        struct stage_job *job) ATTR_MUST_USE;

/* Whether the stage `id` of `old` can serve the analysis whose stages up to this one are in `now`.
 */
bool stage_will_do(enum stage_id id, const struct analysis_stages *old,
                   const struct analysis_stages *now);

/* Whether the stage `id` of `old` and of `now` is wanted, and reads the same settings. */
bool stage_is_alike(enum stage_id id, const struct analysis_stages *old,
                    const struct analysis_stages *now);

/* Another user of s. */
struct stage *stage_share(struct stage *s);

/* One user less; the last one takes the result with it. NULL is fine. */
void stage_drop(enum stage_id id, struct stage *s);

#endif
