/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stages of an analysis: what each reads, how it is made and released. */
#include "core/analyze/stage_defs.h"

#include <stdlib.h>

#include "core/analyze/blocks.h"
#include "core/analyze/calls.h"
#include "core/analyze/cycles.h"
#include "core/analyze/flow.h"
#include "core/analyze/graph.h"
#include "core/analyze/graph_build.h"
#include "core/analyze/order.h"
#include "core/analyze/mpi_times.h"
#include "core/analyze/path_times.h"
#include "core/analyze/runs.h"
#include "core/analyze/samples.h"
#include "core/analyze/table.h"
#include "core/analyze/times.h"
#include "core/base/mem.h"
#include "core/load/lines/line_symbols.h"

#define BIT(set) (UINT32_C(1) << (set))

/* A graph is what the last wanted one of three stages made. */
#define STAGES_OF_GRAPH (STAGE_BIT(STAGE_ALL_ARCS) | STAGE_BIT(STAGE_ARCS) | STAGE_BIT(STAGE_GRAPH))

static const uint32_t arcs_sets = BIT(SET_ARCS_IN) | BIT(SET_ARCS_EX);

static const struct table *table_of(const struct stage_job *j)
{
    return j->input[STAGE_TABLE];
}

/* The arcs of the files that the filters let through. */
static const struct graph *recorded(const struct stage_job *j)
{
    const struct graph *g = j->input[STAGE_ARCS];
    return g ? g : j->input[STAGE_ALL_ARCS];
}

static const struct graph *graph_of(const struct stage_job *j)
{
    const struct graph *g = j->input[STAGE_GRAPH];
    return g ? g : recorded(j);
}

/* ---- symbols ---- */

/* Symbols from a file are taken as they are. */
static bool wants_lines(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->by_line && !s->symbols_file;
}

static void *make_lines(const struct stage_job *j)
{
    return line_symbols_new(j->profile, j->lookup->lines, j->progress, j->e);
}

static void release_lines(void *lines)
{
    line_symbols_free(lines);
}

static void *make_table(const struct stage_job *j)
{
    return table_new(j->profile, &j->settings.table, j->input[STAGE_LINES], j->e);
}

static void release_table(void *table)
{
    table_free(table);
}

/* Places that a report asks for one by one would have line tables read again and again. */
static bool wants_sources(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->by_line || s->inline_files || s->sources ||
           symset_needs_sources(s->filters, s->n_filters, ~UINT32_C(0), s->strict);
}

static void *make_sources(const struct stage_job *j)
{
    return sources_new(table_of(j), &j->settings.table, j->lookup->lines, j->progress, j->e);
}

static void release_sources(void *sources)
{
    sources_free(sources);
}

static void *make_name_order(const struct stage_job *j)
{
    return name_order_new(table_of(j));
}

/* ---- what symspecs select ---- */

static struct symset_source symset_source(const struct stage_job *j)
{
    return (struct symset_source){.table = table_of(j),
                                  .sources = j->input[STAGE_SOURCES],
                                  .filters = j->settings.filters,
                                  .n_filters = j->settings.n_filters,
                                  .strict = j->settings.strict};
}

static void set_pair_release(struct set_pair *p)
{
    symset_release(&p->in);
    symset_release(&p->ex);
}

static bool set_pair_build(struct set_pair *p, const struct stage_job *j, enum filter_set in,
                           enum filter_set ex)
{
    struct symset_source src = symset_source(j);
    *p = (struct set_pair){0};
    if (symset_build(&p->in, &src, in, j->e) && symset_build(&p->ex, &src, ex, j->e))
        return true;
    set_pair_release(p);
    return false;
}

static void release_sets(void *sets)
{
    set_pair_release(sets);
    free(sets);
}

static void *make_sets(const struct stage_job *j, enum filter_set in, enum filter_set ex)
{
    struct set_pair *p = mem_array(1, sizeof *p);
    if (set_pair_build(p, j, in, ex))
        return p;
    free(p);
    return NULL;
}

static void *make_flat_sets(const struct stage_job *j)
{
    return make_sets(j, SET_FLAT_IN, SET_FLAT_EX);
}

static void *make_exec_sets(const struct stage_job *j)
{
    return make_sets(j, SET_EXEC_IN, SET_EXEC_EX);
}

static void *make_anno_sets(const struct stage_job *j)
{
    return make_sets(j, SET_ANNO_IN, SET_ANNO_EX);
}

/* ---- samples and blocks ---- */

static void *make_samples(const struct stage_job *j)
{
    const struct set_pair *flat = j->input[STAGE_FLAT_SETS];
    return samples_new(table_of(j), &flat->in, &flat->ex, j->progress, j->e);
}

static bool wants_blocks(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->by_line;
}

static void *make_blocks(const struct stage_job *j)
{
    return blocks_new(table_of(j), j->progress, j->e);
}

/* ---- the graph ---- */

static void *make_all_arcs(const struct stage_job *j)
{
    return graph_build(table_of(j), j->large, j->progress, j->e);
}

/* Without filters of arcs it is the graph of all arcs. */
static bool wants_arcs(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].sets & arcs_sets)
            return true;
    return false;
}

/* The arcs that the filters let through. */
static void *make_arcs(const struct stage_job *j)
{
    struct symset_source src = symset_source(j);
    struct arcset in = {0}, ex = {0};
    struct graph *g = NULL;
    if (arcset_build(&in, &src, SET_ARCS_IN, j->e) && arcset_build(&ex, &src, SET_ARCS_EX, j->e))
        g = graph_filter(j->input[STAGE_ALL_ARCS], src.table->n_symbols, &in, &ex);
    arcset_release(&in);
    arcset_release(&ex);
    return g;
}

static bool wants_found(const struct settings *s, const struct lookup *lookup)
{
    return s->static_calls && lookup->code;
}

static void *make_found(const struct stage_job *j)
{
    struct calls_request r = {
        .table = table_of(j), .code = j->lookup->code, .progress = j->progress};
    return found_calls_new(&r, j->e);
}

static void release_found(void *found)
{
    found_calls_free(found);
}

/* Who wants them has seen that the profile has paths. */
static bool wants_paths(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->callers == CALLERS_MEASURED;
}

static void *make_paths(const struct stage_job *j)
{
    const struct set_pair *flat = j->input[STAGE_FLAT_SETS];
    struct symset_source src = symset_source(j);
    struct arcset in = {0}, ex = {0};
    struct set_pair time = {0};
    struct path_times *out = NULL;
    if (set_pair_build(&time, j, SET_TIME_IN, SET_TIME_EX) &&
        arcset_build(&in, &src, SET_ARCS_IN, j->e) && arcset_build(&ex, &src, SET_ARCS_EX, j->e))
        out = path_times_new(&(struct path_times_request){.table = table_of(j),
                                                          .flat_in = &flat->in,
                                                          .flat_ex = &flat->ex,
                                                          .time_in = &time.in,
                                                          .time_ex = &time.ex,
                                                          .arcs_in = &in,
                                                          .arcs_ex = &ex,
                                                          .progress = j->progress},
                             j->e);
    arcset_release(&in);
    arcset_release(&ex);
    set_pair_release(&time);
    return out;
}

static void release_paths(void *paths)
{
    path_times_free(paths);
}

static bool wants_mpi(const struct settings *s, const struct lookup *lookup)
{
    return wants_paths(s, lookup) && lookup->code;
}

static void *make_mpi(const struct stage_job *j)
{
    return mpi_times_new(table_of(j), j->input[STAGE_PATHS], j->lookup->code);
}

static void release_mpi(void *mpi)
{
    mpi_times_free(mpi);
}

static bool wants_more_arcs(const struct settings *s, const struct lookup *lookup)
{
    return wants_found(s, lookup) || wants_paths(s, lookup);
}

/* QUIRK(gnu): filters of arcs have no power over found ones; pinned by
 * tests/diff/cases/static.case. */
static struct graph *add_found(const struct stage_job *j)
{
    return graph_add(recorded(j), table_of(j)->n_symbols, j->input[STAGE_FOUND], j->e);
}

/* Arcs that were measured and not counted, of libraries for example, have no calls. */
static void *make_graph(const struct stage_job *j)
{
    const struct path_times *paths = j->input[STAGE_PATHS];
    struct graph *found = j->input[STAGE_FOUND] ? add_found(j) : NULL;
    if (!paths || (j->input[STAGE_FOUND] && !found))
        return found;
    struct graph *all =
        graph_add(found ? found : recorded(j), table_of(j)->n_symbols, &paths->pairs, j->e);
    arena_object_free(found);
    return all;
}

/* Where time is measured, functions that call each other need not be taken together. */
static void *make_cycles(const struct stage_job *j)
{
    if (j->input[STAGE_PATHS])
        return cycles_none(table_of(j)->n_symbols);
    return cycles_new(graph_of(j), table_of(j)->n_symbols, j->progress, j->e);
}

static void *make_tie_order(const struct stage_job *j)
{
    return tie_order_new(j->input[STAGE_NAME_ORDER], graph_of(j), table_of(j)->n_symbols);
}

/* ---- entries ---- */

static bool wants_entries(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return !s->no_entries;
}

static void *make_print_flags(const struct stage_job *j)
{
    struct set_pair sets;
    if (!set_pair_build(&sets, j, SET_GRAPH_IN, SET_GRAPH_EX))
        return NULL;
    uint8_t *out = print_flags_new(graph_of(j), j->input[STAGE_CYCLES], table_of(j)->n_symbols,
                                   &sets.in, &sets.ex);
    set_pair_release(&sets);
    return out;
}

static void *make_times(const struct stage_job *j)
{
    struct set_pair sets;
    if (!set_pair_build(&sets, j, SET_TIME_IN, SET_TIME_EX))
        return NULL;
    struct times_request r = {.samples = j->input[STAGE_SAMPLES],
                              .graph = graph_of(j),
                              .cycles = j->input[STAGE_CYCLES],
                              .paths = j->input[STAGE_PATHS],
                              .n_symbols = table_of(j)->n_symbols,
                              .in = &sets.in,
                              .ex = &sets.ex,
                              .helpers = j->large,
                              .progress = j->progress};
    struct times *out = times_new(&r, j->e);
    set_pair_release(&sets);
    return out;
}

static void *make_order(const struct stage_job *j)
{
    const struct cycles *c = j->input[STAGE_CYCLES];
    return order_new(j->input[STAGE_TIE_ORDER], j->input[STAGE_TIMES], table_of(j)->n_symbols,
                     c->n_cycles);
}

/* ---- runs ---- */

/* Who knows runs has seen that the profile has some. */
static bool wants_runs(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->knows_runs;
}

static void *make_runs(const struct stage_job *j)
{
    const struct set_pair *flat = j->input[STAGE_FLAT_SETS];
    struct symset_source src = symset_source(j);
    struct arcset in = {0}, ex = {0};
    struct analysis_runs *out = NULL;
    if (arcset_build(&in, &src, SET_ARCS_IN, j->e) && arcset_build(&ex, &src, SET_ARCS_EX, j->e))
        out = analysis_runs_new(&(struct analysis_runs_request){.table = table_of(j),
                                                                .in = &flat->in,
                                                                .ex = &flat->ex,
                                                                .arcs_in = &in,
                                                                .arcs_ex = &ex,
                                                                .like = j->like,
                                                                .progress = j->progress},
                                j->e);
    arcset_release(&in);
    arcset_release(&ex);
    return out;
}

static void release_runs(void *runs)
{
    analysis_runs_free(runs);
}

/* ---- what ranges are made of ---- */

static bool wants_flow(const struct settings *s, const struct lookup *lookup)
{
    (void)lookup;
    return s->ranges && !s->by_line && s->callers != CALLERS_MEASURED;
}

static void *make_flow(const struct stage_job *j)
{
    const struct call_flow_request r = {.profile = j->profile,
                                        .table = table_of(j),
                                        .graph = graph_of(j),
                                        .recorded = recorded(j),
                                        .all_arcs = j->input[STAGE_ALL_ARCS],
                                        .cycles = j->input[STAGE_CYCLES]};
    return call_flow_new(&r);
}

static void release_flow(void *flow)
{
    call_flow_free(flow);
}

/* ---- the table ---- */

#define TABLE STAGE_BIT(STAGE_TABLE)

const struct stage_def stage_defs[N_STAGES] = {
    /* where source lines begin */
    [STAGE_LINES] = {.name = "lines",
                     .wanted = wants_lines,
                     .make = make_lines,
                     .release = release_lines},
    /* which symbols exist and where they end */
    [STAGE_TABLE] = {.name = "table",
                     .inputs = STAGE_BIT(STAGE_LINES),
                     .reads_table = true,
                     .make = make_table,
                     .release = release_table},
    /* files and lines of functions */
    [STAGE_SOURCES] = {.name = "sources",
                       .inputs = TABLE,
                       .reads_table = true,
                       .wanted = wants_sources,
                       .make = make_sources,
                       .release = release_sources},
    /* symbols that -p -P, -C -Z, -A -J let through */
    [STAGE_FLAT_SETS] = {.name = "flat sets",
                         .inputs = TABLE,
                         .sets = BIT(SET_FLAT_IN) | BIT(SET_FLAT_EX),
                         .reads_sources = true,
                         .make = make_flat_sets,
                         .release = release_sets},
    [STAGE_EXEC_SETS] = {.name = "count sets",
                         .inputs = TABLE,
                         .sets = BIT(SET_EXEC_IN) | BIT(SET_EXEC_EX),
                         .reads_sources = true,
                         .make = make_exec_sets,
                         .release = release_sets},
    [STAGE_ANNO_SETS] = {.name = "annotation sets",
                         .inputs = TABLE,
                         .sets = BIT(SET_ANNO_IN) | BIT(SET_ANNO_EX),
                         .reads_sources = true,
                         .make = make_anno_sets,
                         .release = release_sets},
    /* ticks per symbol */
    [STAGE_SAMPLES] = {.name = "samples",
                       .inputs = TABLE | STAGE_BIT(STAGE_FLAT_SETS),
                       .make = make_samples,
                       .release = arena_object_free},
    /* basic-block counts per symbol */
    [STAGE_BLOCKS] = {.name = "blocks",
                      .inputs = TABLE,
                      .wanted = wants_blocks,
                      .make = make_blocks,
                      .release = arena_object_free},
    /* the arcs of the files between symbols, calls, recursion */
    [STAGE_ALL_ARCS] = {.name = "all arcs",
                        .inputs = TABLE,
                        .make = make_all_arcs,
                        .release = arena_object_free},
    /* those of them that -k, -q, -Q let through */
    [STAGE_ARCS] = {.name = "arcs",
                    .inputs = TABLE | STAGE_BIT(STAGE_ALL_ARCS),
                    .sets = BIT(SET_ARCS_IN) | BIT(SET_ARCS_EX),
                    .reads_sources = true,
                    .wanted = wants_arcs,
                    .make = make_arcs,
                    .release = arena_object_free},
    /* calls in the machine code */
    [STAGE_FOUND] = {.name = "found calls",
                     .inputs = TABLE,
                     .wanted = wants_found,
                     .make = make_found,
                     .release = release_found},
    /* times by call paths */
    [STAGE_PATHS] = {.name = "paths",
                     .inputs = TABLE | STAGE_BIT(STAGE_FLAT_SETS),
                     .sets =
                         BIT(SET_TIME_IN) | BIT(SET_TIME_EX) | BIT(SET_ARCS_IN) | BIT(SET_ARCS_EX),
                     .reads_sources = true,
                     .wanted = wants_paths,
                     .make = make_paths,
                     .release = release_paths},
    /* time inside MPI */
    [STAGE_MPI] = {.name = "MPI",
                   .inputs = TABLE | STAGE_BIT(STAGE_PATHS),
                   .wanted = wants_mpi,
                   .make = make_mpi,
                   .release = release_mpi},
    /* the arcs with those of found calls, and of paths */
    [STAGE_GRAPH] = {.name = "graph",
                     .inputs = TABLE | STAGE_BIT(STAGE_ALL_ARCS) | STAGE_BIT(STAGE_ARCS) |
                               STAGE_BIT(STAGE_FOUND) | STAGE_BIT(STAGE_PATHS),
                     .wanted = wants_more_arcs,
                     .make = make_graph,
                     .release = arena_object_free},
    /* strongly connected functions, and the numbering of all */
    [STAGE_CYCLES] = {.name = "cycles",
                      .inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_PATHS),
                      .make = make_cycles,
                      .release = arena_object_free},
    /* symbols by name */
    [STAGE_NAME_ORDER] = {.name = "names",
                          .inputs = TABLE,
                          .make = make_name_order,
                          .release = arena_object_free},
    /* symbols by calls and name */
    [STAGE_TIE_ORDER] = {.name = "ties",
                         .inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_NAME_ORDER),
                         .make = make_tie_order,
                         .release = arena_object_free},
    /* which entries are printed */
    [STAGE_PRINT_FLAGS] = {.name = "shown",
                           .inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_CYCLES),
                           .sets = BIT(SET_GRAPH_IN) | BIT(SET_GRAPH_EX),
                           .reads_sources = true,
                           .wanted = wants_entries,
                           .make = make_print_flags,
                           .release = free},
    /* fractions and propagated time */
    [STAGE_TIMES] = {.name = "times",
                     .inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_SAMPLES) |
                               STAGE_BIT(STAGE_PATHS) | STAGE_BIT(STAGE_CYCLES),
                     .sets = BIT(SET_TIME_IN) | BIT(SET_TIME_EX),
                     .reads_sources = true,
                     .make = make_times,
                     .release = arena_object_free},
    /* the rank of every entry, index numbers */
    [STAGE_ORDER] = {.name = "order",
                     .inputs = TABLE | STAGE_BIT(STAGE_CYCLES) | STAGE_BIT(STAGE_TIE_ORDER) |
                               STAGE_BIT(STAGE_TIMES),
                     .wanted = wants_entries,
                     .make = make_order,
                     .release = arena_object_free},
    /* what each function took in each run */
    [STAGE_RUNS] = {.name = "runs",
                    .inputs = TABLE | STAGE_BIT(STAGE_FLAT_SETS),
                    .sets = BIT(SET_ARCS_IN) | BIT(SET_ARCS_EX),
                    .reads_sources = true,
                    .wanted = wants_runs,
                    .make = make_runs,
                    .release = release_runs},
    /* calls as paths from outside */
    [STAGE_FLOW] = {.name = "flow",
                    .inputs = TABLE | STAGES_OF_GRAPH | STAGE_BIT(STAGE_CYCLES),
                    .wanted = wants_flow,
                    .make = make_flow,
                    .release = release_flow},
};
