/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explain_runs: where the numbers of a row over the runs of a set come from, in lines of text. */
#ifndef GPTUI_VIEW_GRID_EXPLAIN_RUNS_H
#define GPTUI_VIEW_GRID_EXPLAIN_RUNS_H

#include "core/view/grid/grid.h"
#include "core/view/rows/run_values.h"

/* growth: of calls, and of time; NULL: the runs have no sizes. a->runs is not NULL. */
void explain_spread(struct text *out, const struct analysis *a, const struct run_spread *s,
                    const struct growth growth[2], const struct grid_style *style);

/* Those of a function. False when memory runs out. */
bool explain_function_runs(struct text *out, const struct analysis *a, sym_id s,
                           const struct grid_style *style) ATTR_MUST_USE;

/* Append "time grows with n^1.65 +/- 0.64, calls n^1.00 +/- 0.00"; nothing where neither is
 * known. */
void text_growth(struct text *t, const struct growth growth[2]);

#endif
