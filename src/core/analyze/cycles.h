/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/cycles: functions that call each other in circles, and a numbering of all from callees to
 * callers; which of them have an entry, as far as symspecs decide it. */
#ifndef GPTUI_ANALYZE_CYCLES_H
#define GPTUI_ANALYZE_CYCLES_H

#include "core/analyze/graph.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

struct symset_pair;

/* What can have an entry in the call graph: symbols 0 .. n_symbols-1 in address order, then cycles
 * 1 .. n_cycles as nodes n_symbols .. n_nodes-1. */
typedef uint32_t node_id;

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

/* Borrows nothing. NULL and e (ERR_CANCELLED). Release it with arena_object_free. */
struct cycles *cycles_new(const struct graph *g, uint32_t n_symbols,
                          const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* As of a graph without cycles: each function is alone, in the order of the symbols. */
struct cycles *cycles_none(uint32_t n_symbols) ATTR_MUST_USE;

struct print_flags {
    struct arena memory; /* owns what the rest points to */
    uint8_t *flag;       /* per node */
};

/* `sets` are the GRAPH sets. In steps proportional to symbols and arcs. Borrows nothing. Release it
 * with arena_object_free. */
struct print_flags *print_flags_new(const struct graph *g, const struct cycles *c,
                                    uint32_t n_symbols,
                                    const struct symset_pair *sets) ATTR_MUST_USE;

#endif
