/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/run_columns.h"

#include <math.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/values.h"

enum { GROWTH_COLS = 10 };

bool run_columns_make(struct run_columns *r, const struct analysis *a,
                      const struct grid_style *style, unsigned at)
{
    *r = (struct run_columns){.at = at, .ascii = style->ascii, .grouped = style->grouped};
    if (!a || !knows_runs(a))
        return true;
    r->a = a;
    r->grows = knows_growth(a);
    return !r->grows || growth_reader_make(&r->growth, a);
}

void run_columns_release(struct run_columns *r)
{
    growth_reader_release(&r->growth);
}

static bool is_growth(enum run_column column)
{
    return column == RUN_GROWTH_CALLS || column == RUN_GROWTH_TIME;
}

static bool is_absent(const struct run_columns *r, enum run_column column)
{
    return !r->a || (is_growth(column) && !r->grows) || (column == RUN_GROWTH_CALLS && r->no_calls);
}

uint32_t run_columns_absent(const struct run_columns *r)
{
    uint32_t bits = 0;
    for (unsigned c = 0; c < N_RUN_COLUMNS; c++)
        if (is_absent(r, (enum run_column)c))
            bits |= UINT32_C(1) << (r->at + c);
    return bits;
}

/* ---- widths ---- */

/* From how many columns of screen on; with sizes of input runs are not alike, so that the one with
 * most says little. */
struct run_wish {
    enum run_column column;
    unsigned from_cols;
};
static const struct run_wish alike[] = {{RUN_WORST, 46}, {RUN_MEAN, 56}};
static const struct run_wish sized[] = {
    {RUN_GROWTH_TIME, 50},
    {RUN_GROWTH_CALLS, 60},
    {RUN_MEAN, 110},
    {RUN_WORST, 150},
};

static int value_cols(const struct run_columns *r, enum run_column column, double most)
{
    const struct run_spread largest = {.n = 2, .mean = most, .max = most};
    if (is_growth(column))
        return GROWTH_COLS;
    return decimal_cols(run_value(r->a, &largest, column), 2, r->grouped);
}

size_t run_columns_wish(const struct run_columns *r, const struct grid *g, double most,
                        struct wish *wishes, size_t n)
{
    const struct run_wish *w = r->grows ? sized : alike;
    size_t n_wishes = r->grows ? ARRAY_LEN(sized) : ARRAY_LEN(alike);
    for (size_t i = 0; r->a && i < n_wishes; i++) {
        if (is_absent(r, w[i].column))
            continue;
        unsigned column = r->at + w[i].column;
        bool alone = run_count_shown(r->a) < 2 || are_repeats(r->a);
        unsigned from = alone ? ONLY_IF_ASKED : w[i].from_cols;
        int head = head_cols(g, column, r->a->profile), value = value_cols(r, w[i].column, most);
        wishes[n++] = (struct wish){column, from, head > value ? head : value};
    }
    return n;
}

bool run_columns_need_numbers(const struct run_columns *r, const int *width)
{
    return r->a && (width[r->at + RUN_GROWTH_CALLS] || width[r->at + RUN_GROWTH_TIME]);
}

/* ---- cells ---- */

void text_slope(struct text *t, const struct slope *s, bool ascii)
{
    double error = slope_error(s);
    text_fixed(t, s->exponent, 0, 2);
    text_str(t, ascii ? "+-" : "\xc2\xb1");
    text_fixed(t, error < 999 ? error : 999, 0, error < 10 ? 2 : 0);
}

/* What grows faster than the input, for certain, is to be seen at once. */
static enum role slope_role(const struct slope *s)
{
    double error = slope_error(s), least = s->exponent - error;
    if (error > 0.5)
        return ROLE_DIM;
    return least > 1.5 ? ROLE_HOT : least > 1.15 ? ROLE_WARM : ROLE_NUMBER;
}

static void put_growth(const struct run_columns *r, const double *v, struct cell c,
                       struct line *out)
{
    char room[40];
    struct text t = text_in(room, sizeof room);
    struct growth g;
    growth_of_numbers(&r->growth, v, &g);
    if (slope_known(&g.all)) {
        text_slope(&t, &g.all, r->ascii);
        c.role = slope_role(&g.all);
    } else {
        text_char(&t, '-');
        c.role = ROLE_DIM;
    }
    size_t at = out->text.n, cols = utf8_cols(t.p, t.n);
    text_fill(&out->text, ' ', (size_t)c.width > cols ? (size_t)c.width - cols : 0);
    text_add(&out->text, t.p, t.n);
    line_mark(out, at, c.role, c.column);
}

/* By what part of a run's time balance would shorten it. */
static enum role cost_role(const struct run_columns *r, const struct run_spread *s)
{
    return heat_role(percent(spread_cost(s), runs_mean(r->a)), ROLE_NUMBER);
}

void run_columns_put(const struct run_columns *r, const struct run_spread *s,
                     const struct run_numbers *x, struct cell c, struct line *out)
{
    enum run_column column = (enum run_column)(c.column - r->at);
    if (!s || (column == RUN_WORST && is_chance(r->a, s))) {
        cell_text(out, c, "");
        return;
    }
    c.role = column == RUN_WORST ? cost_role(r, s) : ROLE_NUMBER;
    if (!is_growth(column))
        cell_decimal(out, c, run_value(r->a, s, column), 2, r->grouped);
    else if (!x || x->unknown)
        cell_text(out, c, "");
    else
        put_growth(r, column == RUN_GROWTH_CALLS ? x->calls : x->ticks, c, out);
}

/* ---- words ---- */

/* What samples alone make runs differ by, the square root of a mean count, is taken off. */
static void text_differing(struct text *t, const struct run_spread *s, const struct run_words *w)
{
    double beyond = s->sd * s->sd - s->mean;
    if (beyond > 0)
        text_printf(t, "differs from run to run by %.0f%%%s", percent(sqrt(beyond), s->mean),
                    w->gap);
}

void text_slowest(struct text *t, const struct analysis *a, const struct run_spread *s,
                  const struct run_words *w)
{
    if (s->worst == NO_RUN || s->n < 2 || is_chance(a, s) || knows_growth(a))
        return;
    if (are_repeats(a)) {
        text_differing(t, s, w);
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
