/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/graph_build: the arcs of the files, between addresses, become arcs between symbols. */
#ifndef GPTUI_ANALYZE_GRAPH_BUILD_H
#define GPTUI_ANALYZE_GRAPH_BUILD_H

#include <stdbool.h>

#include "core/analyze/graph.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

/* All arcs of the profile's files between symbols of t; made by two threads if `apart`. NULL and e
 * (ERR_LIMIT, ERR_CANCELLED). */
struct graph *graph_build(const struct table *t, bool apart, const struct progress *progress,
                          struct err *e) ATTR_MUST_USE;

#endif
