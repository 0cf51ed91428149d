/* SPDX-License-Identifier: GPL-3.0-or-later */
/* annotate: annotated source, a section of a report (gnu.h). */
#ifndef GPTUI_VIEW_GNU_ANNOTATE_H
#define GPTUI_VIEW_GNU_ANNOTATE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/sink/emitter.h"
#include "core/view/context.h"

/* any_before: something stands before the first file. Sources that are not found, and files (-y)
 * that cannot be written, are reported to `out`. */
bool gnu_annotate(const struct view_context *v, bool any_before, const struct emitter *out,
                  struct err *e) ATTR_MUST_USE;

#endif
