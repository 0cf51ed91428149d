/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/gnu: a report in GNU gprof's layout, byte for byte.
 *
 * Each section (flat.h, graph.h, ...) is a function that writes lines to `out`, measuring first
 * (units, totals) and then formatting row by row; nothing is held back but one buffer. It returns
 * false and fills e when the output fails (what the emitter said) or memory runs out. */
#ifndef GPTUI_VIEW_GNU_GNU_H
#define GPTUI_VIEW_GNU_GNU_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/sink/emitter.h"
#include "core/view/context.h"

/* What -i prints of one file. for_terminal: as in struct view_context. */
void gnu_file_info(const struct profile_file *f, bool for_terminal, struct text *out);

/* Whether the files have data for `styles`: else fills e with ERR_NO_HISTOGRAM or ERR_NO_ARCS. */
bool gnu_has_data(const struct view_context *v, uint32_t styles, struct err *e) ATTR_MUST_USE;

/* The whole report for `styles` (STYLE_*): sections in gprof's order with their form feeds and,
 * without -b, explanations. `any_before`: something was printed already. Fails as
 * gnu_has_data does before anything is written. */
bool gnu_report(const struct view_context *v, uint32_t styles, bool any_before,
                const struct emitter *out, struct err *e) ATTR_MUST_USE;

#endif
