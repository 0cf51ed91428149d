/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spread: how one number differs from run to run, and which runs stand out. */
#ifndef GPTUI_ANALYZE_SPREAD_H
#define GPTUI_ANALYZE_SPREAD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"

/* How n values differ, in their unit; all NaN if n is 0. */
struct run_spread {
    uint32_t n;
    double mean, max;
    double sd;      /* of a sample: sqrt(sum of (v - mean)^2 / (n - 1)); NaN of less than two */
    uint32_t worst; /* index in v[] of the first largest value; NO_ID: none is above 0 */
};

/* The values are v[0 .. n_values), and n_zeros times 0; none is below 0. */
void spread_of(const double *v, uint32_t n_values, uint32_t n_zeros, struct run_spread *out);

/* What the slowest run costs the others, if all wait for it: max - mean. NaN of less than two
 * values. */
static inline double spread_cost(const struct run_spread *s)
{
    return s->n > 1 ? s->max - s->mean : NAN;
}

/* Values outside of low..high stand out from n. */
struct usual {
    double median, low, high;
};

/* What is usual among n values >= 0: within 3.5 scales of the median, where the scale is 1.4826
 * times the median distance from it (Iglewicz and Hoaglin, "How to Detect and Handle Outliers",
 * 1993), but at least `noise`, the standard error of a value by itself, and a hundredth of the
 * median, below which nobody cares. Of less than four values all are usual. */
void usual_of(const double *v, uint32_t n, double noise, struct usual *out);

#endif
