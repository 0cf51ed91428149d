/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_graph: the categories of a trace (trace.h) that show how the analysis was made. */
#ifndef GPTUI_VIEW_GNU_TRACE_GRAPH_H
#define GPTUI_VIEW_GNU_TRACE_GRAPH_H

#include "core/view/writer.h"

void trace_specs(struct gnu_out *o);
void trace_code(struct gnu_out *o);
void trace_numbers(struct gnu_out *o);
void trace_cycles(struct gnu_out *o);
void trace_times(struct gnu_out *o);
void trace_sort(struct gnu_out *o);

#endif
