/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_sides: which runs of a set are compared with which others. */
#ifndef GPTUI_MODEL_RUN_SIDES_H
#define GPTUI_MODEL_RUN_SIDES_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/model/runs.h"

enum { RUNS_BASE, RUNS_NEW, N_RUN_SIDES };

/* Append words that profile_runs_select takes for these runs (per run of r): labels, ranges of
 * those that are numbers, or places where a label means something else there, or where there are
 * many. False when memory runs out. */
bool profile_runs_list(const struct profile_runs *r, const bool *wanted,
                       struct text *out) ATTR_MUST_USE;

/* Append to out[side] the list of the runs that a side has: asked[side], or if that is NULL, the
 * group of that number, or if there is none, all runs that are not of the other side. Fails with
 * ERR_SPEC if nothing was asked for and there are no two groups, if a word names nothing, or if a
 * side has no runs; with ERR_MEMORY. */
bool run_sides_list(const struct profile_runs *r, const char *const asked[N_RUN_SIDES],
                    struct text out[N_RUN_SIDES], struct err *e) ATTR_MUST_USE;

#endif
