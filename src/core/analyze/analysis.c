/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/analysis.h"

#include <stdlib.h>

#include "core/analyze/arc_ends.h"
#include "core/analyze/order.h"
#include "core/analyze/stage.h"
#include "core/base/mem.h"
#include "core/base/task.h"

enum { MANY_ARCS = 1 << 17 }; /* some milliseconds of work */

/* Stages that another thread computes while one looks for cycles, if there is much to do. Nothing
 * that stands before cycles reads them. */
static const uint32_t apart_from_cycles =
    STAGE_BIT(STAGE_SAMPLES) | STAGE_BIT(STAGE_NAME_ORDER) | STAGE_BIT(STAGE_TIE_ORDER);

/* And those beside what comes after cycles, of which none reads them. */
static const uint32_t apart_from_times = STAGE_BIT(STAGE_FLOW);

/* An analysis in the making. */
struct analysis_maker {
    struct analysis_stages *stages;
    struct stage_job job;
    const struct analysis *old; /* NULL: there is none */
};

/* ---- stages ---- */

/* Take stages from the old analysis, or make them. */
static bool take_stages(const struct analysis_maker *m, uint32_t ids)
{
    struct stage **const now = m->stages->stage;
    bool ok = true;
    for (enum stage_id id = 0; ok && id < N_STAGES; id++) {
        if (!(ids & STAGE_BIT(id)))
            continue;
        struct stage_job job = m->job;
        struct stage *s = now[id] = stage_new(id, &job);
        if (m->old && stage_will_do(id, m->old->stages, m->stages)) {
            now[id] = m->old->stages->stage[id];
            now[id]->n_users++;
            stage_drop(id, s);
        } else if (s->wanted) {
            for (enum stage_id i = 0; i < id; i++)
                job.input[i] = s->inputs & STAGE_BIT(i) ? now[i]->result : NULL;
            ok = progress_step(job.progress, "analysis", (uint64_t)id, N_STAGES)
                     ? (s->result = stage_make(id, &job)) != NULL
                     : err_set(job.e, ERR_CANCELLED, NULL);
        }
        arena_release(&job.memory);
    }
    return ok;
}

/* What the other thread has: an error of its own, and no progress to report to. */
struct apart_maker {
    struct analysis_maker m;
    uint32_t stages;
    struct err e;
    bool ok;
};

static void take_apart(void *ctx)
{
    struct apart_maker *x = ctx;
    x->ok = take_stages(&x->m, x->stages);
}

/* Some stages here, others in another thread. */
static bool take_both(const struct analysis_maker *m, uint32_t here, uint32_t apart)
{
    struct apart_maker x = {.m = *m, .stages = apart, .e = ERR_INIT};
    struct task task;
    x.m.job.e = &x.e;
    x.m.job.progress = NULL;
    task_start(&task, take_apart, &x, true);
    bool ok = take_stages(m, here);
    task_finish(&task);
    if (ok && !x.ok)
        *m->job.e = x.e;
    return ok && x.ok;
}

static bool take_all(const struct analysis_maker *m)
{
    const uint32_t all = STAGE_BIT(N_STAGES) - 1, before = STAGE_BIT(STAGE_CYCLES) - 1;
    const uint32_t rest = all & ~(before | STAGE_BIT(STAGE_CYCLES) | apart_from_cycles);
    return take_stages(m, before & ~apart_from_cycles) &&
           take_both(m, STAGE_BIT(STAGE_CYCLES), apart_from_cycles) &&
           take_both(m, rest & ~apart_from_times, apart_from_times);
}

/* ---- the whole ---- */

static void set_results(struct analysis *a, const struct settings *s)
{
    const void *of[N_STAGES];
    for (enum stage_id id = 0; id < N_STAGES; id++)
        of[id] = a->stages->stage[id]->result;
    const struct print_flags *printed = of[STAGE_PRINT_FLAGS];
    a->all_arcs = of[STAGE_ALL_ARCS];
    a->recorded = of[STAGE_ARCS] ? of[STAGE_ARCS] : a->all_arcs;
    a->graph = of[STAGE_GRAPH] ? of[STAGE_GRAPH] : a->recorded;
    a->table = of[STAGE_TABLE];
    a->sources = of[STAGE_SOURCES];
    a->flat = of[STAGE_FLAT_SETS];
    a->exec = of[STAGE_EXEC_SETS];
    a->anno = of[STAGE_ANNO_SETS];
    a->samples = of[STAGE_SAMPLES];
    a->blocks = of[STAGE_BLOCKS];
    a->found = of[STAGE_FOUND];
    a->paths = of[STAGE_PATHS];
    a->mpi = of[STAGE_MPI];
    a->cycles = of[STAGE_CYCLES];
    a->printed = printed ? printed->flag : NULL;
    a->times = of[STAGE_TIMES];
    a->ties = of[STAGE_TIE_ORDER];
    a->by_name = ((const struct name_order *)of[STAGE_NAME_ORDER])->v;
    a->order = of[STAGE_ORDER];
    a->flow = of[STAGE_FLOW];
    a->n_symbols = a->table->n_symbols;
    a->n_nodes = a->n_symbols + a->cycles->n_cycles;
    a->rate_hz = a->profile->rate_hz;
    a->by_line = s->by_line;
}

struct analysis *analysis_new(const struct profile *p, const struct settings *s,
                              const struct lookup *lookup, const struct analysis *old,
                              const struct progress *progress, struct err *e)
{
    struct analysis *a = mem_array(1, sizeof *a);
    const struct lookup none = {0};
    a->profile = p;
    a->stages = mem_array(1, sizeof *a->stages);
    const struct analysis_maker m = {
        .stages = a->stages,
        .job = {.profile = p,
                .lookup = lookup ? lookup : &none,
                .options = s,
                .large = p->n_arcs >= MANY_ARCS && task_processors() > 1,
                .progress = progress,
                .e = e},
        .old = old && old->profile == p ? old : NULL,
    };
    if (m.job.large ? take_all(&m) : take_stages(&m, STAGE_BIT(N_STAGES) - 1)) {
        set_results(a, s);
        return a;
    }
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

void analysis_watch_arcs(const struct analysis *a, const struct arc_watch *w)
{
    const struct profile *p = a->profile;
    struct arc_ends ends;
    struct arc_finder f;
    arc_finder_init(&f, a->table);
    for (size_t i = 0; i < p->n_arcs; i++) {
        arc_finder_find(&f, &p->arcs[i], 1, &ends);
        w->on_arc(w->ctx, &p->arcs[i], ends.from, ends.to);
    }
    arc_finder_release(&f);
}
