/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_calls: which lines call what, and the time of these calls. */
#ifndef GPTUI_VIEW_ROWS_SOURCE_CALLS_H
#define GPTUI_VIEW_ROWS_SOURCE_CALLS_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/load/code/code.h"
#include "core/view/rows/source_facts.h"

/* Fill calls, call_lo and callee_ticks; the lines are there. False when memory runs out. */
bool source_calls_find(struct source_facts *f, struct code *code) ATTR_MUST_USE;

#endif
