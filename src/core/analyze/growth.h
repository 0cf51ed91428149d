/* SPDX-License-Identifier: GPL-3.0-or-later */
/* growth: how a number of a function grows with the size of the input, from runs on several sizes.
 *
 * A power law value = c * size^exponent is a line in logarithms, fitted by least squares (as
 * Goldsmith, Aiken and Wilkerson do it: "Measuring Empirical Computational Complexity", ESEC/FSE
 * 2007, section 3). A logarithm of nothing is none, so runs in which the number is 0 are left out.
 */
#ifndef GPTUI_ANALYZE_GROWTH_H
#define GPTUI_ANALYZE_GROWTH_H

#include <stdbool.h>
#include <stddef.h>

struct growth_point {
    double log_size; /* natural logarithm of the size of the input, finite */
    double value;    /* calls or time, in any unit; left out unless finite and above 0 */
};

/* A slope. NaN: less than three sizes are known. */
struct slope {
    double exponent, sigma; /* its standard error */
    double df;              /* degrees of freedom of that, >= 1 */
};

struct growth {
    struct slope all; /* over all sizes */
    struct slope end; /* over the three largest ones; NaN unless there are four or more */
    size_t n_points;  /* not left out */
    unsigned n_sizes; /* different ones among them; 4: four or more */
};

enum { GROWTH_SIZES = 3 }; /* at least: through two there is always a line */

/* Fit n points in any order; several of one size are several runs on it. */
void growth_fit(const struct growth_point *p, size_t n, struct growth *out);

/* Half of the interval about the exponent that has the true one in it with a probability of 95 %,
 * if the points scatter normally about a line; NaN if the slope is. */
double slope_error(const struct slope *s);

static inline bool slope_known(const struct slope *s)
{
    return s->exponent == s->exponent; /* no NaN */
}

#endif
