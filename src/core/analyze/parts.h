/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/parts: functions that compilers split: FUNCTION.cold is what hardly ever runs of it,
 * FUNCTION.part.N what is left of it where its beginning was inlined. Private to core/analyze. */
#ifndef GPTUI_ANALYZE_PARTS_H
#define GPTUI_ANALYZE_PARTS_H

#include "core/base/attr.h"
#include "core/model/symbol.h"

/* Join the parts of a complete table made with *o to their functions: make t->whole, unless there
 * is none. Parts of which there is no function stay by themselves. False when memory runs out. */
bool parts_join(struct table *t, const struct table_options *o) ATTR_MUST_USE;

#endif
