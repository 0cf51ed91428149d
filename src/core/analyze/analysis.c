/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/analysis.h"

#include <stdlib.h>

#include "core/analyze/intake.h"
#include "core/analyze/stage.h"
#include "core/analyze/stages.h"
#include "core/analyze/table.h"
#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/load/line_symbols.h"

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

static uint32_t n_symbols(const struct maker *m)
{
    return ((const struct table *)result_of(m, STAGE_TABLE))->n_symbols;
}

static uint32_t n_cycles(const struct maker *m)
{
    return ((const struct cycles *)result_of(m, STAGE_CYCLES))->n_cycles;
}

static struct symset_source symset_source(const struct maker *m)
{
    return (struct symset_source){.table = result_of(m, STAGE_TABLE),
                                  .sources = result_of(m, STAGE_SOURCES),
                                  .filters = m->s->filters,
                                  .n_filters = m->s->n_filters,
                                  .strict = m->s->strict};
}

static struct table_options table_options(const struct maker *m)
{
    return (struct table_options){m->s->no_static, m->s->functions_only};
}

/* Is there work for two threads? */
static bool is_large(const struct maker *m)
{
    return m->a->profile->n_arcs >= MANY_ARCS && task_processors() > 1;
}

static void *make_lines(const struct maker *m)
{
    return line_symbols_new(m->a->profile, m->lookup->lines, m->progress, m->e);
}

static void *make_table(const struct maker *m)
{
    struct table_options o = table_options(m);

    return table_new(m->a->profile, &o, result_of(m, STAGE_LINES), m->e);
}

static void *make_sources(const struct maker *m)
{
    struct table_options o = table_options(m);

    return sources_new(result_of(m, STAGE_TABLE), &o, m->lookup->lines, m->progress, m->e);
}

static void *make_set_pair(const struct maker *m, enum filter_set in, enum filter_set ex)
{
    struct symset_source src = symset_source(m);
    struct set_pair *p = mem_array(1, sizeof *p);

    if (!p) {
        err_memory(m->e, sizeof *p);
        return NULL;
    }
    if (symset_build(&p->in, &src, in, m->e) && symset_build(&p->ex, &src, ex, m->e))
        return p;
    set_pair_free(p);
    return NULL;
}

/* The arcs of `all` that the filters let through. */
static struct graph *filter_arcs(const struct maker *m, const struct graph *all)
{
    struct symset_source src = symset_source(m);
    struct arcset in = {0}, ex = {0};
    struct graph *g = NULL;

    if (arcset_build(&in, &src, SET_ARCS_IN, m->e) && arcset_build(&ex, &src, SET_ARCS_EX, m->e))
        g = graph_filter(all, src.table->n_symbols, &in, &ex, m->e);
    arcset_release(&in);
    arcset_release(&ex);
    return g;
}

/* The graph as far as it is made: with the arcs of the files that the filters let through. */
static const struct graph *arcs_of(const struct maker *m)
{
    const struct graph *g = result_of(m, STAGE_ARCS);

    return g ? g : result_of(m, STAGE_ALL_ARCS);
}

static void *make_found(const struct maker *m)
{
    struct calls_request r = {.table = result_of(m, STAGE_TABLE),
                              .code = m->lookup->code,
                              .way = settings_call_way(m->s->static_calls),
                              .progress = m->progress};

    return found_calls_new(&r, m->e);
}

/* QUIRK(gnu): filters of arcs have no power over found ones; pinned by
 * tests/diff/cases/static.case. In our own way they have: a cycle can be cut with -k. */
static void *make_graph(const struct maker *m)
{
    bool decoded = settings_call_way(m->s->static_calls) == CALLS_DECODED;
    bool filtered = decoded && result_of(m, STAGE_ARCS);
    const struct graph *arcs = filtered ? result_of(m, STAGE_ALL_ARCS) : arcs_of(m);
    struct graph *all = graph_add(arcs, n_symbols(m), result_of(m, STAGE_FOUND), m->e);

    if (!all || !filtered)
        return all;
    struct graph *g = filter_arcs(m, all);
    graph_free(all);
    return g;
}

static void *make_shown(const struct maker *m)
{
    struct set_pair *sets = make_set_pair(m, SET_GRAPH_IN, SET_GRAPH_EX);
    uint8_t *out = sets ? shown_new(m->a->graph, result_of(m, STAGE_CYCLES), n_symbols(m),
                                    &sets->in, &sets->ex, m->e)
                        : NULL;

    set_pair_free(sets);
    return out;
}

static void *make_times(const struct maker *m)
{
    struct set_pair *sets = make_set_pair(m, SET_TIME_IN, SET_TIME_EX);
    struct times_request r = {.samples = result_of(m, STAGE_SAMPLES),
                              .graph = m->a->graph,
                              .cycles = result_of(m, STAGE_CYCLES),
                              .n_symbols = n_symbols(m),
                              .helpers = is_large(m),
                              .progress = m->progress};
    struct times *out = NULL;

    if (sets) {
        r.in = &sets->in;
        r.ex = &sets->ex;
        out = times_new(&r, m->e);
    }
    set_pair_free(sets);
    return out;
}

static void *make_result(const struct maker *m, enum stage_id id)
{
    const struct table *t = id > STAGE_TABLE ? result_of(m, STAGE_TABLE) : NULL;
    const struct set_pair *flat = id > STAGE_FLAT_SETS ? result_of(m, STAGE_FLAT_SETS) : NULL;

    switch (id) {
    case STAGE_LINES:
        return make_lines(m);
    case STAGE_TABLE:
        return make_table(m);
    case STAGE_SOURCES:
        return make_sources(m);
    case STAGE_FLAT_SETS:
        return make_set_pair(m, SET_FLAT_IN, SET_FLAT_EX);
    case STAGE_EXEC_SETS:
        return make_set_pair(m, SET_EXEC_IN, SET_EXEC_EX);
    case STAGE_ANNO_SETS:
        return make_set_pair(m, SET_ANNO_IN, SET_ANNO_EX);
    case STAGE_SAMPLES:
        return samples_new(t, &flat->in, &flat->ex, m->progress, m->e);
    case STAGE_BLOCKS:
        return blocks_new(t, m->progress, m->e);
    case STAGE_ALL_ARCS:
        return graph_new(t, is_large(m), m->progress, m->e);
    case STAGE_ARCS:
        return filter_arcs(m, result_of(m, STAGE_ALL_ARCS));
    case STAGE_FOUND:
        return make_found(m);
    case STAGE_GRAPH:
        return make_graph(m);
    case STAGE_CYCLES:
        return cycles_new(m->a->graph, t->n_symbols, m->progress, m->e);
    case STAGE_NAMES:
        return name_order_new(t, m->e);
    case STAGE_TIES:
        return ties_new(result_of(m, STAGE_NAMES), m->a->graph, t->n_symbols, m->e);
    case STAGE_SHOWN:
        return make_shown(m);
    case STAGE_TIMES:
        return make_times(m);
    case STAGE_ORDER:
        return order_new(result_of(m, STAGE_TIES), result_of(m, STAGE_TIMES), t->n_symbols,
                         n_cycles(m), m->e);
    case N_STAGES:
        break;
    }
    return NULL;
}

/* Take the stage from the old analysis, or compute it. */
static bool take_stage(const struct maker *m, enum stage_id id)
{
    bool skipped = stage_is_skipped(id, m->s, m->lookup);
    struct stage *had = m->old ? m->old->stages->stage[id] : NULL;
    struct stage *s = stage_new(id, m->s, skipped);

    if (!s)
        return err_memory(m->e, sizeof *s);
    m->a->stages->stage[id] = s;
    if (had && stage_same(had, s)) {
        m->a->stages->stage[id] = stage_share(had);
        stage_drop(id, s);
        return true;
    }
    if (!progress_step(m->progress, "analysis", (uint64_t)id, N_STAGES))
        return err_set(m->e, ERR_CANCELLED, NULL);
    if (!skipped)
        s->result = make_result(m, id);
    return skipped || s->result;
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
    struct aside x = {.m = *m};
    struct task task;

    err_clear(&x.e);
    x.m.e = &x.e;
    x.m.progress = NULL;
    task_start(&task, take_aside, &x, true);
    bool ok = take_stage(m, STAGE_CYCLES);
    task_finish(&task);
    if (ok && !x.ok)
        *m->e = x.e;
    return ok && x.ok;
}

/* Take the stage `id`, or those that are computed together from there on; *id moves behind. */
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

/* The graph that the stages behind it see. */
static void set_graph(const struct maker *m)
{
    struct analysis *a = m->a;

    a->recorded = arcs_of(m);
    a->graph = result_of(m, STAGE_GRAPH);
    if (!a->graph)
        a->graph = a->recorded;
}

static bool take_stages(struct maker *m)
{
    struct analysis *a = m->a;

    for (enum stage_id id = 0; id < N_STAGES;) {
        if (id == STAGE_GRAPH + 1)
            set_graph(m);
        if (!take_some(m, &id))
            return false;
    }
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
