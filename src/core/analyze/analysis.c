/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/analysis_internal.h"
#include "core/analyze/table.h"
#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/base/text.h"
#include "core/load/lines/line_symbols.h"

/* ---- what stages are made of ---- */

#define TABLE    STAGE_BIT(STAGE_TABLE)
#define SOURCES  STAGE_BIT(STAGE_SOURCES)
#define PAIR(in) (UINT32_C(3) << (in)) /* the set and the one after it, which excludes */

/* A graph is what the last wanted one of three stages made. */
#define STAGES_OF_GRAPH (STAGE_BIT(STAGE_ALL_ARCS) | STAGE_BIT(STAGE_ARCS) | STAGE_BIT(STAGE_GRAPH))

const struct stage_def stage_defs[N_STAGES] = {
    [STAGE_LINES] = {.reads_hit_lines = true},
    [STAGE_TABLE] = {.inputs = STAGE_BIT(STAGE_LINES), .reads_table = true},
    [STAGE_SOURCES] = {.inputs = TABLE, .reads_table = true},
    [STAGE_FLAT_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_FLAT_IN)},
    [STAGE_EXEC_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_EXEC_IN)},
    [STAGE_ANNO_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_ANNO_IN)},
    [STAGE_ARC_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_ARCS_IN)},
    [STAGE_GRAPH_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_GRAPH_IN)},
    [STAGE_TIME_SETS] = {.inputs = TABLE | SOURCES, .sets = PAIR(SET_TIME_IN)},
    [STAGE_SAMPLES] = {.inputs = TABLE | STAGE_BIT(STAGE_FLAT_SETS)},
    [STAGE_BLOCKS] = {.inputs = TABLE},
    [STAGE_ALL_ARCS] = {.inputs = TABLE, .reads_flat_times = true},
    [STAGE_ARCS] = {.inputs = TABLE | STAGE_BIT(STAGE_ALL_ARCS) | STAGE_BIT(STAGE_ARC_SETS)},
    [STAGE_FOUND] = {.inputs = TABLE},
    [STAGE_PATHS] = {.inputs = TABLE | STAGE_BIT(STAGE_FLAT_SETS) | STAGE_BIT(STAGE_TIME_SETS) |
                               STAGE_BIT(STAGE_ARC_SETS)},
    [STAGE_MPI] = {.inputs = TABLE | STAGE_BIT(STAGE_PATHS)},
    [STAGE_GRAPH] = {.inputs = TABLE | STAGE_BIT(STAGE_ALL_ARCS) | STAGE_BIT(STAGE_ARCS) |
                               STAGE_BIT(STAGE_FOUND) | STAGE_BIT(STAGE_PATHS)},
    [STAGE_CYCLES] = {.inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_PATHS)},
    [STAGE_NAME_ORDER] = {.inputs = TABLE},
    [STAGE_TIE_ORDER] = {.inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_SAMPLES) |
                                   STAGE_BIT(STAGE_NAME_ORDER)},
    [STAGE_PRINT_FLAGS] = {.inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_CYCLES) |
                                     STAGE_BIT(STAGE_GRAPH_SETS)},
    [STAGE_TIMES] = {.inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_SAMPLES) |
                               STAGE_BIT(STAGE_PATHS) | STAGE_BIT(STAGE_CYCLES) |
                               STAGE_BIT(STAGE_TIME_SETS),
                     .reads_flat_times = true},
    [STAGE_ORDER] = {.inputs = TABLE | STAGE_BIT(STAGE_CYCLES) | STAGE_BIT(STAGE_TIE_ORDER) |
                               STAGE_BIT(STAGE_TIMES)},
};

/* Whether anything asks for the result. Who wants measured callers has seen that the profile
 * has call paths. */
static bool is_wanted(enum stage_id id, const struct stage_job *j)
{
    const struct settings *s = j->options;
    const bool measured = s->callers == CALLERS_MEASURED;
    const bool found = s->static_calls && j->lookup->code;
    uint32_t sets = 0;
    for (size_t i = 0; i < s->n_filters; i++)
        sets |= s->filters[i].sets;
    switch (id) {
    case STAGE_LINES: /* symbols from a file are taken as they are */
        return s->by_line && !s->symbols_file;
    case STAGE_SOURCES:
        /* Places that a report asks for one by one would have line tables read again and again. */
        return s->by_line || s->inline_files || s->sources ||
               symset_needs_sources(s->filters, s->n_filters, ~UINT32_C(0), s->strict);
    case STAGE_BLOCKS:
        return s->by_line && j->profile->n_blocks;
    case STAGE_ARCS:
        return sets & PAIR(SET_ARCS_IN);
    case STAGE_FOUND:
        return found;
    case STAGE_PATHS:
        return measured;
    case STAGE_MPI:
        return measured && j->lookup->code;
    case STAGE_GRAPH:
        return found || measured;
    case STAGE_TIME_SETS:
    case STAGE_CYCLES:
    case STAGE_NAME_ORDER:
    case STAGE_TIE_ORDER:
    case STAGE_TIMES:
        return !s->no_times;
    case STAGE_GRAPH_SETS:
    case STAGE_PRINT_FLAGS:
    case STAGE_ORDER:
        return !s->no_entries && !s->no_times;
    default:
        return true;
    }
}

/* ---- how they are made ---- */

/* The result of a stage that is wanted. NULL and j->e on failure. */
static void *stage_make(enum stage_id id, const struct stage_job *j)
{
    const void *const *in = j->input;
    const struct table *t = in[STAGE_TABLE];
    const struct graph *recorded = in[STAGE_ARCS] ? in[STAGE_ARCS] : in[STAGE_ALL_ARCS];
    const struct graph *graph = in[STAGE_GRAPH] ? in[STAGE_GRAPH] : recorded;
    const struct cycles *cycles = in[STAGE_CYCLES];
    const struct path_times *paths = in[STAGE_PATHS];
    struct graph *g;
    const struct symset_source sets = {t, in[STAGE_SOURCES], j->settings.filters,
                                       j->settings.n_filters, j->settings.strict};
    switch (id) {
    case STAGE_LINES:
        return line_symbols_new(j->profile, j->lookup->lines, j->settings.hit_lines, j->progress,
                                j->e);
    case STAGE_TABLE:
        return table_new(j->profile, &j->settings.table, in[STAGE_LINES], j->e);
    case STAGE_SOURCES:
        return sources_new(t, &j->settings.table, j->lookup->lines, j->progress, j->e);
    case STAGE_FLAT_SETS:
        return symset_pair_new(&sets, SET_FLAT_IN, j->e);
    case STAGE_EXEC_SETS:
        return symset_pair_new(&sets, SET_EXEC_IN, j->e);
    case STAGE_ANNO_SETS:
        return symset_pair_new(&sets, SET_ANNO_IN, j->e);
    case STAGE_ARC_SETS:
        return arcset_pair_new(&sets, j->e);
    case STAGE_GRAPH_SETS:
        return symset_pair_new(&sets, SET_GRAPH_IN, j->e);
    case STAGE_TIME_SETS:
        return symset_pair_new(&sets, SET_TIME_IN, j->e);
    case STAGE_SAMPLES:
        return samples_new(t, in[STAGE_FLAT_SETS], j->progress, j->e);
    case STAGE_BLOCKS:
        return blocks_new(t, j->progress, j->e);
    case STAGE_ALL_ARCS:
        g = graph_build(t, j->large, !j->settings.flat_times, j->progress, j->e);
        if (g && j->lookup->once) /* what comes now takes their memory, not the system's */
            profile_drop_arcs(j->lookup->once);
        return g;
    case STAGE_ARCS:
        return graph_filter(recorded, t->n_symbols, in[STAGE_ARC_SETS]);
    case STAGE_FOUND:
        return found_calls_new(t, j->lookup->code, j->progress, j->e);
    case STAGE_PATHS:
        return path_times_new(&(struct path_times_request){t, in[STAGE_FLAT_SETS],
                                                           in[STAGE_TIME_SETS], in[STAGE_ARC_SETS],
                                                           j->progress},
                              j->e);
    case STAGE_MPI:
        return mpi_times_new(t, paths, j->lookup->code);
    case STAGE_GRAPH:
        return graph_add(recorded, t->n_symbols, in[STAGE_FOUND], paths ? &paths->pairs : NULL,
                         j->progress, j->e);
    case STAGE_CYCLES: /* where time is measured, functions that call each other stand alone */
        return paths ? cycles_none(t->n_symbols)
                     : cycles_new(graph, t->n_symbols, j->progress, j->e);
    case STAGE_NAME_ORDER:
        return name_order_new(t);
    case STAGE_TIE_ORDER:
        return tie_order_new(t, in[STAGE_NAME_ORDER], graph, in[STAGE_SAMPLES]);
    case STAGE_PRINT_FLAGS:
        return print_flags_new(graph, cycles, t->n_symbols, in[STAGE_GRAPH_SETS]);
    case STAGE_TIMES:
        return times_new(&(struct times_request){.samples = in[STAGE_SAMPLES],
                                                 .graph = graph,
                                                 .cycles = cycles,
                                                 .paths = paths,
                                                 .n_symbols = t->n_symbols,
                                                 .sets = in[STAGE_TIME_SETS],
                                                 .flat = j->settings.flat_times,
                                                 .helpers = j->large,
                                                 .progress = j->progress},
                         j->e);
    case STAGE_ORDER:
        return order_new(in[STAGE_TIE_ORDER], in[STAGE_TIMES], t->n_symbols, cycles->n_cycles);
    case N_STAGES:
        break;
    }
    return NULL;
}

/* ---- sharing ---- */

static void take_settings(struct stage_settings *out, struct arena *memory,
                          const struct settings *s, const struct stage_def *d)
{
    if (d->reads_table)
        out->table = settings_table(s);
    out->hit_lines = d->reads_hit_lines && s->hit_lines;
    out->flat_times = d->reads_flat_times && s->flat_times;
    /* The filters that feed any of the sets, in their order. */
    if (!d->sets)
        return;
    out->strict = s->strict;
    size_t n = 0;
    for (size_t i = 0; i < s->n_filters; i++)
        n += (s->filters[i].sets & d->sets) != 0;
    out->filters = arena_array(memory, n, sizeof *out->filters);
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].sets & d->sets)
            out->filters[out->n_filters++] =
                (struct filter){s->filters[i].spec, s->filters[i].sets & d->sets};
}

struct stage *stage_new(enum stage_id id, struct stage_job *job)
{
    const struct stage_def *d = &stage_defs[id];
    const struct stage_settings *s = &job->settings;
    const struct table_options *o = &s->table;
    struct stage *out = arena_object(sizeof *out);
    struct text key = {0};
    out->n_users = 1;
    out->wanted = is_wanted(id, job);
    if (!out->wanted)
        return out;
    take_settings(&job->settings, &job->memory, job->options, d);
    out->inputs = d->inputs;
    if (!symset_needs_sources(s->filters, s->n_filters, d->sets, s->strict))
        out->inputs &= ~SOURCES;
    text_printf(&key, "%d%d%d%d%d%d%d", o->no_static, o->functions_only, o->clones, o->join_parts,
                s->hit_lines, s->flat_times, s->strict);
    for (size_t i = 0; i < s->n_filters; i++) {
        text_printf(&key, "\n%x ", (unsigned)s->filters[i].sets);
        text_str(&key, s->filters[i].spec);
        text_char(&key, '\0');
    }
    out->n_key = key.n;
    out->key = arena_text(&out->memory, key.p, key.n);
    text_release(&key);
    return out;
}

/* Whether the stage `id` of `old` can serve the analysis whose stages up to this one are in `now`.
 */
static bool stage_will_do(enum stage_id id, const struct analysis_stages *old,
                          const struct analysis_stages *now)
{
    const struct stage *a = old->stage[id], *b = now->stage[id];
    for (enum stage_id i = 0; i < id; i++)
        if (b->inputs & STAGE_BIT(i) && old->stage[i] != now->stage[i])
            return false;
    return a->wanted == b->wanted && a->inputs == b->inputs && a->n_key == b->n_key &&
           (!a->n_key || memcmp(a->key, b->key, a->n_key) == 0);
}

void stage_drop(enum stage_id id, struct stage *s)
{
    if (!s || --s->n_users)
        return;
    if (id == STAGE_LINES)
        line_symbols_free(s->result);
    else
        arena_object_free(s->result);
    arena_object_free(s);
}

/* ---- the chain ---- */

enum { MANY_ARCS = 1 << 17 }; /* some milliseconds of work */

/* Stages that another thread computes while one looks for cycles, if there is much to do. Nothing
 * that stands before cycles reads them. */
static const uint32_t apart_from_cycles =
    STAGE_BIT(STAGE_SAMPLES) | STAGE_BIT(STAGE_NAME_ORDER) | STAGE_BIT(STAGE_TIE_ORDER);

/* Call paths alone read sets before. */
static const uint32_t apart_without_paths =
    STAGE_BIT(STAGE_FLAT_SETS) | STAGE_BIT(STAGE_GRAPH_SETS) | STAGE_BIT(STAGE_TIME_SETS);

/* An analysis in the making. */
struct analysis_maker {
    struct analysis_stages *stages;
    struct stage_job job;
    const struct analysis *old; /* NULL: there is none */
};

/* Before and after a stage. */
static bool asks(const struct stage_job *j, unsigned step)
{
    return progress_step(j->progress, "analysis", step, 2 * (uint64_t)N_STAGES) ||
           err_set(j->e, ERR_CANCELLED, NULL);
}

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
            ok = asks(&job, 2 * id) && (s->result = stage_make(id, &job)) != NULL &&
                 asks(&job, 2 * id + 1);
        }
        arena_release(&job.memory);
    }
    return ok;
}

struct maker_share {
    struct analysis_maker m;
    uint32_t stages;
    bool ok;
};

static void take_share(void *ctx)
{
    struct maker_share *x = ctx;
    x->ok = take_stages(&x->m, x->stages);
}

/* Some stages here, others in another thread: with an error of its own, and no progress to report
 * to. */
static bool take_both(const struct analysis_maker *m, uint32_t here, uint32_t apart)
{
    struct err e = ERR_INIT;
    struct maker_share first = {*m, here, false}, second = {*m, apart, false};
    second.m.job.e = &e;
    second.m.job.progress = NULL;
    task_both(take_share, &first, &second);
    if (first.ok && !second.ok)
        *m->job.e = e;
    return first.ok && second.ok;
}

static bool take_all(const struct analysis_maker *m)
{
    const uint32_t all = STAGE_BIT(N_STAGES) - 1, before = STAGE_BIT(STAGE_CYCLES) - 1;
    const bool paths = is_wanted(STAGE_PATHS, &m->job);
    const uint32_t apart = apart_from_cycles | (paths ? 0 : apart_without_paths);
    const uint32_t rest = all & ~(before | STAGE_BIT(STAGE_CYCLES) | apart);
    return take_stages(m, before & ~apart) && take_both(m, STAGE_BIT(STAGE_CYCLES), apart) &&
           take_stages(m, rest);
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
    const struct name_order *names = of[STAGE_NAME_ORDER];
    a->by_name = names ? names->v : NULL;
    a->order = of[STAGE_ORDER];
    a->n_symbols = a->table->n_symbols;
    a->n_nodes = a->n_symbols + (a->cycles ? a->cycles->n_cycles : 0);
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
