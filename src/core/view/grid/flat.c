/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile as a grid (GNU manual, node "Flat Profile"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/rows/flat_rows.h"

const struct grid_column flat_columns[] = {
    [FLAT_PERCENT] = {"time%", "%time", "share of all samples that hit the function itself",
                      .sortable = true},
    [FLAT_SELF] = {"self", "self", "time in the function itself", .sortable = true,
                   .seconds = true},
    [FLAT_ERROR] = {"err", "+/-", "sampling error of self: square root of its samples",
                    .sortable = true},
    [FLAT_CUM] = {"cum", "cum", "self, summed up from the top in gprof's order", .sortable = true,
                  .seconds = true},
    [FLAT_TOTAL] = {"total", "total", "time in the function and what it calls", .sortable = true,
                    .seconds = true},
    [FLAT_TOTAL_PCT] = {"total%", "total%", "total as a share of all samples", .sortable = true},
    [FLAT_CALLS] = {"calls", "calls", "times called, without calls of itself", .sortable = true},
    [FLAT_SELF_CALL] = {"self/call", "self/call", "self per call", .sortable = true},
    [FLAT_TOTAL_CALL] = {"total/call", "total/call", "total per call", .sortable = true},
    [FLAT_HEAT] = {"heat", "heat", "self against the largest one", .left = true},
    [FLAT_IMAGE] = {"image", "image", "the program or the library that has the function",
                    .left = true, .sortable = true},
    [FLAT_NAME] = {"name", "name", "the function", .sortable = true},
};
const unsigned n_flat_columns = ARRAY_LEN(flat_columns);

enum { HEAT_COLS = 8, PER_CALL_COLS = 9 };

struct flat_grid {
    struct grid grid;
    struct view_context v;
    struct grid_style style;
    struct flat_rows rows;
    struct flat_max max;
    int width[N_FLAT_COLUMNS]; /* 0: not shown */
    size_t gap;                /* blanks between columns */
};

static const struct flat_grid *flat_of(const struct grid *g)
{
    return (const struct flat_grid *)g;
}

/* ---- measuring ---- */

/* Seconds below a thousand leave the unit's width as it is. */
static int per_call_cols(double top)
{
    return top >= 1000 ? fixed_cols(top, 2) + 2 : PER_CALL_COLS;
}

static int value_cols(const struct flat_grid *f, unsigned column)
{
    const struct flat_max *m = &f->max;

    switch (column) {
    case FLAT_PERCENT:
        return fixed_cols(m->percent, 2);
    case FLAT_SELF:
        return fixed_cols(m->self, 2);
    case FLAT_ERROR:
        return fixed_cols(m->error, 2);
    case FLAT_CUM:
        return fixed_cols(m->cum, 2);
    case FLAT_TOTAL:
        return fixed_cols(m->total, 2);
    case FLAT_TOTAL_PCT:
        return fixed_cols(m->total_pct, 1);
    case FLAT_CALLS:
        return (int)text_uint_cols(m->calls);
    case FLAT_SELF_CALL:
    case FLAT_TOTAL_CALL:
        return per_call_cols(m->per_call);
    case FLAT_HEAT:
        return HEAT_COLS;
    case FLAT_IMAGE:
        return image_cols(f->v.analysis->profile);
    default:
        return 0;
    }
}

/* The dearest columns first. */
static void measure_columns(struct flat_grid *f)
{
    struct wish wishes[] = {
        {FLAT_PERCENT, 0, 0},     {FLAT_SELF, 40, 0},        {FLAT_CALLS, 40, 0},
        {FLAT_IMAGE, 50, 0},      {FLAT_TOTAL, 60, 0},       {FLAT_ERROR, 80, 0},
        {FLAT_HEAT, 80, 0},       {FLAT_TOTAL_PCT, 110, 0},  {FLAT_CUM, 110, 0},
        {FLAT_SELF_CALL, 110, 0}, {FLAT_TOTAL_CALL, 110, 0},
    };

    f->gap = f->style.cols >= 140 ? 2 : 1;
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++) {
        int head = head_cols(&flat_columns[wishes[i].column], f->v.analysis->profile),
            value = value_cols(f, wishes[i].column);

        wishes[i].width = value && head > value ? head : value;
    }
    columns_fit(wishes, ARRAY_LEN(wishes), &f->style, f->gap, f->width);
}

/* ---- rows ---- */

static void put_number(const struct flat_grid *f, uint32_t i, struct cell c, struct line *out)
{
    const struct analysis *a = f->v.analysis;
    sym_id s = flat_rows_symbol(&f->rows, i);
    const struct amounts x = flat_amounts(a, &f->rows, i);

    switch (c.column) {
    case FLAT_CALLS:
        if (x.calls)
            cell_uint(out, c, x.calls);
        else
            cell_text(out, c, "");
        break;
    case FLAT_SELF_CALL:
    case FLAT_TOTAL_CALL:
        if (x.calls)
            cell_seconds(out, c, &x, flat_value((enum flat_column)c.column),
                         unit_of(a->profile).s[0]);
        else
            cell_text(out, c, "");
        break;
    case FLAT_IMAGE:
        cell_image(out, c, &f->v, s, f->style.ascii);
        break;
    case FLAT_HEAT:
        cell_bar(out, c, part_of(x.self, f->max.self_ticks), f->style.ascii);
        break;
    default:
        cell_fixed(out, c, known_value(&x, flat_value((enum flat_column)c.column), 1),
                   c.column == FLAT_TOTAL_PCT ? 1 : 2);
    }
}

/* A value below twice its own error says little. */
static bool is_faint(double self_ticks)
{
    return self_ticks < 2 * sampling_error(self_ticks);
}

static enum role number_role(const struct flat_grid *f, sym_id s, unsigned column)
{
    const struct amounts x = function_amounts(f->v.analysis, s);

    if (is_faint(x.self))
        return ROLE_DIM;
    if (column == FLAT_IMAGE)
        return ROLE_DIM;
    if (column != FLAT_PERCENT && column != FLAT_HEAT)
        return ROLE_NUMBER;
    return heat_role(known_value(&x, VALUE_SELF_PCT, 1), ROLE_NUMBER);
}

static struct name_style name_style_of(const struct flat_grid *f)
{
    return (struct name_style){f->style.names, f->style.ascii, false};
}

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    *out = (struct grid_row){ROW_FUNCTION, {flat_rows_symbol(&flat_of(g)->rows, i), NO_ID}, 0};
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct flat_grid *f = flat_of(g);
    sym_id s = flat_rows_symbol(&f->rows, i);
    bool faint = is_faint(f->v.analysis->samples->self[s]);

    line_clear(out);
    text_fill(&out->text, ' ', GRID_GUTTER);
    for (unsigned c = 0; c < FLAT_NAME; c++) {
        if (!f->width[c])
            continue;
        line_gap(out, f->gap);
        put_number(f, i, (struct cell){number_role(f, s, c), c, f->width[c]}, out);
    }
    text_fill(&out->text, ' ', out->text.n > GRID_GUTTER ? f->gap : 0);
    out->pinned = out->text.n;
    line_name(out, &f->v, s, name_style_of(f),
              (struct cell){faint ? ROLE_DIM : ROLE_NAME, FLAT_NAME, 0});
}

static void heading(const struct grid *g, struct line *out)
{
    const struct flat_grid *f = flat_of(g);

    line_heading(out, g, f->v.analysis->profile, f->width, f->gap);
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct flat_grid *f = flat_of(g);

    text_name(out, &f->v, flat_rows_symbol(&f->rows, i), name_style_of(f));
}

/* ---- the detail line ---- */

/* Samples are whole but where a bin was divided. */
static int tick_digits(double ticks)
{
    return fabs(ticks - round(ticks)) < 0.05 ? 0 : 1;
}

static void put_samples(struct text *t, const struct amounts *x, bool brief)
{
    text_fixed(t, x->self, 0, tick_digits(x->self));
    text_str(t, brief ? "/" : " of ");
    text_fixed(t, x->all, 0, tick_digits(x->all));
    text_str(t, " samples");
    if (x->self > 0) {
        text_str(t, brief ? " (+/-" : ", sampling error +/-");
        text_fixed(t, value_of(x, VALUE_ERROR_PCT, 1), 0, 1);
        text_str(t, brief ? "%)" : "%");
    }
}

static void put_facts(struct text *t, const struct flat_grid *f, sym_id s)
{
    const struct amounts x = function_amounts(f->v.analysis, s);
    bool brief = f->style.cols < 110;

    text_image(t, &f->v, s, brief ? "  " : "   ");
    text_place(t, &f->v, s, brief ? "  " : "   ");
    if (!brief) {
        text_range(t, &f->v, s);
        text_str(t, "   ");
    }
    if (x.hz > 0)
        put_samples(t, &x, brief);
    else
        text_str(t, "no samples");
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct flat_grid *f = flat_of(g);
    struct name_style full = {NAME_FULL, f->style.ascii, false};
    sym_id s = flat_rows_symbol(&f->rows, i);
    struct text whole = {0}, facts = {0};

    line_clear(out);
    text_name(&whole, &f->v, s, full);
    put_facts(&facts, f, s);
    line_detail(out, f->style.cols, &whole, &facts);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct flat_grid *f = (struct flat_grid *)g;

    flat_rows_release(&f->rows);
    free(f);
}

static const struct grid_ops flat_ops = {row, format, heading, detail, name, release};

struct grid *flat_grid(const struct view_context *v, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter, struct err *e)
{
    struct flat_grid *f = mem_array(1, sizeof *f);
    struct flat_order order = {.v = v, .style = {style->names, style->ascii, false}};

    order.column = sort ? sort->column : COLUMN_NONE;
    order.ascending = sort && sort->ascending;
    order.filter = filter;
    if (!f || !flat_rows_make(&f->rows, &order)) {
        free(f);
        err_memory(e, 0);
        return NULL;
    }
    f->v = *v;
    f->style = *style;
    f->grid = (struct grid){&flat_ops,       flat_columns, n_flat_columns,  order.column,
                            order.ascending, f->rows.n,    f->rows.n_hidden};
    flat_measure(v->analysis, &f->rows, &f->max);
    measure_columns(f);
    return &f->grid;
}
