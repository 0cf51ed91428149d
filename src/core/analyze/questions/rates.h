/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rates: what functions did between two moments of processes that go on. */
#ifndef GPTUI_ANALYZE_QUESTIONS_RATES_H
#define GPTUI_ANALYZE_QUESTIONS_RATES_H

#include "core/analyze/analysis.h"

struct rate {
    uint64_t addr; /* of the function, in the later profile */
    uint64_t calls;
    double ticks;
};

struct rates {
    double seconds; /* between the two, > 0 */
    uint32_t n;
    struct rate v[]; /* by address; only those that did something */
};

/* What `now` has more than `then`, both by the same options; in steps proportional to symbols. Free
 * it. */
struct rates *rates_new(const struct analysis *then, const struct analysis *now,
                        double seconds) ATTR_MUST_USE;

/* All 0: it did nothing. In steps logarithmic in their number. */
struct rate rates_of(const struct rates *r, uint64_t addr);

#endif
