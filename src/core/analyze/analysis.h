/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analysis: time and calls attributed to functions, as GNU gprof attributes them.
 *
 * An analysis is a chain of immutable stages (analysis.c lists them: what each is made of
 * and which settings it reads), shared between analyses: a new one made from an old one (a filter
 * toggled) recomputes the stages that read what changed, and those made from them.
 *
 * A *node* is what can have an entry in the call graph: symbols 0 .. n_symbols-1 in address order,
 * then cycles 1 .. n_cycles as nodes n_symbols .. n_nodes-1. All arrays below are per node or per
 * symbol as stated. Ticks are histogram counts (fractional after bins are divided); seconds are
 * ticks / rate_hz. */
#ifndef GPTUI_ANALYZE_ANALYSIS_H
#define GPTUI_ANALYZE_ANALYSIS_H

#include "core/analyze/calls.h"
#include "core/analyze/cycles.h"
#include "core/analyze/graph.h"
#include "core/analyze/mpi_times.h"
#include "core/analyze/order.h"
#include "core/analyze/path_times.h"
#include "core/analyze/samples.h"
#include "core/analyze/times.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/load.h"
#include "core/model/profile.h"
#include "core/model/symbol.h"
#include "core/options/settings.h"
#include "core/select/symset.h"

struct analysis {
    const struct profile *profile;
    const struct table *table;
    const struct sources *sources; /* NULL unless symspecs or settings need it */
    const struct symset_pair *flat, *exec,
        *anno; /* which symbols -p -P, -C -Z, -A -J let through */
    const struct samples *samples;
    const struct blocks *blocks; /* NULL without -l, and without any */
    const struct graph *graph;
    const struct graph *recorded;    /* the graph without arcs for calls found in the code */
    const struct graph *all_arcs;    /* all that files recorded, whatever filters let through */
    const struct found_calls *found; /* NULL without -c */
    const struct path_times *paths;  /* what times are measured by; NULL: they are shared out */
    const struct mpi_times *mpi;     /* NULL without paths */
    const struct cycles *cycles; /* this and what is made of it: NULL if settings want no times */
    const uint8_t *printed;      /* per node: the print flag; NULL without entries */
    const struct times *times;
    const struct order *order; /* NULL likewise */
    const struct tie_order *ties;
    const sym_id *by_name; /* all symbols, those of one name by address */
    uint32_t n_symbols, n_nodes;
    bool by_line;                   /* -l: the table has line symbols, if any lines are known */
    double rate_hz;                 /* 0 without histogram */
    struct analysis_stages *stages; /* private */
};

/* Compute what s asks for. Stages that stay the same are shared with `old` (NULL, or an
 * analysis of the same p and lookup), which is not changed and may be freed before the new one.
 * `lookup` finds lines of source and machine code; it and its members may be NULL: then nothing is
 * known of them. Fails with ERR_IMAGE_NO_SYMBOLS, ERR_REGEX, ERR_SPEC, ERR_LIMIT,
 * ERR_CANCELLED and returns NULL. s need not outlive the call, p must outlive the
 * analysis. */
struct analysis *analysis_new(const struct profile *p, const struct settings *s,
                              const struct lookup *lookup, const struct analysis *old,
                              const struct progress *progress, struct err *e) ATTR_MUST_USE;

void analysis_free(struct analysis *a);

/* ---- nodes ---- */

static inline bool node_is_cycle(const struct analysis *a, node_id n)
{
    return n >= a->n_symbols;
}
static inline uint32_t node_cycle_number(const struct analysis *a, node_id n)
{
    return node_is_cycle(a, n) ? n - a->n_symbols + 1 : a->cycles->cycle[n];
}
static inline node_id cycle_node(const struct analysis *a, uint32_t cycle)
{
    return a->n_symbols + cycle - 1;
}
static inline uint64_t node_calls(const struct analysis *a, node_id n)
{
    return node_is_cycle(a, n) ? a->cycles->calls[n - a->n_symbols] : a->graph->calls[n];
}
static inline uint64_t node_recursion(const struct analysis *a, node_id n)
{
    return node_is_cycle(a, n) ? a->cycles->recursion[n - a->n_symbols] : a->graph->recursion[n];
}

/* Raw name of a symbol; not for cycles. */
static inline const char *symbol_name(const struct analysis *a, sym_id s)
{
    return table_name(a->table, s);
}

#endif
