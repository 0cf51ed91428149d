/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/blocks: basic-block counts by symbol. */
#ifndef GPTUI_ANALYZE_BLOCKS_H
#define GPTUI_ANALYZE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

enum { BLOCKS_MAX = 10 };

/* The blocks of a symbol stand in the order in which their addresses arrived; counts of one address
 * are added up. */
struct blocks {
    struct arena memory; /* owns what the rest points to */
    struct raw_block *v;
    size_t *lo; /* n_symbols + 1: those of symbol s are v[lo[s]] .. v[lo[s] + n[s] - 1] */
    uint8_t *n; /* per symbol, at most BLOCKS_MAX */
};

/* The profile's basic blocks by symbol of t. NULL and e (ERR_CANCELLED). Release it
 * with arena_object_free. */
struct blocks *blocks_new(const struct table *t, const struct progress *progress,
                          struct err *e) ATTR_MUST_USE;

#endif
