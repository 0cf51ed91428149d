/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/cells.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/view/number.h"

void cell_text(struct line *l, struct cell c, const char *s)
{
    size_t at = l->text.n;
    text_right(&l->text, s, c.width > 0 ? (size_t)c.width : 0);
    line_mark(l, at, c.role, c.column);
}

void cell_mark(struct line *l, struct cell c, enum mark m)
{
    static const enum role roles[N_MARKS] = {
        [MARK_NONE] = ROLE_DIM, [MARK_UNSURE] = ROLE_STRONG, [MARK_OUTSIDE] = ROLE_WARNING};
    const char sign[2] = {mark_sign(m), '\0'};
    c.role = roles[m];
    cell_text(l, c, sign);
}

void cell_marked(struct line *l, struct cell c, double v, enum mark m)
{
    c.width -= SIGNED_COLS;
    cell_decimal(l, c, v, 2);
    c.width = SIGNED_COLS;
    cell_mark(l, c, m);
}

void cell_left(struct line *l, struct cell c, const char *s)
{
    size_t at = l->text.n;
    text_left(&l->text, s, c.width > 0 ? (size_t)c.width : 0);
    line_mark(l, at, c.role, c.column);
}

enum { DECIMAL_BYTES = 512 }; /* the largest double has 309 digits before its point */

void cell_decimal(struct line *l, struct cell c, double v, int digits)
{
    char room[DECIMAL_BYTES];
    struct text t = text_in(room, sizeof room);
    if (isfinite(v))
        text_decimal(&t, v, digits, true);
    else
        text_char(&t, '-');
    cell_text(l, c, text_z(&t));
}

/* What "%.2f" shows as 1000.00 belongs to the next unit. */
#define NEXT_UNIT 999.995

static const struct {
    char prefix;
    double factor;
} small_units[] = {{'\0', 1}, {'m', 1e3}, {'u', 1e6}, {'n', 1e9}, {'p', 1e12}, {'f', 1e15}};

void cell_seconds(struct line *l, struct cell c, const struct amounts *x, enum row_value value,
                  char abbrev)
{
    size_t at = l->text.n, k = 0;
    char unit[4] = " ";
    double seconds = value_of(x, value, 1);
    if (!isfinite(seconds) || seconds == 0) {
        cell_text(l, c, seconds == 0 ? "0" : "-");
        return;
    }
    while (k + 1 < ARRAY_LEN(small_units) && fabs(value_of(x, value, small_units[k].factor)) < 1 &&
           fabs(value_of(x, value, small_units[k + 1].factor)) < NEXT_UNIT)
        k++;
    size_t n = 1;

    if (small_units[k].prefix)
        unit[n++] = small_units[k].prefix;
    if (abbrev)
        unit[n++] = abbrev;
    text_fixed(&l->text, value_of(x, value, small_units[k].factor), c.width - (int)n, 2);
    text_add(&l->text, unit, n);
    line_mark(l, at, c.role, c.column);
}

void cell_bar(struct line *l, struct cell c, double share, bool ascii)
{
    size_t at = l->text.n;
    double s = share > 0 ? share < 1 ? share : 1 : 0; /* also for NaN */
    if (ascii) {
        int full = (int)(s * c.width + 0.5);
        text_fill(&l->text, '#', (size_t)full);
        text_fill(&l->text, '.', (size_t)(c.width - full));
    } else {
        int eighths = (int)(s * c.width * 8 + 0.5);
        static const char blocks[][4] = {"",
                                         "\xe2\x96\x8f",
                                         "\xe2\x96\x8e",
                                         "\xe2\x96\x8d",
                                         "\xe2\x96\x8c",
                                         "\xe2\x96\x8b",
                                         "\xe2\x96\x8a",
                                         "\xe2\x96\x89",
                                         "\xe2\x96\x88"};
        for (int i = 0; i < c.width; i++) {
            int part = eighths < 8 ? eighths : 8;
            text_str(&l->text, part ? blocks[part] : " ");
            eighths -= part;
        }
    }
    line_mark(l, at, c.role, c.column);
}

void cell_trail(struct line *l, struct cell c, const uint8_t *v, unsigned most, bool ascii)
{
    static const char steps[][4] = {" ",
                                    "\xe2\x96\x81",
                                    "\xe2\x96\x82",
                                    "\xe2\x96\x83",
                                    "\xe2\x96\x84",
                                    "\xe2\x96\x85",
                                    "\xe2\x96\x86",
                                    "\xe2\x96\x87",
                                    "\xe2\x96\x88"},
                      signs[] = " .:-=+*%#";
    const size_t at = l->text.n;
    for (int i = 0; i < c.width; i++) {
        const unsigned step = most ? (8 * v[i] + most - 1) / most : 0;
        if (ascii)
            text_char(&l->text, signs[step]);
        else
            text_str(&l->text, steps[step]);
    }
    line_mark(l, at, c.role, c.column);
}

void text_over(struct text *t, double pct)
{
    if (isfinite(pct) && pct > 100.005)
        text_str(t, "; over 100%: = says why");
}

int decimal_cols(double v, int digits, bool grouped)
{
    char room[DECIMAL_BYTES];
    struct text t = text_in(room, sizeof room);
    if (!isfinite(v))
        return 1;
    text_decimal(&t, v, digits, grouped);
    return (int)t.n;
}

struct figure ticks_of(const struct analysis *a, double ticks)
{
    struct figure f;
    snprintf(f.s, sizeof f.s, "%.2f %s", seconds_or_0(a, ticks), unit_of(a->profile).s);
    return f;
}

void line_section(struct line *l, const struct section *s, unsigned cols, bool ascii)
{
    char room[80];
    struct text end = text_in(room, sizeof room);
    size_t at, used;
    if (s->all != NO_ID)
        text_printf(&end, " %u of %u %s", s->shown, s->all,
                    ascii ? "--" : "\xe2\x94\x80\xe2\x94\x80");
    text_fill(&l->text, ' ', GRID_GUTTER);
    at = l->text.n;
    text_str(&l->text, s->title);
    text_char(&l->text, ' ');
    line_mark(l, at, ROLE_STRONG, COLUMN_NONE);
    at = l->text.n;
    used = l->text.n + utf8_cols(end.p ? end.p : "", end.n);
    for (size_t i = used; i < cols || i < used + 2; i++)
        text_str(&l->text, ascii ? "-" : "\xe2\x94\x80");
    text_add(&l->text, end.p ? end.p : "", end.n);
    line_mark(l, at, ROLE_RULE, COLUMN_NONE);
}

enum role heat_role(double pct)
{
    return pct >= 5 ? ROLE_HOT : pct >= 1 ? ROLE_WARM : ROLE_NUMBER;
}

static void add_whole(struct line *l, const struct text *t, enum role role)
{
    size_t at = l->text.n;
    text_add(&l->text, t->p ? t->p : "", t->n);
    line_mark(l, at, role, COLUMN_NONE);
}

static unsigned detail_cols(const struct grid_style *style)
{
    return style->detail_cols ? style->detail_cols : style->cols;
}

/* Columns of name and facts beside each other. */
static size_t beside_cols(const struct grid_style *style, const struct text *name,
                          const struct text *facts)
{
    enum { COUNT_COLS = 10 }; /* which of how many rows it is, at the right end */
    return GRID_GUTTER + utf8_cols(name->p ? name->p : "", name->n) +
           (detail_cols(style) < 110 ? 2 : 3) + utf8_cols(facts->p ? facts->p : "", facts->n) +
           COUNT_COLS;
}

void line_detail(struct line *l, const struct grid_style *style, const struct view_context *v,
                 node_id n, bool index, struct text *facts)
{
    enum { IN_ROW = 24 }; /* names have them in nearly all rows */
    unsigned cols = detail_cols(style);
    struct text name = {0}, in_row = {0};
    text_name_within(&name, v, n, (struct name_style){NAME_FULL, style->ascii, index},
                     cols > GRID_GUTTER ? cols - GRID_GUTTER : 1);
    /* A short name that its row has whole is not said again in the end of the line. */
    text_name_within(&in_row, v, n, (struct name_style){style->names, style->ascii, index}, IN_ROW);
    if (facts->n && beside_cols(style, &name, facts) > cols &&
        strcmp(text_z(&name), text_z(&in_row)) == 0)
        text_clear(&name);
    text_release(&in_row);
    line_detail_of(l, style, &name, facts);
}

void line_detail_of(struct line *l, const struct grid_style *style, struct text *name,
                    struct text *facts)
{
    const bool fits = beside_cols(style, name, facts) <= detail_cols(style);
    text_fill(&l->text, ' ', GRID_GUTTER);
    add_whole(l, fits ? name : facts, fits ? ROLE_STRONG : ROLE_PLAIN);
    if (name->n && facts->n)
        text_fill(&l->text, ' ', detail_cols(style) < 110 ? 2 : 3);
    add_whole(l, fits ? facts : name, fits ? ROLE_PLAIN : ROLE_STRONG);
    text_release(name);
    text_release(facts);
}

int image_cols(const struct profile *p)
{
    size_t most = 0;
    for (size_t i = 0; p->n_joined && i <= p->n_joined; i++) {
        const char *base = path_base(i ? p->libraries[i - 1].path : p->image->path);
        size_t cols = strlen(base);
        most = cols > most ? cols : most;
    }
    return (int)(most < IMAGE_COLS ? most : IMAGE_COLS);
}

void cell_cut(struct line *l, struct cell c, const char *s, bool ascii)
{
    struct text shown = {0};
    size_t at = l->text.n, used = 0;
    text_shown(&shown, s, strlen(s), ascii);
    text_add(&l->text, shown.p ? shown.p : "",
             utf8_fit(shown.p ? shown.p : "", shown.n, (size_t)c.width, &used));
    text_fill(&l->text, ' ', (size_t)c.width - used);
    text_release(&shown);
    line_mark(l, at, c.role, c.column);
}
