/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain: where the numbers of a row come from: operands, formula, the records of the files, and
 * what filters changed.
 *
 * Each appends whole lines; those that do not begin with a blank are heads. Everything is safe to
 * show. */
#ifndef GPTUI_VIEW_GRID_EXPLAIN_H
#define GPTUI_VIEW_GRID_EXPLAIN_H

#include "core/base/text.h"
#include "core/view/context.h"
#include "core/view/grid/grid.h"
#include "core/view/rows/modules.h"
#include "core/view/rows/source_facts.h"

/* A function, or a cycle as a whole, as it stands in a list or as an entry's primary line; the
 * share of an arc that a caller's or callee's line shows. */
void explain_node(struct text *out, const struct view_context *v, node_id n,
                  const struct grid_style *style);
void explain_arc(struct text *out, const struct view_context *v, arc_id arc,
                 const struct grid_style *style);

/* A group of functions; time_in: the range of the time of the calls into it, NULL: not known. */
void explain_module(struct text *out, const struct view_context *v, const struct module *m,
                    const struct range *time_in, const struct grid_style *style);

/* A line of a source file (as in the debug information). */
void explain_line(struct text *out, const struct view_context *v, const struct source_facts *f,
                  const char *path, uint32_t line, const struct grid_style *style);

#endif
