/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/analysis.h"

#include <stdlib.h>

#include "core/analyze/arc_ends.h"
#include "core/analyze/stage_cache.h"
#include "core/analyze/stages.h"
#include "core/base/mem.h"
#include "core/base/task.h"

enum { MANY_ARCS = 1 << 17 }; /* some milliseconds of work */

/* An analysis in the making. */
struct maker {
    struct analysis *a;
    const struct settings *s;
    const struct lookup *lookup;
    const struct analysis *old;
    const struct progress *progress;
    struct err *e;
};

static const void *result_of(const struct maker *m, enum stage_id id)
{
    return m->a->stages->stage[id]->result;
}

/* Is there work for two threads? */
static bool is_large(const struct maker *m)
{
    return m->a->profile->n_arcs >= MANY_ARCS && task_processors() > 1;
}

static bool make_result(const struct maker *m, enum stage_id id, struct stage *s,
                        struct stage_job *job)
{
    if (!progress_step(m->progress, "analysis", (uint64_t)id, N_STAGES))
        return err_set(m->e, ERR_CANCELLED, NULL);
    for (enum stage_id i = 0; i < id; i++)
        if (s->inputs & STAGE_BIT(i))
            job->input[i] = result_of(m, i);
    s->result = stage_defs[id].make(job);
    return s->result;
}

/* Take the stage from the old analysis, or compute it. */
static bool take_stage(const struct maker *m, enum stage_id id)
{
    struct analysis_stages *now = m->a->stages;
    struct stage_job job = {.profile = m->a->profile,
                            .lookup = m->lookup,
                            .large = is_large(m),
                            .progress = m->progress,
                            .e = m->e};
    struct stage *s = now->stage[id] = stage_new(id, m->s, &job);
    bool ok = s || err_memory(m->e, sizeof *s);
    if (ok && m->old && stage_will_do(id, m->old->stages, now)) {
        now->stage[id] = stage_share(m->old->stages->stage[id]);
        stage_drop(id, s);
    } else if (ok && s->wanted) {
        ok = make_result(m, id, s, &job);
    }
    free(job.settings.filters);
    return ok;
}

/* ---- stages side by side ---- */

/* Stages that another thread computes while this one looks for cycles. */
struct aside {
    struct maker m; /* with an error of its own, and nobody to tell the progress to */
    struct err e;
    bool ok;
};

static void take_aside(void *ctx)
{
    struct aside *x = ctx;

    x->ok = take_stage(&x->m, STAGE_SAMPLES) && take_stage(&x->m, STAGE_NAMES) &&
            take_stage(&x->m, STAGE_TIES);
}

static bool take_cycles(const struct maker *m)
{
    struct aside x = {.m = *m, .e = ERR_INIT};
    struct task task;

    x.m.e = &x.e;
    x.m.progress = NULL;
    task_start(&task, take_aside, &x, true);
    bool ok = take_stage(m, STAGE_CYCLES);
    task_finish(&task);
    if (ok && !x.ok)
        *m->e = x.e;
    return ok && x.ok;
}

/* Take the stage `id`, or those that are computed together from there on; *id is the next one then.
 */
static bool take_some(const struct maker *m, enum stage_id *id)
{
    if (*id == STAGE_CYCLES && is_large(m)) {
        *id = STAGE_TIES + 1;
        return take_cycles(m);
    }
    if (*id == STAGE_SAMPLES && is_large(m)) /* nothing before cycles asks for them */
        (*id)++;
    return take_stage(m, (*id)++);
}

static void set_graph(const struct maker *m)
{
    struct analysis *a = m->a;

    const struct graph *filtered = result_of(m, STAGE_ARCS), *more = result_of(m, STAGE_GRAPH);
    a->recorded = filtered ? filtered : result_of(m, STAGE_ALL_ARCS);
    a->graph = more ? more : a->recorded;
}

static bool take_stages(struct maker *m)
{
    struct analysis *a = m->a;

    for (enum stage_id id = 0; id < N_STAGES;)
        if (!take_some(m, &id))
            return false;
    set_graph(m);
    a->table = result_of(m, STAGE_TABLE);
    a->sources = result_of(m, STAGE_SOURCES);
    a->samples = result_of(m, STAGE_SAMPLES);
    a->blocks = result_of(m, STAGE_BLOCKS);
    a->found = result_of(m, STAGE_FOUND);
    a->cycles = result_of(m, STAGE_CYCLES);
    a->shown = result_of(m, STAGE_SHOWN);
    a->times = result_of(m, STAGE_TIMES);
    a->order = result_of(m, STAGE_ORDER);
    a->n_symbols = a->table->n_symbols;
    a->n_nodes = a->n_symbols + a->cycles->n_cycles;
    a->rate_hz = a->profile->rate_hz;
    a->by_line = m->s->by_line;
    return true;
}

/* ---- the whole ---- */

struct analysis *analysis_new(const struct profile *p, const struct settings *s,
                              const struct lookup *lookup, const struct analysis *old,
                              const struct progress *progress, struct err *e)
{
    struct analysis *a = mem_array(1, sizeof *a);
    const struct lookup none = {0};
    struct maker m = {a, s, lookup ? lookup : &none, old, progress, e};

    if (a)
        a->stages = mem_array(1, sizeof *a->stages);
    if (!a || !a->stages) {
        free(a);
        err_memory(e, 0);
        return NULL;
    }
    a->profile = p;
    if (take_stages(&m))
        return a;
    analysis_free(a);
    return NULL;
}

void analysis_free(struct analysis *a)
{
    if (!a)
        return;
    for (enum stage_id id = 0; id < N_STAGES; id++)
        stage_drop(id, a->stages->stage[id]);
    free(a->stages);
    free(a);
}

bool analysis_lets(const struct analysis *a, enum filter_set in, sym_id s)
{
    enum stage_id id = in == SET_EXEC_IN   ? STAGE_EXEC_SETS
                       : in == SET_ANNO_IN ? STAGE_ANNO_SETS
                                           : STAGE_FLAT_SETS;
    const struct set_pair *p = a->stages->stage[id]->result;

    return symset_lets(&p->in, &p->ex, s);
}

const struct ties *analysis_ties(const struct analysis *a)
{
    return a->stages->stage[STAGE_TIES]->result;
}

const sym_id *analysis_by_name(const struct analysis *a)
{
    return ((const struct name_order *)a->stages->stage[STAGE_NAMES]->result)->v;
}

bool analysis_watch_samples(const struct analysis *a, const struct sample_watch *w, struct err *e)
{
    const struct set_pair *flat = a->stages->stage[STAGE_FLAT_SETS]->result;

    return samples_watch(a->table, &flat->in, &flat->ex, w, e);
}

bool analysis_watch_arcs(const struct analysis *a, const struct arc_watch *w, struct err *e)
{
    const struct profile *p = a->profile;
    struct arc_ends ends;
    struct intake in;
    bool ok = intake_init(&in, a->table) || err_memory(e, 0);

    for (size_t i = 0; ok && i < p->n_arcs; i++) {
        intake_find(&in, &p->arcs[i], 1, &ends);
        w->on_arc(w->ctx, &p->arcs[i], ends.from, ends.to);
    }
    intake_release(&in);
    return ok;
}
