/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/node_runs: what a function, with all that it calls, took in each run of a set.
 *
 * The self times of a run are its own (analyze/runs); its calls hand them up to callers by the
 * parts that the calls of all runs together have (arc_part), because what arcs counted is not kept
 * by run and symbol. So the runs add up to the times of the call graph, but for filters of time,
 * and where runs call alike each is what an analysis of it alone would say. */
#ifndef GPTUI_ANALYZE_QUESTIONS_NODE_RUNS_H
#define GPTUI_ANALYZE_QUESTIONS_NODE_RUNS_H

#include "core/analyze/analysis.h"
#include "core/analyze/runs.h"
#include "core/base/attr.h"

struct node_runs;

/* The analysis, which is borrowed, has runs, and times that are shared out by calls. Nothing is
 * computed before it is asked for; some of it is kept. Not to be shared between threads. */
struct node_runs *node_runs_new(const struct analysis *a) ATTR_MUST_USE;

/* NULL is fine. */
void node_runs_free(struct node_runs *t);

/* Ticks of a node and its callees in each of the runs (a->runs->n_runs), shown or not. Good until
 * the next call. */
const double *node_runs_of(struct node_runs *t, node_id n);

#endif
