/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tail_calls: functions that end with a jump to another one, whose calls therefore count for their
 * callers. */
#ifndef GPTUI_VIEW_ROWS_TAIL_CALLS_H
#define GPTUI_VIEW_ROWS_TAIL_CALLS_H

#include "core/view/context.h"

/* The arcs of a profile by the address of the call, so that those of a function stand together; in
 * steps nearly proportional to them. */
uint32_t *arcs_by_place(struct arena *memory, const struct profile *p);

struct tail_calls {
    uint64_t calls;  /* that count for another caller */
    sym_id from, to; /* the jump that most of them took */
};

/* Look for calls that were recorded at a place that calls one function and is credited with a
 * second one, to which the first one's code jumps. Some that are rounded to one place with others
 * may be among them; what is called through stubs is not. calls is 0 where there are none, where
 * the code cannot be read, or where looking would take long. */
void find_tail_calls(const struct view_context *v, struct tail_calls *out);

#endif
