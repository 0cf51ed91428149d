/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rollup: the sums of an analysis over groups of its symbols, in steps proportional to symbols,
 * arcs and groups. */
#ifndef GPTUI_ANALYZE_QUESTIONS_ROLLUP_H
#define GPTUI_ANALYZE_QUESTIONS_ROLLUP_H

#include "core/analyze/analysis.h"

/* The sums of one group. Calls and time of arcs within it are not counted. */
struct group_sums {
    uint32_t functions;           /* symbols of the table, but for silent ones */
    uint32_t called;              /* those that were called */
    uint32_t used;                /* those that were called or have time of their own, or waits */
    double self, wait;            /* ticks */
    uint64_t calls_in, calls_out; /* between it and other groups */
    double time_in; /* ticks: what the arcs into it hand up to their callers, children included.
                       Time that enters a group twice counts twice. */
};

/* Is it one of the functions that are counted? */
bool rollup_counts(const struct analysis *a, sym_id s);

/* Fill out[n_groups] for the groups group[s] < n_groups of all symbols s. */
void rollup(const struct analysis *a, const uint32_t *group, uint32_t n_groups,
            struct group_sums *out);

/* From how many places in the code each symbol is called, but for those in itself, into
 * out[n_symbols]: addresses in the profile's arcs, whatever filters say. */
void rollup_call_sites(const struct analysis *a, uint32_t *out);

#endif
