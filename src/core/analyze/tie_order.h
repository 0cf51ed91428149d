/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/tie_order: the orders of symbols that do not depend on times: by name, and by calls and
 * name, which decides where times are equal. */
#ifndef GPTUI_ANALYZE_TIE_ORDER_H
#define GPTUI_ANALYZE_TIE_ORDER_H

#include <stdint.h>

#include "core/analyze/graph.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/model/symbol.h"

/* Symbols by name; those of one name by address. */
struct name_order {
    struct arena memory; /* owns what the rest points to */
    sym_id *v;
    uint32_t lo, hi; /* v[lo, hi): names that begin with an underscore */
};

/* In which order symbols stand whose times are equal. */
struct tie_order {
    struct arena memory; /* owns what the rest points to */
    sym_id *flat;        /* of the flat profile: most calls first, then by name */
    sym_id *entries;     /* of the call graph: likewise, but names with an underscore last */
};

/* Both borrow nothing. NULL and e (ERR_MEMORY). Release them with arena_object_free. */
struct name_order *name_order_new(const struct table *t, struct err *e) ATTR_MUST_USE;
struct tie_order *tie_order_new(const struct name_order *o, const struct graph *g,
                                uint32_t n_symbols, struct err *e) ATTR_MUST_USE;

#endif
