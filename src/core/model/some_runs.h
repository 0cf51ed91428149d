/* SPDX-License-Identifier: GPL-3.0-or-later */
/* some_runs: the profile of some of the runs that a profile is the sum of. */
#ifndef GPTUI_MODEL_SOME_RUNS_H
#define GPTUI_MODEL_SOME_RUNS_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/model/runs.h"

/* The whole profile of some of its runs, those with shown[run]. It borrows all but its numbers from
 * `whole`, which outlives it; whole->runs is not NULL. What is not kept run by run is not in
 * it: blocks, waits and call paths. */
struct profile *profile_of_runs(const struct profile *whole, const bool *shown) ATTR_MUST_USE;

#endif
