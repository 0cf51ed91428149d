/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/sum_spread: how the time of a function differs over the runs of a sum, as the statistics
 * say that go with it (model/run_sums.h). */
#ifndef GPTUI_ANALYZE_QUESTIONS_SUM_SPREAD_H
#define GPTUI_ANALYZE_QUESTIONS_SUM_SPREAD_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/spread.h"
#include "core/base/attr.h"
#include "core/base/err.h"

/* The ticks of s per run; out->worst is one of run_sums->runs. False: nothing is known. There are
 * no statistics, s is none of the functions that they are about or several of them, or it has other
 * ticks here, after filters. */
bool sum_spread_of(const struct analysis *a, sym_id s, struct run_spread *out);

/* The ticks of whole runs, all functions together: by their own numbers, or by those of the runs if
 * all that these sampled is here. out->n is 0 where neither is known. False and e (ERR_MEMORY). */
bool sum_spread_of_runs(const struct analysis *a, struct run_spread *out,
                        struct err *e) ATTR_MUST_USE;

/* Add the ticks of s in each run (run_sums->n) to ticks[], times `weight`. False: sum_spread_of
 * knows nothing, or not of each run; nothing is then added. */
bool sum_numbers_add(const struct analysis *a, sym_id s, double weight, double *ticks);

#endif
