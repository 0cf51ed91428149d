/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/spread.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/symbol.h"

/* Two passes: the sum of squares about the mean loses no digits. */
void spread_of(const double *v, uint32_t n_values, uint32_t n_zeros, struct run_spread *out)
{
    double n = (double)n_values + n_zeros, sum = 0, squares = 0;
    struct run_spread s = {.n = n_values + n_zeros, .worst = NO_ID};
    if (!s.n) {
        *out = (struct run_spread){0, NAN, NAN, NAN, NO_ID};
        return;
    }
    for (uint32_t i = 0; i < n_values; i++) {
        sum += v[i];
        if (v[i] > s.max) {
            s.max = v[i];
            s.worst = i;
        }
    }
    s.mean = sum / n;
    for (uint32_t i = 0; i < n_values; i++)
        squares += (v[i] - s.mean) * (v[i] - s.mean);
    squares += n_zeros * s.mean * s.mean;
    s.sd = s.n > 1 ? sqrt(squares / (n - 1)) : NAN;
    *out = s;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, uint32_t n)
{
    qsort(v, n, sizeof *v, compare);
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

void usual_of(const double *v, uint32_t n, double noise, struct usual *out)
{
    enum { LEAST = 4 };
    static const double SCALES = 3.5, NORMAL = 1.4826, CARE = 0.01;
    double *work = mem_array_raw(n, sizeof *work);
    *out = (struct usual){NAN, -INFINITY, INFINITY};
    for (uint32_t i = 0; i < n; i++)
        work[i] = v[i];
    if (n > 0)
        out->median = median(work, n);
    for (uint32_t i = 0; i < n; i++)
        work[i] = fabs(v[i] - out->median);
    if (n >= LEAST) {
        double scale = fmax(NORMAL * median(work, n), fmax(noise, CARE * out->median));
        out->low = out->median - SCALES * scale;
        out->high = out->median + SCALES * scale;
    }
    free(work);
}
