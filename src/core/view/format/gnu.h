/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gnu: a report in GNU gprof's layout, byte for byte.
 *
 * Each section (flat.c, graph.c, ...) is a function that writes lines to `o`, measuring first
 * (units, totals) and then formatting row by row; nothing is held back but one buffer. */
#ifndef GPTUI_VIEW_FORMAT_GNU_H
#define GPTUI_VIEW_FORMAT_GNU_H

#include "core/base/err.h"
#include "core/base/text.h"
#include "core/base/file/emitter.h"
#include "core/view/writer.h"

/* What -i prints of one file. for_terminal: as in struct view_context. */
void gnu_file_info(const struct profile_file *f, bool for_terminal, struct text *out);

/* Whether the files have data for `styles`: else fills e with ERR_NO_HISTOGRAM or ERR_NO_ARCS. */
bool gnu_has_data(const struct view_context *v, uint32_t styles, struct err *e) ATTR_MUST_USE;

/* The whole report for `styles` (STYLE_*): sections in gprof's order with their form feeds and,
 * without -b, explanations. `any_before`: something was printed already. Fails as
 * gnu_has_data does before anything is written. */
bool gnu_report(const struct view_context *v, uint32_t styles, bool any_before,
                const struct emitter *out, struct err *e) ATTR_MUST_USE;

/* The sections: the flat profile, the call graph, orders of functions (-r) and of object files
 * (-R), annotated source (-A). */
void gnu_flat(struct gnu_out *o);
void gnu_graph(struct gnu_out *o);

/* graph_printed: the call graph stands before it, on which the order depends (linker_order.h). */
void gnu_function_order(struct gnu_out *o, bool graph_printed);
void gnu_file_order(struct gnu_out *o);

/* any_before: something stands before the first file. Sources that are not found, and files (-y)
 * that cannot be written, are reported to whom o writes. */
void gnu_annotate(struct gnu_out *o, bool any_before);

#endif
