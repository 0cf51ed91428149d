/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile (GNU manual, node "Flat Profile"). */
#include "core/view/format/gnu.h"

#include <stdio.h>

#include "core/base/prefetch.h"
#include "core/view/rows/flat_rows.h"

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
        const struct amounts row = function_amounts(a, s);
        double per_call = ticks_per_call(&row);
        top = per_call > top ? per_call : top;
    }
    if (top == 0)
        return &units[0];
    top = time_of(top, a->rate_hz, 1);
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (units[i].factor * top >= 1.0 && units[i].factor * top < 1000.0)
            return &units[i];
    return &units[ARRAY_LEN(units) - 1];
}

struct flat {
    const struct analysis *a;
    const struct settings *s;
    const struct unit *unit;
    bool waits; /* columns more than gprof has, and rows */
    struct flat_rows rows;
};

/* Put the dimension right-aligned in `width` columns (at most 9), cut to them. */
static void put_dimension(struct gnu_out *o, size_t width)
{
    char s[10];
    int n = snprintf(s, width + 1, "%s", o->v->analysis->profile->dimension);
    text_fill(&o->t, ' ', (size_t)n < width ? width - (size_t)n : 0);
    gnu_words(o->v, &o->t, s);
}

static void put_traditional_intro(struct gnu_out *o)
{
    struct text *t = &o->t;
    const struct analysis *a = o->v->analysis;
    text_char(t, '\n');
    gnu_granularity(o);
    if (a->samples->total > 0) {
        text_printf(t, " for %.2f%% of %.2f ", percent(1, a->samples->total),
                    time_of(a->samples->total, a->rate_hz, 1));
        gnu_words(o->v, t, o->v->analysis->profile->dimension);
    } else {
        text_str(t, " no time accumulated");
    }
    text_str(t, "\n\n");
}

static void put_calls(const struct flat *f, struct text *t, const struct amounts *row)
{
    if (!row->calls) {
        text_fill(t, ' ', 27);
        return;
    }
    text_char(t, ' ');
    text_uint(t, row->calls, 8);
    text_char(t, ' ');
    text_fixed(t, value_of(row, VALUE_SELF_PER_CALL, f->unit->factor), 8, 2);
    text_char(t, ' ');
    text_fixed(t, value_of(row, VALUE_TOTAL_PER_CALL, f->unit->factor), 8, 2);
}

static void put_row(void *ctx, struct gnu_out *o, unsigned slot, uint32_t row)
{
    const struct flat *f = ctx;
    /* Bring what the next rows read into the cache, in three steps. */
    enum { APART = 8, STEPS = 3 };
    for (uint32_t step = 0; step < STEPS && row + APART * (step + 1) < f->rows.n; step++) {
        sym_id s = f->rows.natural[row + APART * (step + 1)];
        label_fetch(o->v, s, step);
        if (step > 0)
            continue;
        fetch(&f->a->samples->self[s]);
        fetch(&f->a->graph->calls[s]);
        fetch(&f->a->times->node[s].child);
    }

    struct text *t = &o->t;
    bool traditional = f->s->traditional;
    const sym_id s = f->rows.natural[row];
    const struct amounts r = flat_amounts(f->a, &f->rows, row);
    text_fixed(t, value_of(&r, VALUE_SELF_PCT, 1), traditional ? 5 : 6, traditional ? 1 : 2);
    text_char(t, ' ');
    text_fixed(t, value_of(&r, VALUE_CUMULATIVE, 1), traditional ? 10 : 9, 2);
    text_char(t, ' ');
    text_fixed(t, value_of(&r, VALUE_SELF, 1), 8, 2);
    if (f->waits) {
        text_char(t, ' ');
        text_fixed(t, value_of(&r, VALUE_WAIT, 1), 8, 2);
        text_char(t, ' ');
        text_fixed(t, value_of(&r, VALUE_WALL, 1), 8, 2);
    }
    put_calls(f, t, &r);
    text_str(t, "  ");
    if (traditional)
        gnu_full_name(o, &o->t, s);
    else
        gnu_name(o, &o->t, s, false);
    text_char(&o->t, '\n');
}

void gnu_flat(struct gnu_out *o)
{
    static const struct unit milli = {'m', 1e3};
    const struct view_context *v = o->v;
    const struct analysis *a = v->analysis;
    const struct settings *set = v->settings;
    struct text *t = &o->t;
    struct flat f = {.a = a, .s = set, .waits = set->waits && a->samples->wait};
    f.unit = set->traditional ? &milli : choose_unit(a);
    flat_rows_make(&f.rows, &(struct flat_order){.v = v, .waits = f.waits});
    if (set->traditional)
        put_traditional_intro(o);
    else {
        text_printf(t, "Flat profile:\n\nEach sample counts as %g ", time_of(1, a->rate_hz, 1));
        gnu_words(v, t, a->profile->dimension);
        text_str(t, ".\n");
        if (a->samples->total <= 0)
            text_str(t, " no time accumulated\n\n");
    }

    const char unit[] = {f.unit->prefix, a->profile->abbrev, '/', 'c', 'a', 'l', 'l', '\0'};
    text_printf(t, "  %%   cumulative   self   %s           self     total           \n time ",
                f.waits ? "  wait     wall   " : "");
    put_dimension(o, 9);
    text_str(t, "  ");
    put_dimension(o, 8);
    text_str(t, f.waits ? "  seconds  seconds" : "");
    text_str(t, "    calls ");
    text_right(t, unit, 8);
    text_char(t, ' ');
    text_right(t, unit, 8);
    text_str(t, "  name    \n");

    enum { ROWS = 2000 }; /* of a piece */
    const struct gnu_list l = {f.rows.n, ROWS, put_row, &f};
    gnu_put_list(o, &l, gnu_helpers_of(v, f.rows.natural, f.rows.n));
    arena_release(&f.rows.memory);
}
