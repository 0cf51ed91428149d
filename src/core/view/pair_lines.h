/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pair_lines: profiles and the programs that wrote them, as lines to choose from. */
#ifndef GPTUI_VIEW_PAIR_LINES_H
#define GPTUI_VIEW_PAIR_LINES_H

#include "core/load/pairs.h"
#include "core/view/line.h"

/* The line above them, without a newline. */
const char *pair_lines_title(const struct pairs *p);

/* Make p->n lines of *out, which are all-zero before: the program's path, the profile's, when that
 * was written (local time) and its size; those that only may belong together, or do not, say so.
 * Where they do not, paths are shortened so that this stands within `cols` columns. Line 0 .. n are
 * for line_release. */
void pair_lines(const struct pairs *p, size_t cols, struct line *out);

#endif
