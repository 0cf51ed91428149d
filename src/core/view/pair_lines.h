/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_lines: profiles and the programs that wrote them, as lines to choose from. */
#ifndef GPTUI_VIEW_PAIR_LINES_H
#define GPTUI_VIEW_PAIR_LINES_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/pairs.h"
#include "core/view/line.h"

/* Make p->n lines of *out, which are all-zero before: the profile's path, its program's, when it
 * was written (local time) and its size; those that only may belong together say so. Line 0 .. n
 * are for line_release also on failure, which is ERR_MEMORY. */
bool pair_lines(const struct pairs *p, struct line *out, struct err *e) ATTR_MUST_USE;

#endif
