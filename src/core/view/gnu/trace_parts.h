/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trace_parts: lines of traces, and what stands in them. Private to view/gnu/trace*. */
#ifndef GPTUI_VIEW_GNU_TRACE_PARTS_H
#define GPTUI_VIEW_GNU_TRACE_PARTS_H

#include "core/view/writer.h"

/* One line: begin it with its category, add to o->t, end it. */
void trace_begin(struct gnu_out *o, const char *category);
void trace_end(struct gnu_out *o);

void trace_words(struct gnu_out *o, const char *s); /* safe to show */
void trace_symbol(struct gnu_out *o, sym_id s);     /* its raw name; "nothing" for NO_ID */
void trace_node(struct gnu_out *o, node_id n);      /* as trace_symbol, or "<cycle 1>" */
void trace_addr(struct gnu_out *o, uint64_t addr);
void trace_range(struct gnu_out *o, uint64_t lo, uint64_t hi);
void trace_count(struct gnu_out *o, uint64_t n, const char *what); /* "3 calls" */
void trace_ticks(struct gnu_out *o, double ticks);

#endif
