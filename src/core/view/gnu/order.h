/* SPDX-License-Identifier: GPL-3.0-or-later */
/* order: orders of functions (-r) and of object files (-R), sections of a report (gnu.h). */
#ifndef GPTUI_VIEW_GNU_ORDER_H
#define GPTUI_VIEW_GNU_ORDER_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/sink/emitter.h"
#include "core/view/context.h"

/* graph_printed: the call graph stands before it, on which the order depends (function_order.h). */
bool gnu_function_order(const struct view_context *v, bool graph_printed, const struct emitter *out,
                        struct err *e) ATTR_MUST_USE;

bool gnu_file_order(const struct view_context *v, const struct emitter *out,
                    struct err *e) ATTR_MUST_USE;

#endif
