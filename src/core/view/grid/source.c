/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One source file as a grid: time, what callees take, and execution counts of each line. */
#include "core/view/grid/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/source_internal.h"
#include "core/view/grid/source_marks.h"
#include "core/view/grid/source_rows.h"
#include "core/view/number.h"

const struct grid_column source_columns[] = {
    [SOURCE_SELF] = {"self", "self", "time in the line's own code", .seconds = true},
    [SOURCE_WAIT] = {"wait", "wait", "time that threads waited in the line's own code",
                     .sortable = false, .seconds = true},
    [SOURCE_CALLEES] = {"callees", "callees",
                        "time in what the line calls, divided by numbers of calls",
                        .sortable = false},
    [SOURCE_HEAT] = {"heat", "heat", "self against the hottest line of the file", .left = true},
    [SOURCE_COUNT] = {"count", "count", "calls of the function that begins here, runs of blocks",
                      .sortable = false},
    [SOURCE_LINE] = {"line", "line", "its number", .sortable = false},
    [SOURCE_TEXT] = {"source", "source", "the line", .sortable = false},
};
const unsigned n_source_columns = ARRAY_LEN(source_columns);

enum { HEAT_COLS = 8 };

static struct line_counts counts_of(const struct source_grid *x, const struct annotated_line *l)
{
    struct line_counts c;
    uint64_t last = x->facts->last[source_row_number(x, l)];
    annotation_counts(x->facts->by_line, l, x->v.settings->all_lines, &last, &c);
    return c;
}

static bool calls_any(const struct source_facts *f, uint32_t line)
{
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++)
        if (f->calls[i].count > 0)
            return true;
    return false;
}

static bool has_run(const struct analysis *a, sym_id function)
{
    const struct graph *g = a->graph;
    bool ran = a->samples->self[function] > 0 || g->calls[function] > 0 ||
               (a->samples->wait && a->samples->wait[function] > 0);
    for (arc_id i = g->child_lo[function]; !ran && i < g->child_lo[function + 1]; i++)
        ran = g->arcs[i].count > 0;
    return ran;
}

/* Would a call of a function be counted? That of main is none of the program. Where its code does
 * not say, that of any other is. */
static bool is_counted(const struct source_grid *x, sym_id function)
{
    const struct analysis *a = x->facts->functions;
    const struct symbol *y = &a->table->symbols[function];
    if (strcmp(table_plain_name(a->table, function), "main") == 0)
        return false;
    return x->knows_counters ? code_counters_hit(&x->counters, y->addr, y->end)
                             : a->recorded->n_arcs > 0;
}

/* May a line have run of which no call is counted? It has samples or a call that was made; so has
 * the function that begins there, or it counts no calls. */
static bool ran_uncounted(const struct source_grid *x, const struct annotated_line *l)
{
    const struct source_facts *f = x->facts;
    uint32_t line = source_row_number(x, l);
    if (l->ticks > 0 || l->wait > 0 || calls_any(f, line))
        return true;
    sym_id function =
        f->by_line->table->symbols[l->first].flags & SYM_FUNC
            ? table_find(f->functions->table, f->by_line->table->symbols[l->first].addr)
            : NO_ID;
    return function != NO_ID && (has_run(f->functions, function) || !is_counted(x, function));
}

/* "2,13", or "#####" if that is less than -m asks for. */
static void add_counts(const struct source_grid *x, const struct annotated_line *l,
                       const struct line_counts *c, struct text *t)
{
    if (c->n && !c->sum && ran_uncounted(x, l))
        return;
    if (c->n && c->sum < x->v.settings->min_count) {
        text_str(t, "#####");
        return;
    }
    for (unsigned i = 0; i < c->n; i++) {
        text_str(t, i ? "," : "");
        text_count(t, c->v[i], x->style.grouped && c->n == 1); /* a comma stands between several */
    }
}

/* ---- measuring ---- */

struct widest {
    double ticks, wait, callees;
    int count_cols;
    bool blocks;
};

static void measure_lines(const struct source_grid *x, struct widest *w)
{
    const struct annotation *n = x->facts->lines;
    for (uint32_t i = x->file ? x->file->lo : 0; x->file && i < x->file->hi; i++) {
        char room[32 * (1 + BLOCKS_MAX)];
        struct text t = text_in(room, sizeof room);
        struct line_counts c = counts_of(x, &n->lines[i]);
        add_counts(x, &n->lines[i], &c, &t);
        w->count_cols = (int)t.n > w->count_cols ? (int)t.n : w->count_cols;
        w->ticks = fmax(w->ticks, n->lines[i].ticks);
        w->wait = fmax(w->wait, n->lines[i].wait);
        w->callees = fmax(w->callees, x->facts->callee_ticks[i]);
        w->blocks = w->blocks || c.n > 1;
    }
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int time_cols(const struct source_grid *x, double ticks)
{
    return decimal_cols(seconds_or_0(x->v.analysis, ticks), 2, x->style.grouped);
}

/* The dearest columns first. */
static void measure(struct source_grid *x)
{
    const struct analysis *a = x->v.analysis;
    struct widest w = {0};
    measure_lines(x, &w);
    x->max_ticks = w.ticks;
    struct wish wishes[] = {
        {SOURCE_LINE, 0, larger(5, (int)text_uint_cols(x->grid.n_rows))},
        {SOURCE_SELF, 0, larger(6, time_cols(x, w.ticks))},
        {SOURCE_WAIT, w.wait > 0 ? 40 : ONLY_IF_ASKED, larger(6, time_cols(x, w.wait))},
        {SOURCE_CALLEES, 50, larger(7, time_cols(x, w.callees)) + SIGNED_COLS},
        {SOURCE_COUNT, w.blocks || x->v.settings->all_lines ? 40 : 90,
         larger(5, w.count_cols < MARGIN_COLS ? w.count_cols : MARGIN_COLS)},
        {SOURCE_HEAT, 70, HEAT_COLS},
    };
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++)
        wishes[i].width =
            larger(wishes[i].width, head_cols(&x->grid, wishes[i].column, a->profile));
    x->gap = x->style.cols >= 110 ? 2 : 1;
    columns_fit(wishes, ARRAY_LEN(wishes), &x->style, x->gap, NAME_COLS, x->width);
}

/* ---- cells ---- */

static void put_callees(const struct source_grid *x, const struct annotated_line *l, struct cell c,
                        struct line *out)
{
    uint32_t i = l ? source_row_number(x, l) : 0;
    const struct range *r;
    if (l && x->facts->call_lo[i] < x->facts->call_lo[i + 1] && x->v.analysis->rate_hz > 0)
        cell_marked(out, c, seconds_or_0(x->v.analysis, x->facts->callee_ticks[i]),
                    source_callees_mark(x, l, &r), x->style.grouped);
    else
        cell_text(out, c, "");
}

static void put_count(const struct source_grid *x, const struct annotated_line *l, struct cell c,
                      struct line *out)
{
    char room[32 * (1 + BLOCKS_MAX)];
    struct text t = text_in(room, sizeof room);
    if (l) {
        struct line_counts counts = counts_of(x, l);
        add_counts(x, l, &counts, &t);
    }
    if (t.n > (size_t)c.width)
        t.n = (size_t)c.width; /* digits and commas */
    cell_text(out, c, text_z(&t));
}

static void put_cell(const struct source_grid *x, uint32_t row, const struct annotated_line *l,
                     struct cell c, struct line *out)
{
    bool timed = l && l->ticks > 0 && x->v.analysis->rate_hz > 0;
    char room[24];
    struct text t = text_in(room, sizeof room);
    switch (c.column) {
    case SOURCE_SELF:
        if (timed)
            cell_decimal(out, c, seconds_or_0(x->v.analysis, l->ticks), 2, x->style.grouped);
        else
            cell_text(out, c, "");
        break;
    case SOURCE_WAIT:
        if (l && l->wait > 0 && x->v.analysis->rate_hz > 0)
            cell_decimal(out, c, seconds_or_0(x->v.analysis, l->wait), 2, x->style.grouped);
        else
            cell_text(out, c, "");
        break;
    case SOURCE_CALLEES:
        put_callees(x, l, c, out);
        break;
    case SOURCE_HEAT:
        if (timed)
            cell_bar(out, c, part_of(l->ticks, x->max_ticks), x->style.ascii);
        else
            text_fill(&out->text, ' ', HEAT_COLS);
        break;
    case SOURCE_COUNT:
        put_count(x, l, c, out);
        break;
    default:
        c.role = ROLE_DIM;
        text_uint(&t, source_row_line(x, row), 0);
        cell_text(out, c, text_z(&t));
    }
}

static enum role cell_role(const struct source_grid *x, const struct annotated_line *l, unsigned c)
{
    double all = x->v.analysis->samples->total;
    if (!l || (c != SOURCE_SELF && c != SOURCE_HEAT) || !(all > 0))
        return ROLE_NUMBER;
    if (is_uncertain(l->ticks))
        return ROLE_DIM;
    return heat_role(percent(l->ticks, all), ROLE_NUMBER);
}

static void format(const struct grid *g, uint32_t row, struct line *out)
{
    const struct source_grid *x = source_of(g);
    const struct annotated_line *l = source_row_facts(x, row);
    line_clear(out);
    if (!source_row_line(x, row)) {
        source_row_note(x, row, out);
        return;
    }
    text_fill(&out->text, ' ', GRID_GUTTER);
    for (unsigned c = 0; c < SOURCE_TEXT; c++) {
        if (!x->width[c])
            continue;
        line_gap(out, x->gap);
        put_cell(x, row, l, (struct cell){cell_role(x, l, c), c, x->width[c]}, out);
    }
    line_gap(out, x->gap);
    out->pinned = out->text.n;
    source_row_text(x, row, &out->text);
    line_mark(out, out->pinned, l ? ROLE_NAME : ROLE_PLAIN, SOURCE_TEXT);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct source_grid *x = source_of(g);
    line_heading(out,
                 &(struct heading){g, x->v.analysis->profile, x->width, x->gap, x->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    source_row_text(source_of(g), i, out);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct source_grid *x = (struct source_grid *)g;
    source_lines_release(&x->lines);
    text_release(&x->path);
    text_release(&x->notes);
    free(x->ranges);
    free(x);
}

static const struct grid_ops source_ops = {source_row,    format, heading,
                                           source_detail, name,   release};

const char *source_grid_path(const struct grid *g)
{
    const struct source_grid *x = source_of(g);
    return x->found ? x->lines.path.p : NULL;
}

struct grid *source_grid(const struct view_context *v, const struct source_facts *facts,
                         const char *path, const struct grid_style *style, struct err *e)
{
    struct source_grid *x = mem_array(1, sizeof *x);
    if (!x) {
        err_memory(e, sizeof *x);
        return NULL;
    }
    x->v = *v;
    x->facts = facts;
    x->style = *style;
    x->knows_counters = code_counters_init(&x->counters, v->code, v->analysis->profile->image);
    x->file = path ? source_file_find(facts, path) : NULL;
    x->grid = (struct grid){.ops = &source_ops,
                            .columns = source_columns,
                            .n_columns = n_source_columns,
                            .sort_column = COLUMN_NONE,
                            .ordered_by = COLUMN_NONE};
    if (!v->analysis->samples->wait)
        x->grid.absent = UINT32_C(1) << SOURCE_WAIT;
    if (x->file && !(x->ranges = mem_array(x->file->hi - x->file->lo, sizeof *x->ranges))) {
        release(&x->grid);
        err_memory(e, 0);
        return NULL;
    }
    if (!source_rows_fill(x, path, e)) {
        release(&x->grid);
        return NULL;
    }
    measure(x);
    return &x->grid;
}
