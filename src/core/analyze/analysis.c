/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/analysis.h"

#include <stdlib.h>

#include "core/analyze/arc_ends.h"
#include "core/analyze/order.h"
#include "core/analyze/stage_cache.h"
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
    struct analysis *a;
    const struct settings *s;
    const struct lookup *lookup;
    const struct analysis *old, *kin; /* kin: of other runs of the same set; or NULL */
    bool large;                       /* there is work for two threads */
    const struct progress *progress;
    struct err *e;
};

static const void *result_of(const struct analysis_maker *m, enum stage_id id)
{
    return m->a->stages->stage[id]->result;
}

static bool same_symbols(const struct table *a, const struct table *b)
{
    bool same = a->n_symbols == b->n_symbols && !a->lines == !b->lines && !a->whole == !b->whole;
    for (sym_id s = 0; same && s < a->n_symbols; s++) {
        const struct symbol *x = &a->symbols[s], *y = &b->symbols[s];
        same = x->addr == y->addr && x->end == y->end && x->raw == y->raw && x->flags == y->flags &&
               (!a->whole || a->whole[s] == b->whole[s]);
    }
    return same;
}

/* What each run took is the same whichever of them are shown. */
static const void *like_runs(const struct analysis_maker *m)
{
    const struct analysis *kin = m->kin;
    bool alike = kin && kin->runs && stage_is_alike(STAGE_RUNS, kin->stages, m->a->stages) &&
                 stage_is_alike(STAGE_FLAT_SETS, kin->stages, m->a->stages) &&
                 same_symbols(kin->table, result_of(m, STAGE_TABLE));
    return alike ? kin->runs : NULL;
}

static bool make_result(const struct analysis_maker *m, enum stage_id id, struct stage *s,
                        struct stage_job *job)
{
    if (!progress_step(m->progress, "analysis", (uint64_t)id, N_STAGES))
        return err_set(m->e, ERR_CANCELLED, NULL);
    for (enum stage_id i = 0; i < id; i++)
        if (s->inputs & STAGE_BIT(i))
            job->input[i] = result_of(m, i);
    job->like = id == STAGE_RUNS ? like_runs(m) : NULL;
    s->result = stage_defs[id].make(job);
    return s->result;
}

/* Take the stage from the old analysis, or compute it. */
static bool take_stage(const struct analysis_maker *m, enum stage_id id)
{
    struct analysis_stages *now = m->a->stages;
    struct stage_job job = {.profile = m->a->profile,
                            .lookup = m->lookup,
                            .large = m->large,
                            .progress = m->progress,
                            .e = m->e};
    struct stage *s = now->stage[id] = stage_new(id, m->s, &job);
    bool ok = s;
    if (ok && m->old && stage_will_do(id, m->old->stages, now)) {
        now->stage[id] = stage_share(m->old->stages->stage[id]);
        stage_drop(id, s);
    } else if (ok && s->wanted) {
        ok = make_result(m, id, s, &job);
    }
    free(job.settings.filters);
    return ok;
}

/* ---- all stages ---- */

/* What the other thread has: an error of its own, and no progress to report to. */
struct apart_maker {
    struct analysis_maker m;
    uint32_t stages;
    struct err e;
    bool ok;
};

/* Stages in their order. */
static bool take_these(const struct analysis_maker *m, uint32_t stages)
{
    bool ok = true;
    for (enum stage_id id = 0; ok && id < N_STAGES; id++)
        if (stages & STAGE_BIT(id))
            ok = take_stage(m, id);
    return ok;
}

static void take_apart(void *ctx)
{
    struct apart_maker *x = ctx;
    x->ok = take_these(&x->m, x->stages);
}

/* Some stages here, others in another thread. */
static bool take_both(const struct analysis_maker *m, uint32_t here, uint32_t apart)
{
    struct apart_maker x = {.m = *m, .stages = apart, .e = ERR_INIT};
    struct task task;
    x.m.e = &x.e;
    x.m.progress = NULL;
    task_start(&task, take_apart, &x, true);
    bool ok = take_these(m, here);
    task_finish(&task);
    if (ok && !x.ok)
        *m->e = x.e;
    return ok && x.ok;
}

static bool take_all(const struct analysis_maker *m)
{
    const uint32_t all = STAGE_BIT(N_STAGES) - 1, before = STAGE_BIT(STAGE_CYCLES) - 1;
    const uint32_t rest = all & ~(before | STAGE_BIT(STAGE_CYCLES) | apart_from_cycles);
    if (!m->large)
        return take_these(m, all);
    return take_these(m, before & ~apart_from_cycles) &&
           take_both(m, STAGE_BIT(STAGE_CYCLES), apart_from_cycles) &&
           take_both(m, rest & ~apart_from_times, apart_from_times);
}

static void set_results(const struct analysis_maker *m)
{
    struct analysis *a = m->a;
    const struct graph *filtered = result_of(m, STAGE_ARCS), *more = result_of(m, STAGE_GRAPH);
    a->all_arcs = result_of(m, STAGE_ALL_ARCS);
    a->recorded = filtered ? filtered : a->all_arcs;
    a->graph = more ? more : a->recorded;
    a->table = result_of(m, STAGE_TABLE);
    a->sources = result_of(m, STAGE_SOURCES);
    a->samples = result_of(m, STAGE_SAMPLES);
    a->blocks = result_of(m, STAGE_BLOCKS);
    a->found = result_of(m, STAGE_FOUND);
    a->paths = result_of(m, STAGE_PATHS);
    a->mpi = result_of(m, STAGE_MPI);
    a->cycles = result_of(m, STAGE_CYCLES);
    a->printed = result_of(m, STAGE_PRINT_FLAGS);
    a->times = result_of(m, STAGE_TIMES);
    a->ties = result_of(m, STAGE_TIE_ORDER);
    a->order = result_of(m, STAGE_ORDER);
    a->runs = result_of(m, STAGE_RUNS);
    a->flow = result_of(m, STAGE_FLOW);
    a->n_symbols = a->table->n_symbols;
    a->n_nodes = a->n_symbols + a->cycles->n_cycles;
    a->rate_hz = a->profile->rate_hz;
    a->by_line = m->s->by_line;
}

/* ---- the whole ---- */

struct analysis *analysis_new(const struct profile *p, const struct settings *s,
                              const struct lookup *lookup, const struct analysis *old,
                              const struct progress *progress, struct err *e)
{
    struct analysis *a = mem_array(1, sizeof *a);
    const struct lookup none = {0};
    struct analysis_maker m = {.a = a,
                               .s = s,
                               .lookup = lookup ? lookup : &none,
                               .old = old && old->profile == p ? old : NULL,
                               .kin = old && old->profile->runs == p->runs ? old : NULL,
                               .large = p->n_arcs >= MANY_ARCS && task_processors() > 1,
                               .progress = progress,
                               .e = e};
    a->stages = mem_array(1, sizeof *a->stages);
    a->profile = p;
    if (take_all(&m)) {
        set_results(&m);
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

bool analysis_lets(const struct analysis *a, enum filter_set in, sym_id s)
{
    enum stage_id id = in == SET_EXEC_IN   ? STAGE_EXEC_SETS
                       : in == SET_ANNO_IN ? STAGE_ANNO_SETS
                                           : STAGE_FLAT_SETS;
    const struct set_pair *p = a->stages->stage[id]->result;
    return symset_lets(&p->in, &p->ex, s);
}

const sym_id *analysis_by_name(const struct analysis *a)
{
    return ((const struct name_order *)a->stages->stage[STAGE_NAME_ORDER]->result)->v;
}

bool analysis_watch_samples(const struct analysis *a, const struct sample_watch *w, struct err *e)
{
    const struct set_pair *flat = a->stages->stage[STAGE_FLAT_SETS]->result;
    return samples_watch(a->table, &flat->in, &flat->ex, w, e);
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
