/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile as a grid (GNU manual, node "Flat Profile"). */
#include "core/view/grid/flat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/grid/run_columns.h"
#include "core/view/name_rows.h"
#include "core/view/number.h"
#include "core/view/rows/both_ways.h"
#include "core/view/rows/flat_rows.h"

const struct grid_column flat_columns[] = {
    [FLAT_PERCENT] = {"time%", "%time", "share of all samples and waits, function itself",
                      .sortable = true},
    [FLAT_SELF] = {"self", "self", "time in the function itself", .sortable = true,
                   .seconds = true},
    [FLAT_WAIT] = {"wait", "wait", "time that threads waited in the function", .sortable = true,
                   .seconds = true},
    [FLAT_ERROR] = {"err", "+/-", "sampling error of self: square root of its samples",
                    .sortable = true},
    [FLAT_CUM] = {"cum", "cum", "self, summed up from the top in gprof's order", .sortable = true,
                  .seconds = true},
    [FLAT_TOTAL] = {"total", "total", "with what it calls; by calls ? may be far off, ! is off",
                    .sortable = true, .seconds = true},
    [FLAT_TOTAL_PCT] = {"total%", "total%", "total as a share of all samples", .sortable = true},
    [FLAT_CALLS] = {"calls", "calls", "times called, without calls of itself", .sortable = true},
    [FLAT_SELF_CALL] = {"self/call", "self/call", "self per call", .sortable = true},
    [FLAT_TOTAL_CALL] = {"total/call", "total/call", "total per call", .sortable = true},
    RUN_COLUMNS(FLAT_RUNS),
    [FLAT_HEAT] = {"heat", "heat", "%time against the largest one", .left = true},
    [FLAT_IMAGE] = {"image", "image", "the program or the library that has the function",
                    .left = true, .sortable = true},
    [FLAT_NAME] = {"name", "name", "the function", .sortable = true},
};
const unsigned n_flat_columns = ARRAY_LEN(flat_columns);

enum { HEAT_COLS = 8, PER_CALL_COLS = 9, SECOND_IMAGE_PCT = 5 };

struct flat_grid {
    struct grid grid;
    struct view_context v;
    struct grid_style style;
    struct flat_rows rows;
    struct flat_max max;
    struct run_columns runs;
    int width[N_FLAT_COLUMNS]; /* 0: not shown */
    size_t gap;                /* blanks between columns */
    struct name_rows *names;
};

static const struct flat_grid *flat_of(const struct grid *g)
{
    return (const struct flat_grid *)g;
}

/* ---- measuring ---- */

/* Functions that call themselves are few, so all others are measured by the largest count. */
static int called_cols(const struct flat_grid *f)
{
    const struct graph *g = f->v.analysis->graph;
    size_t most = count_cols(f->max.calls, f->style.grouped);
    for (sym_id s = 0; s < f->v.analysis->n_symbols; s++) {
        if (!g->recursion[s])
            continue;
        const struct call_counts counts = {g->calls[s], 0, g->recursion[s]};
        size_t n = calls_cols(&counts, f->style.grouped);
        most = n > most ? n : most;
    }
    return (int)most;
}

/* Whether something is known of how far off a total that is shared out by calls can be. */
static bool has_marks(const struct flat_grid *f)
{
    return knows_both_ways(&f->v) || knows_ranges(&f->v);
}

/* What was measured says it better than what is possible. */
static enum mark row_mark(const struct flat_grid *f, sym_id s)
{
    if (!knows_both_ways(&f->v))
        return node_mark(&f->v, s);
    const struct both_ways b = function_both_ways(&f->v, s);
    return both_ways_mark(&b);
}

static int value_cols(const struct flat_grid *f, unsigned column)
{
    const struct flat_max *m = &f->max;
    bool grouped = f->style.grouped;
    switch (column) {
    case FLAT_PERCENT:
        return decimal_cols(m->percent, 2, grouped);
    case FLAT_SELF:
        return decimal_cols(m->self, 2, grouped);
    case FLAT_WAIT:
        return decimal_cols(m->wait, 2, grouped);
    case FLAT_ERROR:
        return decimal_cols(m->error, 2, grouped);
    case FLAT_CUM:
        return decimal_cols(m->cum, 2, grouped);
    case FLAT_TOTAL:
        return decimal_cols(m->total, 2, grouped) + (has_marks(f) ? SIGNED_COLS : 0);
    case FLAT_TOTAL_PCT:
        return decimal_cols(m->total_pct, 1, grouped);
    case FLAT_CALLS:
        return called_cols(f);
    case FLAT_SELF_CALL:
    case FLAT_TOTAL_CALL:
        /* Seconds below a thousand leave the unit's width as it is. */
        return m->per_call >= 1000 ? decimal_cols(m->per_call, 2, false) + 2 : PER_CALL_COLS;
    case FLAT_HEAT:
        return HEAT_COLS;
    case FLAT_IMAGE:
        return image_cols(f->v.analysis->profile);
    default:
        return 0;
    }
}

/* No row has anything in it, or without arcs anything but what another column has. */
static bool is_dead(const struct flat_grid *f, unsigned column)
{
    const struct flat_max *m = &f->max;
    switch (column) {
    case FLAT_CALLS:
        return !m->calls;
    case FLAT_SELF:
        return !(m->self > 0);
    case FLAT_WAIT:
        return !(m->wait_ticks > 0);
    case FLAT_SELF_CALL:
        return !m->calls || !(m->self_ticks > 0);
    case FLAT_TOTAL:
    case FLAT_TOTAL_PCT:
        return !(m->total_ticks > 0) || !f->v.analysis->graph->n_arcs;
    case FLAT_TOTAL_CALL:
        return !m->calls || !(m->total_ticks > 0);
    case FLAT_IMAGE:
        return !(m->second_image >= SECOND_IMAGE_PCT);
    case FLAT_NAME:
        return false;
    case FLAT_PERCENT:
    case FLAT_HEAT:
        return !(m->ranked_ticks > 0);
    default:
        return !(m->self_ticks > 0);
    }
}

/* The dearest columns first. */
static size_t add_wishes(const struct flat_grid *f, struct wish *wishes)
{
    static const struct wish first[] = {
        {FLAT_PERCENT, 0, 0},
        {FLAT_SELF, 40, 0},
    };
    static const struct wish others[] = {
        {FLAT_WAIT, 40, 0},        {FLAT_CALLS, 40, 0}, {FLAT_IMAGE, 50, 0},
        {FLAT_TOTAL, 60, 0},       {FLAT_ERROR, 80, 0}, {FLAT_HEAT, 80, 0},
        {FLAT_TOTAL_PCT, 110, 0},  {FLAT_CUM, 110, 0},  {FLAT_SELF_CALL, 110, 0},
        {FLAT_TOTAL_CALL, 110, 0},
    };
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        wishes[n++] = first[i];
    n = run_columns_wish(&f->runs, &f->grid, f->max.self_ticks, wishes, n);
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        wishes[n++] = others[i];
    return n;
}

static void measure_columns(struct flat_grid *f)
{
    struct wish wishes[N_FLAT_COLUMNS];
    size_t n = add_wishes(f, wishes);
    f->gap = f->style.cols >= 140 ? 2 : 1;
    for (size_t i = 0; i < n; i++) {
        if (is_run_column(&f->runs, wishes[i].column))
            continue;
        int head = head_cols(&f->grid, wishes[i].column, f->v.analysis->profile),
            value = value_cols(f, wishes[i].column);
        wishes[i].width = value && head > value ? head : value;
        if (is_dead(f, wishes[i].column))
            wishes[i].from_cols = ONLY_IF_ASKED;
    }
    columns_fit(wishes, n, &f->style, f->gap, NAME_COLS, f->width);
}

/* ---- rows ---- */

static void put_called(const struct flat_grid *f, sym_id s, struct cell c, struct line *out)
{
    char room[80];
    struct text t = text_in(room, sizeof room);
    const struct graph *g = f->v.analysis->graph;
    const struct call_counts counts = {g->calls[s], 0, g->recursion[s]};
    if (counts.calls || counts.recursion)
        text_calls(&t, &counts, f->style.grouped);
    cell_text(out, c, text_z(&t));
}

/* There are no more numbers of what is taken out: its samples, in seconds, and its calls. */
static bool is_blank(bool excluded, unsigned column)
{
    return excluded && column != FLAT_SELF && column != FLAT_CALLS && column != FLAT_IMAGE;
}

static void put_number(const struct flat_grid *f, uint32_t i, struct cell c, struct line *out)
{
    const struct analysis *a = f->v.analysis;
    sym_id s = flat_rows_symbol(&f->rows, i);
    const struct amounts x = flat_amounts(a, &f->rows, i);
    if (is_blank(flat_rows_excluded(&f->rows, i), c.column)) {
        text_fill(&out->text, ' ', (size_t)c.width);
        return;
    }
    switch (c.column) {
    case FLAT_CALLS:
        put_called(f, s, c, out);
        break;
    case FLAT_ERROR: /* of no samples nothing can be said */
        cell_decimal(out, c, x.self > 0 ? known_value(&x, VALUE_ERROR, 1) : NAN, 2,
                     f->style.grouped);
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
    case FLAT_TOTAL:
        if (has_marks(f))
            cell_marked(out, c, known_value(&x, VALUE_TOTAL, 1), row_mark(f, s), f->style.grouped);
        else
            cell_decimal(out, c, known_value(&x, VALUE_TOTAL, 1), 2, f->style.grouped);
        break;
    case FLAT_HEAT:
        cell_bar(out, c, part_of(ranked_ticks(&x), f->max.ranked_ticks), f->style.ascii);
        break;
    default:
        cell_decimal(out, c, flat_number(&x, flat_value((enum flat_column)c.column)),
                     c.column == FLAT_TOTAL_PCT ? 1 : 2, f->style.grouped);
    }
}

/* Numbers that come from the function's own samples alone. */
static bool is_sampled(unsigned column)
{
    return column == FLAT_PERCENT || column == FLAT_SELF || column == FLAT_ERROR ||
           column == FLAT_SELF_CALL || column == FLAT_HEAT;
}

static enum role number_role(const struct flat_grid *f, uint32_t i, unsigned column)
{
    const struct amounts x = flat_amounts(f->v.analysis, &f->rows, i);
    bool by_share = column == FLAT_PERCENT || column == FLAT_HEAT;
    if (column == FLAT_IMAGE || flat_rows_excluded(&f->rows, i) ||
        (is_sampled(column) && is_uncertain(by_share ? ranked_ticks(&x) : x.self)))
        return ROLE_DIM;
    if (!by_share)
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
    bool excluded = flat_rows_excluded(&f->rows, i);
    line_clear(out);
    text_fill(&out->text, ' ', GRID_GUTTER);
    /* The cells of all columns but the name. */
    struct run_spread spread;
    bool known = f->runs.a && function_spread(f->runs.a, flat_rows_symbol(&f->rows, i), &spread);
    for (unsigned c = 0; c < FLAT_NAME; c++) {
        struct cell cell = {number_role(f, i, c), c, f->width[c]};
        if (!f->width[c])
            continue;
        line_gap(out, f->gap);
        if (is_run_column(&f->runs, c) && !flat_rows_excluded(&f->rows, i))
            run_columns_put(&f->runs, known ? &spread : NULL, cell, out);
        else
            put_number(f, i, cell, out);
    }
    line_gap(out, f->gap);
    out->pinned = out->text.n;
    if (excluded) {
        text_str(&out->text, "x ");
        line_mark(out, out->pinned, ROLE_DIM, FLAT_NAME);
    }
    line_row_name(out, f->names, i, g->uncut,
                  (struct cell){excluded ? ROLE_DIM : ROLE_NAME, FLAT_NAME, 0});
}

static void heading(const struct grid *g, struct line *out)
{
    const struct flat_grid *f = flat_of(g);
    line_heading(out,
                 &(struct heading){g, f->v.analysis->profile, f->width, f->gap, f->style.ascii});
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

static void put_facts(struct text *t, const struct flat_grid *f, uint32_t i)
{
    sym_id s = flat_rows_symbol(&f->rows, i);
    const struct amounts x = flat_amounts(f->v.analysis, &f->rows, i);
    bool brief = f->style.cols < 110, excluded = flat_rows_excluded(&f->rows, i);
    text_image(t, &f->v, s, brief ? "  " : "   ");
    text_place(t, &f->v, s, brief ? "  " : "   ");
    if (!brief) {
        text_range(t, &f->v, s);
        text_str(t, "   ");
    }
    if (x.hz > 0 && (x.all > 0 || excluded)) {
        text_str(t, excluded ? "-P takes out " : "");
        text_decimal(t, x.self, tick_digits(x.self), f->style.grouped);
        if (!excluded) {
            text_str(t, brief ? "/" : " of ");
            text_decimal(t, x.all, tick_digits(x.all), f->style.grouped);
        }
        text_str(t, number_one(excluded ? x.self : x.all, 0) ? " sample" : " samples");
        if (x.self > 0) {
            text_str(t, brief ? " (+/-" : ", sampling error +/-");
            text_fixed(t, value_of(&x, VALUE_ERROR_PCT, 1), 0, 1);
            text_str(t, brief ? "%)" : "%");
            if (!brief && !excluded && !(x.wait_all > 0)) {
                text_str(t, ", +/-");
                text_fixed(t, value_of(&x, VALUE_SELF_PCT_ERROR, 1), 0, 1);
                text_str(t, " of %time");
            }
        }
        text_over(t, value_of(&x, VALUE_SELF_PCT, 1));
    } else {
        text_str(t, "no samples");
    }
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct flat_grid *f = flat_of(g);
    sym_id s = flat_rows_symbol(&f->rows, i);
    struct text facts = {0};
    line_clear(out);
    /* The slowest run of the function, if it is one. */
    const struct analysis *a = f->v.analysis;
    const struct run_words words = {f->style.cols < 110 ? "  " : "   ", f->style.ascii,
                                    f->style.grouped};
    struct run_spread spread;
    if (knows_runs(a) && !flat_rows_excluded(&f->rows, i) &&
        function_spread(a, flat_rows_symbol(&f->rows, i), &spread))
        text_slowest(&facts, a, &spread, &words);
    put_facts(&facts, f, i);
    line_detail(out, &f->style, &f->v, s, false, &facts);
}

/* ---- life ---- */

static struct name_list_row name_of(const void *ctx, uint32_t i)
{
    const struct flat_grid *f = ctx;
    size_t at = name_column_at(f->width, N_FLAT_COLUMNS, f->gap);
    return (struct name_list_row){&f->v, flat_rows_symbol(&f->rows, i),
                                  f->style.cols > at ? f->style.cols - at : 0};
}

static void release(struct grid *g)
{
    struct flat_grid *f = (struct flat_grid *)g;
    name_rows_free(f->names);
    flat_rows_release(&f->rows);
    free(f);
}

static const struct grid_ops flat_ops = {row, format, heading, detail, name, release};

struct grid *flat_grid(const struct view_context *v, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter, struct err *e)
{
    struct flat_grid *f = mem_array(1, sizeof *f);
    struct flat_order order = {.v = v,
                               .style = {style->names, style->ascii, false},
                               .column = sort ? sort->column : COLUMN_NONE,
                               .ascending = sort && sort->ascending,
                               .filter = filter,
                               .waits = true,
                               .wall = !sort || sort->column != FLAT_SELF,
                               .excluded = style->excluded};
    if (order.column == COLUMN_NONE && wait_ticks(v->analysis) > 0)
        order.column = FLAT_PERCENT;
    order.roots = order.column == FLAT_TOTAL || order.column == FLAT_TOTAL_PCT;
    if (!f || !flat_rows_make(&f->rows, &order)) {
        free(f);
        err_memory(e, 0);
        return NULL;
    }
    f->v = *v;
    f->style = *style;
    f->grid = (struct grid){.ops = &flat_ops,
                            .columns = flat_columns,
                            .n_columns = n_flat_columns,
                            .sort_column = sort ? sort->column : COLUMN_NONE,
                            .ordered_by = order.column,
                            .sort_ascending = order.ascending,
                            .n_rows = f->rows.n,
                            .n_hidden = f->rows.n_hidden};
    flat_measure(v->analysis, &f->rows, &f->max);
    if (order.column == COLUMN_NONE) /* gprof's order: by time, then by calls */
        f->grid.ordered_by = is_dead(f, FLAT_SELF) ? FLAT_CALLS : FLAT_SELF;
    if (!v->analysis->samples->wait)
        f->grid.absent = UINT32_C(1) << FLAT_WAIT;
    f->runs = run_columns_of(v->analysis, style, FLAT_RUNS);
    f->grid.absent |= run_columns_absent(&f->runs);
    measure_columns(f);
    f->names = name_rows_new(&(struct name_list_rows){
        .style = name_style_of(f), .n_rows = f->rows.n, .row = name_of, .ctx = f});
    if (f->names)
        return &f->grid;
    release(&f->grid);
    err_memory(e, 0);
    return NULL;
}
