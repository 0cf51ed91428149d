/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/linker/function_order: an order of functions for the linker (-r). */
#ifndef GPTUI_ANALYZE_LINKER_FUNCTION_ORDER_H
#define GPTUI_ANALYZE_LINKER_FUNCTION_ORDER_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/questions/chain.h"
#include "core/base/attr.h"

/* All symbols in an order that keeps callers near callees (GNU manual, node "Output Options"), most
 * used first. Recursive arcs have no part in it. `printed`: the call graph was printed before. The
 * caller frees the list, also after a failure.
 * QUIRK(gnu): printing sorts an entry's lists, and the order of popular functions depends on it;
 * a popular function can be missing; specifications with a '/' add functions a second time.
 * Pinned by tests/diff. */
bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e) ATTR_MUST_USE;

#endif
