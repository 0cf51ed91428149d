/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/modules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/grid/run_columns.h"
#include "core/view/number.h"

const struct grid_column modules_columns[] = {
    [MODULES_PERCENT] = {"time%", "%time", "share of all samples that hit its functions",
                         .sortable = true},
    [MODULES_SELF] = {"self", "self", "time in its functions", .sortable = true, .seconds = true},
    [MODULES_ERROR] = {"err", "+/-", "sampling error of self: square root of its samples",
                       .sortable = true},
    [MODULES_WAIT] = {"wait", "wait", "time that threads waited in its functions", .sortable = true,
                      .seconds = true},
    [MODULES_WALL] = {"wall", "wall", "self and wait", .sortable = true, .seconds = true},
    [MODULES_FUNCTIONS] = {"functions", "funcs", "how many functions it has", .sortable = true},
    [MODULES_CALLED] = {"called", "called", "how many of them were called", .sortable = true},
    [MODULES_CALLS_IN] = {"calls-in", "calls in", "calls of its functions by others",
                          .sortable = true},
    [MODULES_CALLS_OUT] = {"calls-out", "calls out", "calls of others by its functions",
                           .sortable = true},
    [MODULES_TIME_IN] = {"time-in", "time in",
                         "time of the calls into it, as gprof shares it, or measured",
                         .sortable = true},
    RUN_COLUMNS(MODULES_RUNS),
    [MODULES_NAME] = {"name", "name", "program or library, folder, file or namespace",
                      .sortable = true},
};
const unsigned n_modules_columns = ARRAY_LEN(modules_columns);

struct module_range {
    struct range r;
    bool known;
};

struct modules_grid {
    struct grid grid;
    struct view_context v;
    struct grid_style style;
    struct modules modules;
    struct run_columns runs;
    struct module_range *ranges;  /* per row, of the time of the calls into it; NULL: no marks */
    int width[N_MODULES_COLUMNS]; /* 0: not shown */
    size_t gap;                   /* blanks between columns */
};

static const struct modules_grid *modules_of(const struct grid *g)
{
    return (const struct modules_grid *)g;
}

static const struct module *module_of(const struct grid *g, uint32_t row)
{
    return modules_row(&modules_of(g)->modules, row);
}

/* ---- measuring ---- */

/* Digits after the point. */
static int digits_of(unsigned column)
{
    return column <= MODULES_ERROR || column == MODULES_TIME_IN ? 2 : 0;
}

static int value_cols(const struct modules_grid *m, unsigned column)
{
    double most = 0;
    for (uint32_t i = 0; i < m->modules.n; i++) {
        double value =
            modules_value(m->v.analysis, modules_row(&m->modules, i), (enum modules_column)column);
        most = value > most && isfinite(value) ? value : most;
    }
    return decimal_cols(most, digits_of(column), m->style.grouped) +
           (column == MODULES_TIME_IN && !m->v.analysis->paths ? SIGNED_COLS : 0);
}

static double most_ticks(const struct modules_grid *m)
{
    double most = 0;
    for (uint32_t i = 0; i < m->modules.n; i++) {
        double self = modules_row(&m->modules, i)->sums.self;
        most = self > most ? self : most;
    }
    return most;
}

/* The dearest columns first. */
static void measure_columns(struct modules_grid *m)
{
    static const struct wish others[] = {
        {MODULES_WAIT, 40, 0},      {MODULES_WALL, 60, 0},   {MODULES_CALLS_IN, 60, 0},
        {MODULES_TIME_IN, 70, 0},   {MODULES_CALLED, 76, 0}, {MODULES_FUNCTIONS, 76, 0},
        {MODULES_CALLS_OUT, 80, 0}, {MODULES_ERROR, 90, 0},
    };
    struct wish wishes[N_MODULES_COLUMNS] = {{MODULES_PERCENT, 0, 0}, {MODULES_SELF, 40, 0}};
    size_t n = run_columns_wish(&m->runs, &m->grid, most_ticks(m), wishes, 2);
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        wishes[n++] = others[i];
    m->gap = m->style.cols >= 140 ? 2 : 1;
    for (size_t i = 0; i < n; i++) {
        if (is_run_column(&m->runs, wishes[i].column))
            continue;
        if (m->grid.absent >> wishes[i].column & 1)
            wishes[i].from_cols = ONLY_IF_ASKED;
        int head = head_cols(&m->grid, wishes[i].column, m->v.analysis->profile);
        int value = value_cols(m, wishes[i].column);
        wishes[i].width = head > value ? head : value;
    }
    columns_fit(wishes, n, &m->style, m->gap, NAME_COLS, m->width);
}

/* ---- rows ---- */

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    *out = (struct grid_row){ROW_MODULE, {module_of(g, i)->first, NO_ID}, 0};
}

static void add_name(const struct modules_grid *m, const struct module *x, struct text *out)
{
    const char *name = x->name ? x->name : modules_none(m->modules.groups.by);
    text_shown(out, name, strlen(name), m->style.ascii);
}

enum { IN_SIGHT = 64 }; /* rows whose ranges are found together */

/* Those of rows around this one. */
static void find_ranges(const struct modules_grid *m, uint32_t row)
{
    struct range found[IN_SIGHT];
    struct module_arcs arcs;
    uint32_t first = row - row % IN_SIGHT,
             n = m->modules.n - first < IN_SIGHT ? m->modules.n - first : IN_SIGHT;
    if (!modules_arcs(&m->modules, m->v.analysis, first, n, &arcs))
        return;
    if (ranges_of_arc_sets(m->v.ranges, arcs.sets, n, found))
        for (uint32_t i = 0; i < n; i++)
            m->ranges[first + i] = (struct module_range){found[i], true};
    module_arcs_release(&arcs);
}

/* The range of the time of the calls into a row; NULL: it is not known. */
static const struct range *time_in_range(const struct modules_grid *m, uint32_t row)
{
    if (m->ranges && !m->ranges[row].known)
        find_ranges(m, row);
    return m->ranges && m->ranges[row].known ? &m->ranges[row].r : NULL;
}

/* The cells of all columns but the name. */
static void put_cells(const struct modules_grid *m, uint32_t row, struct line *out)
{
    const struct module *x = modules_row(&m->modules, row);
    double pct = modules_value(m->v.analysis, x, MODULES_PERCENT);
    for (unsigned c = 0; c < MODULES_NAME; c++) {
        enum role role = c == MODULES_PERCENT ? heat_role(pct, ROLE_NUMBER) : ROLE_NUMBER;
        struct cell cell = {role, c, m->width[c]};
        if (!m->width[c])
            continue;
        line_gap(out, m->gap);
        if (is_run_column(&m->runs, c))
            run_columns_put(&m->runs, &x->runs, cell, out);
        else {
            double value = modules_value(m->v.analysis, x, (enum modules_column)cell.column);
            if (cell.column == MODULES_TIME_IN && !m->v.analysis->paths)
                cell_marked(out, cell, value, assumed_mark(time_in_range(m, row), x->sums.time_in),
                            m->style.grouped);
            else
                cell_decimal(out, cell, value, digits_of(cell.column), m->style.grouped);
        }
    }
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct modules_grid *m = modules_of(g);
    const struct module *x = module_of(g, i);
    line_clear(out);
    text_fill(&out->text, ' ', GRID_GUTTER);
    put_cells(m, i, out);
    text_fill(&out->text, ' ', out->text.n > GRID_GUTTER ? m->gap : 0);
    out->pinned = out->text.n;
    size_t at = out->text.n, room = m->style.cols > at ? m->style.cols - at : 0;
    struct text name = {0};
    add_name(m, x, &name);
    if (m->modules.groups.by == MODULES_BY_SCOPE || !room)
        text_str(&out->text, text_z(&name));
    else
        text_end(&out->text, name.p, name.n, room);
    out->text.failed |= name.failed;
    text_release(&name);
    line_mark(out, at, x->name && !x->out ? ROLE_NAME : ROLE_DIM, MODULES_NAME);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct modules_grid *m = modules_of(g);
    line_heading(out,
                 &(struct heading){g, m->v.analysis->profile, m->width, m->gap, m->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    add_name(modules_of(g), module_of(g, i), out);
}

/* "3 of 12 functions called; 40 calls into it, 7 out of it"; "12 functions; calls not counted" */
static void add_calls(struct text *t, const struct group_sums *s, bool uncounted)
{
    if (uncounted) {
        text_printf(t, "%u function%s; calls not counted", (unsigned)s->functions,
                    plural(s->functions));
    } else {
        text_printf(t, "%u of %u function%s called; ", (unsigned)s->called, (unsigned)s->functions,
                    plural(s->functions));
        text_uint(t, s->calls_in, 0);
        text_printf(t, " call%s into it", plural(s->calls_in));
    }
    if (uncounted && !s->calls_out)
        return;
    text_str(t, ", ");
    text_uint(t, s->calls_out, 0);
    text_str(t, " out of it");
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct modules_grid *m = modules_of(g);
    const struct module *x = module_of(g, i);
    struct text whole = {0}, facts = {0};
    line_clear(out);
    add_name(m, x, &whole);
    const struct run_words words = {"  ", m->style.ascii, m->style.grouped};
    if (m->v.analysis->runs)
        text_slowest(&facts, m->v.analysis, &x->runs, &words);
    add_calls(&facts, &x->sums, modules_uncounted(x));
    const struct range *r = time_in_range(m, i);
    enum mark mark = r ? range_mark(r, x->sums.time_in) : MARK_NONE;
    if (mark != MARK_NONE) {
        text_str(&facts, "; time in ");
        text_bounds(&facts, &m->v, mark, r);
    }
    line_detail_of(out, &m->style, &whole, &facts);
}

const struct module *modules_grid_row(const struct grid *g, uint32_t i)
{
    return module_of(g, i);
}

const struct range *modules_grid_range(const struct grid *g, uint32_t i)
{
    return time_in_range(modules_of(g), i);
}

sym_id modules_grid_hottest(const struct grid *g, uint32_t i)
{
    return module_of(g, i)->hottest;
}

bool modules_grid_spec(const struct grid *g, uint32_t i, struct text *out)
{
    const struct modules_grid *m = modules_of(g);
    return modules_spec(&m->v, &m->modules.groups, m->modules.row[i], out);
}

void modules_grid_filter(const struct grid *g, uint32_t i, struct text *out)
{
    const struct modules_grid *m = modules_of(g);
    modules_filter(&m->modules.groups, m->modules.row[i], out);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct modules_grid *m = (struct modules_grid *)g;
    modules_release(&m->modules);
    free(m->ranges);
    free(m);
}

static const struct grid_ops modules_ops = {row, format, heading, detail, name, release};

struct grid *modules_grid(const struct view_context *v, enum modules_by by,
                          const struct grid_style *style, const struct grid_sort *sort,
                          const struct rowfilter *filter, struct err *e)
{
    struct modules_grid *m = mem_array(1, sizeof *m);
    const struct modules_order order = {.v = v,
                                        .by = by,
                                        .column = sort ? sort->column : COLUMN_NONE,
                                        .ascending = sort && sort->ascending,
                                        .filter = filter};
    if (!m) {
        err_memory(e, sizeof *m);
        return NULL;
    }
    if (!modules_make(&m->modules, &order, e)) {
        free(m);
        return NULL;
    }
    m->v = *v;
    m->style = *style;
    m->grid =
        (struct grid){.ops = &modules_ops,
                      .columns = modules_columns,
                      .n_columns = n_modules_columns,
                      .sort_column = order.column,
                      .ordered_by = order.column == COLUMN_NONE ? modules_first_column(v->analysis)
                                                                : order.column,
                      .sort_ascending = order.ascending,
                      .n_rows = m->modules.n,
                      .n_hidden = m->modules.n_hidden};
    if (knows_ranges(v) && !(m->ranges = mem_array(m->modules.n, sizeof *m->ranges))) {
        release(&m->grid);
        err_memory(e, 0);
        return NULL;
    }
    m->runs = run_columns_of(v->analysis->runs ? v->analysis : NULL, style, MODULES_RUNS);
    m->grid.absent = run_columns_absent(&m->runs);
    if (!v->analysis->samples->wait)
        m->grid.absent |= UINT32_C(1) << MODULES_WAIT | UINT32_C(1) << MODULES_WALL;
    measure_columns(m);
    return &m->grid;
}
