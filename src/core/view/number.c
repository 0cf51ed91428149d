/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/number.h"

#include <math.h>

#include "core/base/attr.h"
#include "core/base/char.h"

enum { UNGROUPED_MOST = 4 }; /* digits that are read at a glance */

static size_t n_commas(size_t n_digits)
{
    return n_digits > UNGROUPED_MOST ? (n_digits - 1) / 3 : 0;
}

/* Put commas into the first run of digits from byte `at` on. */
static void group(struct text *t, size_t at)
{
    size_t lo = at, hi, end = t->n;
    while (lo < end && !char_is_digit(t->p[lo]))
        lo++;
    for (hi = lo; hi < end && char_is_digit(t->p[hi]);)
        hi++;
    size_t commas = n_commas(hi - lo);
    text_fill(t, ',', commas);
    if (t->failed || !commas)
        return;
    for (size_t from = end, to = end + commas; to > from;) {
        t->p[--to] = t->p[--from];
        if (from < hi && from > lo && (hi - from) % 3 == 0)
            t->p[--to] = ',';
    }
}

void text_count(struct text *t, uint64_t v, bool grouped)
{
    size_t at = t->n;
    text_uint(t, v, 0);
    if (grouped)
        group(t, at);
}

void text_decimal(struct text *t, double v, int digits, bool grouped)
{
    size_t at = t->n;
    text_fixed(t, v, 0, digits);
    if (grouped)
        group(t, at);
}

void text_large(struct text *t, double v)
{
    static const char *const units[] = {"million", "billion", "trillion", "quadrillion",
                                        "quintillion"};
    size_t i = 0;
    v /= 1e6;
    for (; v >= 999.5 && i + 1 < ARRAY_LEN(units); i++)
        v /= 1e3;
    text_printf(t, v < 999.5 ? "%.3g %s" : "%.0f %s", v, units[i]);
}

struct figure count_of(uint64_t v, bool grouped)
{
    return nouns_of(v, "", grouped);
}

struct figure decimal_of(double v, int digits, bool grouped)
{
    struct figure f;
    struct text t = text_in(f.s, sizeof f.s);
    text_decimal(&t, v, digits, grouped);
    (void)text_z(&t);
    return f;
}

struct figure nouns_of(uint64_t n, const char *noun, bool grouped)
{
    struct figure f;
    struct text t = text_in(f.s, sizeof f.s);
    text_count(&t, n, grouped);
    if (*noun)
        text_printf(&t, " %s%s", noun, plural(n));
    (void)text_z(&t);
    return f;
}

const char *plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}

bool number_one(double v, int digits)
{
    return fabs(v - 1) < (digits ? 0.05 : 0.5);
}

size_t count_cols(uint64_t v, bool grouped)
{
    size_t n = text_uint_cols(v);
    return n + (grouped ? n_commas(n) : 0);
}

void text_calls(struct text *t, const struct call_counts *c)
{
    text_count(t, c->calls, true);
    if (c->of) {
        text_char(t, '/');
        text_count(t, c->of, true);
    }
    if (c->recursion) {
        text_char(t, '+');
        text_count(t, c->recursion, true);
    }
}

size_t calls_cols(const struct call_counts *c)
{
    return count_cols(c->calls, true) + (c->of ? 1 + count_cols(c->of, true) : 0) +
           (c->recursion ? 1 + count_cols(c->recursion, true) : 0);
}
