/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analysis: time and calls attributed to functions, as GNU gprof attributes them.
 *
 * An analysis is a chain of immutable stages (analyze/stage_defs.c lists them: what each is made of
 * and which settings it reads), shared between analyses: a new one made from an old one (a filter
 * toggled) recomputes the stages that read what changed, and those made from them.
 *
 * A *node* is what can have an entry in the call graph: symbols 0 .. n_symbols-1 in address order,
 * then cycles 1 .. n_cycles as nodes n_symbols .. n_nodes-1. All arrays below are per node or per
 * symbol as stated. Ticks are histogram counts (fractional after bins are divided); seconds are
 * ticks / rate_hz. */
#ifndef GPTUI_ANALYZE_ANALYSIS_H
#define GPTUI_ANALYZE_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/load/lookup.h"
#include "core/model/profile.h"
#include "core/model/symbol.h"
#include "core/options/settings.h"
#include "core/select/symbol_places.h"

typedef uint32_t node_id; /* a symbol or a cycle */
typedef uint32_t arc_id;

struct samples {
    struct arena memory; /* owns what the rest points to */
    double *self;        /* ticks per symbol */
    double total;        /* ticks in all, less those of excluded symbols */
};

/* Basic blocks per symbol, in the order in which their addresses arrived; counts of one address are
 * added up. */
enum { BLOCKS_MAX = 10 };

struct blocks {
    struct arena memory; /* owns what the rest points to */
    struct raw_block *v;
    size_t *lo; /* n_symbols + 1: those of symbol s are v[lo[s]] .. v[lo[s] + n[s] - 1] */
    uint8_t *n; /* per symbol, at most BLOCKS_MAX */
};

struct arc {
    sym_id from, to;
    uint64_t count;
};

/* Arcs of one caller stand together, most recently created first; so do the entries of parent[]. */
struct graph {
    struct arena memory; /* owns what the rest points to */
    struct arc *arcs;
    uint32_t n_arcs;
    arc_id *created;     /* see graph_created; NULL: the files brought them caller by caller */
    arc_id *child_lo;    /* n_symbols + 1: arcs of caller s are [child_lo[s], child_lo[s + 1]) */
    arc_id *parent;      /* arc ids by callee */
    uint32_t *parent_lo; /* n_symbols + 1 */
    uint64_t *calls;     /* per symbol, its own recursion taken out */
    uint64_t *recursion; /* per symbol: calls of itself */
    uint64_t lost;       /* arcs of the files without a symbol at either end */
};

/* Arc number i in the order in which the files brought them. */
static inline arc_id graph_created(const struct graph *g, uint32_t i)
{
    if (g->created)
        return g->created[i];
    sym_id caller = g->arcs[i].from;
    return g->child_lo[caller] + (g->child_lo[caller + 1] - 1 - i);
}

/* Calls found in machine code. */
struct found_call {
    sym_id from, to;
};
struct found_calls {
    struct found_call *v; /* each pair once; by caller, then by place */
    uint32_t n;
    sym_id
        *holder; /* per symbol: an arc to that one counts as an arc to it; NULL: each is its own */
    enum code_finding finding; /* why nothing was searched, or CODE_READY */
};

struct cycles {
    struct arena memory; /* owns what the rest points to */
    uint32_t n_cycles;
    uint32_t *cycle;     /* per symbol: its cycle's number from 1, 0 for none */
    uint32_t *number;    /* per symbol: topological number, callees first; shared in a cycle */
    sym_id *member;      /* members of cycle c (from 1), head first, in chain order: */
    uint32_t *member_lo; /* [member_lo[c - 1], member_lo[c]) */
    uint64_t *calls;     /* per cycle (index c - 1): from outside */
    uint64_t *recursion; /* per cycle: between different members */
    sym_id *upward;      /* all symbols, callees first */
};

/* Times of one node, ticks. */
struct node_time {
    double self, child;           /* unscaled */
    double fraction;              /* of its time that counts, 0..1 normally */
    double prop_self, prop_child; /* as displayed: scaled by the fraction */
};

/* The time that flows up an arc, ticks, scaled as displayed. */
struct arc_time {
    double self, child;
};

struct times {
    struct arena memory;    /* owns what the rest points to */
    struct node_time *node; /* per node */
    double total;           /* ticks: the base of the graph's percentages */
};

struct order {
    struct arena memory; /* owns what the rest points to */
    node_id *ranked;     /* n_nodes, entry order */
    uint32_t *index;     /* per node: its number from 1, "[3]" */
};

struct analysis {
    const struct profile *profile;
    const struct table *table;
    const struct sources *sources; /* NULL unless symspecs or settings need it */
    const struct samples *samples;
    const struct blocks *blocks; /* NULL without -l */
    const struct graph *graph;
    const struct graph *recorded;    /* the graph without arcs for calls found in the code */
    const struct found_calls *found; /* NULL without -c */
    const struct cycles *cycles;
    const uint8_t *shown; /* per node: the print flag; NULL if nobody wants entries */
    const struct times *times;
    const struct order *order; /* likewise */
    uint32_t n_symbols, n_nodes;
    bool by_line;                   /* -l: the table has line symbols, if any lines are known */
    double rate_hz;                 /* 0 without histogram */
    struct analysis_stages *stages; /* private */
};

/* Compute what s asks for. `old` (may be NULL; of the same p and lookup) lends the stages that stay
 * the same; it is not changed, and may be freed before the new one. `lookup`
 * serves what needs lines of source or machine code; it may be NULL, as its members may: then
 * nothing is known of them. Fails with ERR_IMAGE_NO_SYMBOLS, ERR_REGEX, ERR_SPEC, ERR_LIMIT,
 * ERR_MEMORY, ERR_CANCELLED and returns NULL. s need not outlive the call, p must outlive the
 * analysis. */
struct analysis *analysis_new(const struct profile *p, const struct settings *s,
                              const struct lookup *lookup, const struct analysis *old,
                              const struct progress *progress, struct err *e) ATTR_MUST_USE;

void analysis_free(struct analysis *a);

/* Which symbols the FLAT (EXEC, ...) sets let through: true for all if the sets are empty. `in` is
 * SET_FLAT_IN, SET_EXEC_IN or SET_ANNO_IN. */
bool analysis_lets(const struct analysis *a, enum filter_set in, sym_id s);

/* All symbols in the order of their raw names, those of one name by address. */
const sym_id *analysis_by_name(const struct analysis *a);

/* ---- what happened, told again ---- */

/* A part of a bin (numbers from 0): so many ticks lie in symbol s, whether or not the FLAT sets let
 * it through. */
struct sample_watch {
    void (*on_part)(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks);
    void *ctx;
};
bool analysis_watch_samples(const struct analysis *a, const struct sample_watch *w,
                            struct err *e) ATTR_MUST_USE;

/* An arc of a file and the symbols at its ends; from is NO_ID if either has none. */
struct arc_watch {
    void (*on_arc)(void *ctx, const struct raw_arc *raw, sym_id from, sym_id to);
    void *ctx;
};
bool analysis_watch_arcs(const struct analysis *a, const struct arc_watch *w,
                         struct err *e) ATTR_MUST_USE;

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

/* ---- arcs ---- */

/* Zero for arcs that carry no time. */
struct arc_time arc_time(const struct analysis *a, arc_id arc);

/* Kinds of arcs, in the order in which callers of an entry are listed. */
enum arc_kind {
    ARC_RECURSION, /* a function calls itself */
    ARC_INNER,     /* between members of one cycle */
    ARC_PLAIN,
};

/* True for an arc from a function to itself or within one cycle. */
bool arc_is_inner(const struct analysis *a, arc_id arc);

/* A line of an entry. */
struct entry_arc {
    arc_id arc;
    sym_id from, to;
    enum arc_kind kind;
    uint64_t count;
    uint64_t
        calls; /* ARC_PLAIN: of the callee, or of its cycle as a whole; count is a part of it */
    struct arc_time time;
};

struct entry_arc entry_arc(const struct analysis *a, arc_id arc);

/* Sort by kind, then time, then count; those alike stay in order. False when memory runs out. */
bool entry_arcs_sort(struct entry_arc *v, uint32_t n, bool descending) ATTR_MUST_USE;

/* Arcs in the order in which an entry prints them, into `out` (room for analysis_n_callers or
 * _callees): callers of s from the lightest, callees from the heaviest. False when memory runs
 * out. */
bool analysis_callers(const struct analysis *a, sym_id s, struct entry_arc *out) ATTR_MUST_USE;
bool analysis_callees(const struct analysis *a, sym_id s, struct entry_arc *out) ATTR_MUST_USE;
uint32_t analysis_n_callers(const struct analysis *a, sym_id s);
uint32_t analysis_n_callees(const struct analysis *a, sym_id s);

/* Arcs, growing. */
struct entry_arcs {
    struct entry_arc *v; /* malloc'ed */
    size_t n, cap;
};

/* The arcs by which functions outside call members of a cycle (from 1), or, if `callees`, by which
 * its members call functions outside; added to *out in the order of their ids. False when memory
 * runs out. */
bool analysis_cycle_arcs(const struct analysis *a, uint32_t cycle, bool callees,
                         struct entry_arcs *out) ATTR_MUST_USE;

/* Ask the memory for what the entry of n will read. For walks over many entries, which call it for
 * entries ahead: with steps 4, 3, 2, 1 as the entry comes nearer. */
void analysis_fetch_entry(const struct analysis *a, node_id n, unsigned steps);

/* Members of a cycle (from 1) in printed order, into out (room for analysis_n_members). */
bool analysis_members(const struct analysis *a, uint32_t cycle, sym_id *out) ATTR_MUST_USE;
uint32_t analysis_n_members(const struct analysis *a, uint32_t cycle);

/* Whether the call graph prints an entry for this node (5.8 of the format: shown, and used unless
 * `unused`). */
bool analysis_has_entry(const struct analysis *a, node_id n, bool unused);

/* ---- function order ---- */

/* Ids in an order, growing. */
struct id_list {
    uint32_t *v; /* malloc'ed */
    size_t n, cap;
};

/* All symbols in an order that keeps callers near callees (-r; GNU manual, node "Output Options"),
 * most used first. Recursive arcs have no part in it. `printed`: the call graph was printed before.
 * QUIRK(gnu): printing sorts an entry's lists, and the order of popular functions depends on it;
 * a popular function can be missing; specifications with a '/' add functions a second time.
 * Pinned by tests/diff. */
bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e) ATTR_MUST_USE;

/* Object files (-R): the symbols that stand for them, in an order that keeps callers near callees,
 * and those without a symbol in the table, by name, as indices of image.objects. The caller frees
 * both lists, also after a failure.
 * QUIRK(gnu): specifications with a '/' add files a second time. Pinned by tests/diff. */
bool analysis_file_order(const struct analysis *a, const struct settings *s,
                         struct id_list *symbols, struct id_list *others,
                         struct err *e) ATTR_MUST_USE;

/* ---- flat profile ---- */

/* The symbols that the flat profile prints, in its order, into out (room for n_symbols); their
 * number in *n. False when memory runs out. */
bool analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n) ATTR_MUST_USE;

#endif
