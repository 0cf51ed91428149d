/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile (GNU manual, node "Flat Profile"). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/fetch.h"
#include "core/base/mem.h"
#include "core/view/gnu_parts.h"

/* Units of time per call: printed numbers are seconds times the factor. */
struct unit {
    char prefix;
    double factor;
};

static const struct unit units[] = {
    {'T', 1e-12}, {'G', 1e-9}, {'M', 1e-6}, {'K', 1e-3}, {' ', 1},    {'m', 1e3},
    {'u', 1e6},   {'n', 1e9},  {'p', 1e12}, {'f', 1e15}, {'a', 1e18},
};

/* The unit in which the most expensive call has one to three digits before the point. */
static const struct unit *choose_unit(const struct analysis *a)
{
    double top = 0;

    for (sym_id s = 0; s < a->n_symbols; s++) {
        const struct node_time *t = &a->times->node[s];
        double per_call =
            a->graph->calls[s] ? (a->samples->self[s] + t->child) / (double)a->graph->calls[s] : 0;
        top = per_call > top ? per_call : top;
    }
    if (top == 0)
        return &units[0];
    top /= a->rate_hz;
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (units[i].factor * top >= 1.0 && units[i].factor * top < 1000.0)
            return &units[i];
    return &units[ARRAY_LEN(units) - 1];
}

struct flat {
    struct gnu_out out;
    const struct analysis *a;
    const struct unit *unit;
    double base;       /* ticks that are 100 % */
    double cumulative; /* ticks printed so far */
    bool traditional;
};

/* The dimension right in at most 9 columns, cut to them. */
static void put_dimension(struct flat *f, size_t width)
{
    char s[10];
    int n = snprintf(s, width + 1, "%s", f->a->profile->dimension);

    text_fill(&f->out.t, ' ', (size_t)n < width ? width - (size_t)n : 0);
    gnu_words(f->out.v, &f->out.t, s);
}

static void put_intro(struct flat *f)
{
    struct text *t = &f->out.t;
    const struct profile *p = f->a->profile;

    text_printf(t, "Flat profile:\n\nEach sample counts as %g ", 1.0 / f->a->rate_hz);
    gnu_words(f->out.v, t, p->dimension);
    text_str(t, ".\n");
    if (f->a->samples->total <= 0)
        text_str(t, " no time accumulated\n\n");
}

static void put_traditional_intro(struct flat *f)
{
    struct text *t = &f->out.t;

    text_char(t, '\n');
    gnu_granularity(&f->out);
    if (f->a->samples->total > 0) {
        text_str(t, " for ");
        text_fixed(t, 100.0 / f->a->samples->total, 0, 2);
        text_str(t, "% of ");
        text_fixed(t, f->a->samples->total / f->a->rate_hz, 0, 2);
        text_char(t, ' ');
        gnu_words(f->out.v, t, f->a->profile->dimension);
    } else {
        text_str(t, " no time accumulated");
    }
    text_str(t, "\n\n");
}

static void put_heading(struct flat *f)
{
    struct text *t = &f->out.t;
    const struct profile *p = f->a->profile;
    char unit[] = {f->unit->prefix, p->abbrev, '/', 'c', 'a', 'l', 'l', '\0'};

    text_str(t, "  %   cumulative   self              self     total           \n");
    text_str(t, " time ");
    put_dimension(f, 9);
    text_str(t, "  ");
    put_dimension(f, 8);
    text_str(t, "    calls ");
    text_right(t, unit, 8);
    text_char(t, ' ');
    text_right(t, unit, 8);
    text_str(t, "  name    \n");
}

static void put_calls(struct flat *f, sym_id s)
{
    struct text *t = &f->out.t;
    uint64_t calls = f->a->graph->calls[s];
    double hz = f->a->rate_hz, self = f->a->samples->self[s], child = f->a->times->node[s].child;

    if (!calls) {
        text_fill(t, ' ', 27);
        return;
    }
    text_char(t, ' ');
    text_uint(t, calls, 8);
    text_char(t, ' ');
    text_fixed(t, f->unit->factor * self / hz / (double)calls, 8, 2);
    text_char(t, ' ');
    text_fixed(t, f->unit->factor * (self + child) / hz / (double)calls, 8, 2);
}

static void put_row(struct flat *f, sym_id s)
{
    struct text *t = &f->out.t;
    double self = f->a->samples->self[s], hz = f->a->rate_hz;

    f->cumulative += self;
    text_fixed(t, 100 * self / f->base, f->traditional ? 5 : 6, f->traditional ? 1 : 2);
    text_char(t, ' ');
    text_fixed(t, f->cumulative / hz, f->traditional ? 10 : 9, 2);
    text_char(t, ' ');
    text_fixed(t, self / hz, 8, 2);
    put_calls(f, s);
    text_str(t, "  ");
    if (f->traditional)
        gnu_full_name(&f->out, t, s);
    else
        gnu_name(&f->out, t, s, false);
    text_char(t, '\n');
}

/* Bring what the next rows read into the cache, in three steps. */
static void fetch_ahead(const struct flat *f, const sym_id *rows, uint32_t n, uint32_t row)
{
    enum { APART = 8, STEPS = 3 };

    for (uint32_t step = 0; step < STEPS && row + APART * (step + 1) < n; step++) {
        sym_id s = rows[row + APART * (step + 1)];

        label_fetch(f->out.v, s, step);
        if (step > 0)
            continue;
        fetch(&f->a->samples->self[s]);
        fetch(&f->a->graph->calls[s]);
        fetch(&f->a->times->node[s].child);
    }
}

bool gnu_flat(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct flat f = {.a = v->analysis, .traditional = v->settings->traditional};
    static const struct unit milli = {'m', 1e3};
    sym_id *rows = mem_array_raw(f.a->n_symbols, sizeof *rows);
    uint32_t n = 0;

    gnu_begin(&f.out, v, to, e);
    f.base = f.a->samples->total > 0 ? f.a->samples->total : 1;
    f.unit = f.traditional ? &milli : choose_unit(f.a);
    if (!rows || !analysis_flat(f.a, v->settings->unused, rows, &n))
        gnu_no_memory(&f.out);
    if (f.traditional)
        put_traditional_intro(&f);
    else
        put_intro(&f);
    put_heading(&f);
    for (uint32_t i = 0; i < n && gnu_row(&f.out); i++) {
        fetch_ahead(&f, rows, n, i);
        put_row(&f, rows[i]);
    }
    free(rows);
    return gnu_end(&f.out);
}
