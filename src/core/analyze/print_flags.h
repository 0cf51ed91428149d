/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/print_flags: which nodes have an entry, as far as symspecs decide it. */
#ifndef GPTUI_ANALYZE_PRINT_FLAGS_H
#define GPTUI_ANALYZE_PRINT_FLAGS_H

#include <stdint.h>

#include "core/analyze/cycles.h"
#include "core/analyze/graph.h"
#include "core/base/attr.h"
#include "core/base/err.h"

struct symset;

/* The print flag of every node, malloc'ed; `in` and `ex` are the GRAPH sets. NULL and e
 * (ERR_MEMORY). */
uint8_t *print_flags_new(const struct graph *g, const struct cycles *c, uint32_t n_symbols,
                         const struct symset *in, const struct symset *ex,
                         struct err *e) ATTR_MUST_USE;

#endif
