/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/explain_runs.h"

#include <math.h>

#include "core/view/label.h"
#include "core/view/number.h"
#include "core/view/values.h"

/* "0.56 s" */
static void put_seconds(struct text *t, const struct analysis *a, double ticks, bool grouped)
{
    text_decimal(t, seconds_or_0(a, ticks), 2, grouped);
    text_str(t, *unit_of(a->profile).s ? " " : "");
    text_str(t, unit_of(a->profile).s);
}

/* "1.98 +/- 0.05" */
static void put_slope(struct text *t, const struct slope *s)
{
    double error = slope_error(s);
    text_printf(t, error < 10 ? "n^%.2f +/- %.2f" : "n^%.2f +/- %.0f", s->exponent, error);
}

void text_growth(struct text *t, const struct growth growth[2])
{
    bool time = slope_known(&growth[1].all), calls = slope_known(&growth[0].all);
    if (time) {
        text_str(t, "time grows with ");
        put_slope(t, &growth[1].all);
    }
    if (calls) {
        text_str(t, time ? ", calls " : "calls grow with ");
        put_slope(t, &growth[0].all);
    }
}

static void explain_slope(struct text *t, const struct growth *g, const char *what)
{
    text_printf(t, "  %s ", what);
    if (!slope_known(&g->all)) {
        text_printf(t, "%u size%s with any: three are needed\n", g->n_sizes,
                    g->n_sizes == 1 ? "" : "s");
        return;
    }
    put_slope(t, &g->all);
    text_printf(t, " (95 %%), from %zu runs that have any", g->n_points);
    if (slope_known(&g->end)) {
        text_str(t, "; of the three largest sizes ");
        put_slope(t, &g->end);
    }
    text_char(t, '\n');
}

static void explain_growth(struct text *t, const struct growth growth[2])
{
    text_str(t, "growth with the size n of the input\n");
    explain_slope(t, &growth[1], "time");
    explain_slope(t, &growth[0], "calls");
    text_str(t, "  Lines through logarithms, by least squares: n^1 is twice for twice the input, "
                "n^2 four times.\n");
}

void explain_spread(struct text *out, const struct analysis *a, const struct run_spread *s,
                    const struct growth growth[2], const struct grid_style *style)
{
    if (s->n < 2)
        return;
    text_printf(out, "self over %u runs: mean ", (unsigned)s->n);
    put_seconds(out, a, s->mean, style->grouped);
    if (isnan(s->max)) {
        text_char(out, '\n');
        return;
    }
    text_str(out, ", worst ");
    put_seconds(out, a, s->max, style->grouped);
    if (s->worst != NO_RUN) {
        text_str(out, " (run ");
        text_run(out, a, s->worst, style->ascii);
        text_char(out, ')');
    }
    text_char(out, '\n');
    if (growth)
        explain_growth(out, growth);
}

bool explain_function_runs(struct text *out, const struct analysis *a, sym_id s,
                           const struct grid_style *style)
{
    struct growth growth[2];
    bool grows = knows_growth(a);
    if (grows && !function_growth(a, s, growth))
        return false;
    struct run_spread spread;
    if (function_spread(a, s, &spread))
        explain_spread(out, a, &spread, grows ? growth : NULL, style);
    return true;
}
