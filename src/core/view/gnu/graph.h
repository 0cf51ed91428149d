/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph: the call graph with its index, a section of a report (gnu.h). */
#ifndef GPTUI_VIEW_GNU_GRAPH_H
#define GPTUI_VIEW_GNU_GRAPH_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/sink/emitter.h"
#include "core/view/context.h"

bool gnu_graph(const struct view_context *v, const struct emitter *out,
               struct err *e) ATTR_MUST_USE;

#endif
