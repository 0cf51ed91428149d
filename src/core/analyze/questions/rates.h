/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates: what functions did between two moments of processes that go on. */
#ifndef GPTUI_ANALYZE_QUESTIONS_RATES_H
#define GPTUI_ANALYZE_QUESTIONS_RATES_H

#include "core/analyze/analysis.h"

enum { RATES_PAST = 30 };

struct rate {
    uint64_t addr; /* of the function, in the later profile; of a process: its pid */
    uint64_t calls;
    double ticks; /* of a process: milliseconds that a processor worked for it */

    /* How much of a processor it took in the last intervals, this one at the end: percent, rounded
     * up, at most 255. Not of processes. */
    uint8_t past[RATES_PAST];
};

struct rates {
    double seconds; /* between the two, > 0 */
    uint32_t n;
    struct rate v[]; /* by address: what did something, now or before; then model/runs.h's
                        processes, all, in their order */
};

/* What `now` has more than `then`, both by the same options; in steps proportional to symbols. The
 * past is that of `before`, what `then` had more than one before it (NULL: nothing). Free it. */
struct rates *rates_new(const struct analysis *then, const struct analysis *now, double seconds,
                        const struct rates *before) ATTR_MUST_USE;

/* What a process did, by its number among these. Those that have ended, or were not there then, did
 * nothing. */
static inline struct rate rates_of_process(const struct rates *r, uint32_t i)
{
    return r->v[r->n + i];
}

/* All 0: it did nothing. In steps logarithmic in their number. */
struct rate rates_of(const struct rates *r, uint64_t addr);

#endif
