/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/sum_spread: how the time of a function differs over the runs of a sum, as the statistics
 * say that go with it (model/run_sums.h). */
#ifndef GPTUI_ANALYZE_QUESTIONS_SUM_SPREAD_H
#define GPTUI_ANALYZE_QUESTIONS_SUM_SPREAD_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/spread.h"

/* The ticks of s per run; out->worst is one of run_sums->runs. False: nothing is known. There are
 * no statistics, s is none of the functions that they are about or several of them, or it has other
 * ticks here, after filters. */
bool sum_spread_of(const struct analysis *a, sym_id s, struct run_spread *out);

/* The ticks of whole runs, with libraries or of the program alone, as that or this is here; n is 0
 * if neither is, after filters. */
struct run_spread sum_spread_of_runs(const struct analysis *a);

#endif
