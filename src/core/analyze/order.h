/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/order: the orders of the call graph's entries and of the flat profile. */
#ifndef GPTUI_ANALYZE_ORDER_H
#define GPTUI_ANALYZE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/cycles.h"
#include "core/analyze/tie_order.h"
#include "core/analyze/times.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"

struct analysis;

struct order {
    struct arena memory; /* owns what the rest points to */
    node_id *ranked;     /* n_nodes, entry order */
    uint32_t *index;     /* per node: its number from 1, "[3]" */
};

/* Borrows nothing. NULL and e (ERR_MEMORY). Release it with arena_object_free. */
struct order *order_new(const struct tie_order *ties, const struct times *times, uint32_t n_symbols,
                        uint32_t n_cycles, struct err *e) ATTR_MUST_USE;

/* The symbols that the flat profile prints, in its order, into out (room for n_symbols); how many
 * in *n. False when memory runs out. */
bool analysis_flat(const struct analysis *a, bool unused, sym_id *out, uint32_t *n) ATTR_MUST_USE;

/* Append to these those in which threads did nothing but wait, by the time of that. */
bool analysis_add_waiting(const struct analysis *a, bool unused, sym_id *out,
                          uint32_t *n) ATTR_MUST_USE;

#endif
