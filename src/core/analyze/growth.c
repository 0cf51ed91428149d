/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/growth.h"

#include <math.h>

#include "core/base/stat.h"

static bool counts(const struct growth_point *p)
{
    return p->value > 0 && isfinite(p->value);
}

/* The largest different sizes, descending; their number, at most `most`. */
static unsigned largest_sizes(const struct growth_point *p, size_t n, double *size, unsigned most)
{
    unsigned have = 0;
    for (size_t i = 0; i < n; i++) {
        double x = p[i].log_size;
        unsigned at = 0;
        while (at < have && size[at] > x)
            at++;
        if (!counts(&p[i]) || at == most || (at < have && size[at] == x))
            continue;
        have += have < most;
        for (unsigned k = have - 1; k > at; k--)
            size[k] = size[k - 1];
        size[at] = x;
    }
    return have;
}

/* Sums over the points from a size on, of squares about the means, which follow every point so that
 * no digits are lost (Welford, "Note on a Method for Calculating Corrected Sums of Squares and
 * Products", Technometrics 4, 1962). */
struct line_sums {
    double n, mean_x, mean_y, sxx, sxy, syy;
};

static struct line_sums sums_from(const struct growth_point *p, size_t n, double least)
{
    struct line_sums f = {0};
    for (size_t i = 0; i < n; i++) {
        if (!counts(&p[i]) || p[i].log_size < least)
            continue;
        double y = log(p[i].value), dx = p[i].log_size - f.mean_x, dy = y - f.mean_y;
        f.n++;
        f.mean_x += dx / f.n;
        f.mean_y += dy / f.n;
        f.sxx += dx * (p[i].log_size - f.mean_x);
        f.sxy += dx * (y - f.mean_y);
        f.syy += dy * (y - f.mean_y);
    }
    return f;
}

/* exponent = sxy / sxx; sigma = sqrt(rest / (n - 2) / sxx), where rest = syy - sxy^2 / sxx is the
 * sum of the squared residuals (Draper and Smith, "Applied Regression Analysis", 3rd edition,
 * section 1.4). Of an exact power rounding leaves up to 1e-7 of sigma, or a rest below 0. */
static struct slope slope_of(struct line_sums f)
{
    struct slope s = {f.sxy / f.sxx, 0, f.n - 2};
    double rest = f.syy - s.exponent * f.sxy;
    if (rest > 0)
        s.sigma = sqrt(rest / s.df / f.sxx);
    return s;
}

double slope_error(const struct slope *s)
{
    return slope_known(s) ? stat_t_quantile(0.975, s->df) * s->sigma : NAN;
}

void growth_fit(const struct growth_point *p, size_t n, struct growth *out)
{
    double size[GROWTH_SIZES + 1];
    struct growth g = {.all = {NAN, NAN, NAN}, .end = {NAN, NAN, NAN}};
    g.n_sizes = largest_sizes(p, n, size, GROWTH_SIZES + 1);
    struct line_sums all = sums_from(p, n, -INFINITY);
    g.n_points = (size_t)all.n;
    if (g.n_sizes >= GROWTH_SIZES)
        g.all = slope_of(all);
    if (g.n_sizes > GROWTH_SIZES)
        g.end = slope_of(sums_from(p, n, size[GROWTH_SIZES - 1]));
    *out = g;
}
