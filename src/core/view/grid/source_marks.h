/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_marks: how far the time of what a source line calls can be off. */
#ifndef GPTUI_VIEW_GRID_SOURCE_MARKS_H
#define GPTUI_VIEW_GRID_SOURCE_MARKS_H

#include "core/view/grid/source_internal.h"

/* The mark of the time of what a line with calls calls; its range in *r, NULL where it is not
 * known. Measured times bear none unless they are shared out among several lines. */
enum mark source_callees_mark(const struct source_grid *x, const struct annotated_line *l,
                              const struct range **r);

#endif
