/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/run_columns.h"

#include <math.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/values.h"

struct run_columns run_columns_of(const struct analysis *a, const struct grid_style *style,
                                  unsigned at)
{
    bool knows = a && knows_runs(a);
    return (struct run_columns){.a = knows ? a : NULL, .at = at, .grouped = style->grouped};
}

uint32_t run_columns_absent(const struct run_columns *r)
{
    return r->a ? 0 : ((UINT32_C(1) << N_RUN_COLUMNS) - 1) << r->at;
}

/* ---- widths ---- */

size_t run_columns_wish(const struct run_columns *r, const struct grid *g, double most,
                        struct wish *wishes, size_t n)
{
    static const struct {
        enum run_column column;
        unsigned from_cols; /* of screen */
    } w[] = {{RUN_WORST, 46}, {RUN_MEAN, 56}};
    const struct run_spread largest = {.mean = most};
    for (size_t i = 0; r->a && i < ARRAY_LEN(w); i++) {
        unsigned column = r->at + w[i].column;
        bool alone = run_count_shown(r->a) < 2 || are_repeats(r->a);
        unsigned from = alone ? ONLY_IF_ASKED : w[i].from_cols;
        int head = head_cols(g, column, r->a->profile);
        int value = decimal_cols(run_value(r->a, &largest, RUN_MEAN), 2, r->grouped);
        wishes[n++] = (struct wish){column, from, head > value ? head : value};
    }
    return n;
}

/* ---- cells ---- */

void run_columns_put(const struct run_columns *r, const struct run_spread *s, struct cell c,
                     struct line *out)
{
    enum run_column column = (enum run_column)(c.column - r->at);
    double value = s ? run_value(r->a, s, column) : NAN;
    if (!s || (column == RUN_WORST && isnan(value))) {
        cell_text(out, c, "");
        return;
    }
    /* By what part of a run's time balance would shorten it. */
    c.role = column == RUN_WORST ? heat_role(percent(spread_cost(s), runs_mean(r->a)), ROLE_NUMBER)
                                 : ROLE_NUMBER;
    cell_decimal(out, c, value, 2, r->grouped);
}

/* ---- words ---- */

void text_slowest(struct text *t, const struct analysis *a, const struct run_spread *s,
                  const struct run_words *w)
{
    if (s->worst == NO_RUN || s->n < 2 || is_chance(a, s))
        return;
    if (are_repeats(a)) {
        /* What samples alone make runs differ by, the square root of a mean count, is taken off. */
        double beyond = s->sd * s->sd - s->mean;
        if (beyond > 0)
            text_printf(t, "differs from run to run by %.0f%%%s", percent(sqrt(beyond), s->mean),
                        w->gap);
        return;
    }
    text_str(t, "slowest ");
    text_run(t, a, s->worst, w->ascii);
    text_str(t, ": ");
    text_decimal(t, run_value(a, s, RUN_WORST), 2, w->grouped);
    text_printf(t, " %s, mean ", unit_of(a->profile).s);
    text_decimal(t, run_value(a, s, RUN_MEAN), 2, w->grouped);
    text_str(t, w->gap);
}
