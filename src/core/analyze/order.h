/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/order: the orders of the call graph's entries and of the flat profile, and those which
 * decide where times are equal: by name, and by calls and name. */
#ifndef GPTUI_ANALYZE_ORDER_H
#define GPTUI_ANALYZE_ORDER_H

#include "core/analyze/cycles.h"
#include "core/analyze/graph.h"
#include "core/analyze/times.h"
#include "core/base/mem.h"
#include "core/model/symbol.h"

struct analysis;

/* Symbols by name; those of one name by address. */
struct name_order {
    struct arena memory; /* owns what the rest points to */
    sym_id *v;
    uint32_t lo, hi; /* v[lo, hi): names that begin with an underscore */
};

/* In which order symbols stand, in the flat profile, and in the graph where times are equal. */
struct tie_order {
    struct arena memory; /* owns what the rest points to */
    sym_id *flat;        /* most time of its own first, then most calls, then by name */
    sym_id *entries;     /* most calls first, then by name; names with an underscore last */
    uint32_t *n_before;  /* per symbol, of those left out: how many stand before it; NULL: none */
};

/* Both borrow nothing, in steps nearly proportional to symbols. Release them with
 * arena_object_free. */
struct name_order *name_order_new(const struct table *t) ATTR_MUST_USE;
struct tie_order *tie_order_new(const struct table *t, const struct name_order *o,
                                const struct graph *g, const struct samples *samples) ATTR_MUST_USE;

struct order {
    struct arena memory; /* owns what the rest points to */
    node_id *ranked;     /* n_nodes, entry order */
    uint32_t *index;     /* per node: its number from 1, "[3]" */
};

/* In steps proportional to nodes. Borrows nothing. Release it with arena_object_free. */
struct order *order_new(const struct tie_order *ties, const struct times *times, uint32_t n_symbols,
                        uint32_t n_cycles) ATTR_MUST_USE;

/* The symbols that the flat profile prints, in its order, into out (room for n_symbols); how many
 * in *n. */
void analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n);

/* Append to these those in which threads did nothing but wait, by the time of that. */
void analysis_add_waiting(const struct analysis *a, bool unused, sym_id *out, uint32_t *n);

#endif
