/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines/line_symbols: one walk over the debug information of each .text. */
#ifndef GPTUI_LOAD_LINES_LINE_SYMBOLS_H
#define GPTUI_LOAD_LINES_LINE_SYMBOLS_H

#include "core/load/lines/lines.h"
#include "core/model/profile.h"
#include "core/model/symbol.h"

/* All line symbols of p's images, whose lines are in `lines` (NULL: they have none). `hit`: those
 * may be left out whose code has no data in p, and which no function's beginning, static or not,
 * depends on: time and calls of the others are what they are with them. Its strings belong to
 * `lines`, which must outlive it. NULL and e (ERR_LIMIT, ERR_CANCELLED) on failure. */
struct line_symbols *line_symbols_new(const struct profile *p, struct lines *lines, bool hit,
                                      const struct progress *progress, struct err *e) ATTR_MUST_USE;
void line_symbols_free(struct line_symbols *s);

#endif
