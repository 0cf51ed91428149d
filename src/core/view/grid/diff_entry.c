/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/diff_entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/label.h"
#include "core/view/number.h"
#include "core/view/values.h"

const struct grid_column diff_arc_columns[] = {
    [DIFF_ARC_COL_OLD] = {"old", "old", "old time with callees; in other rows what the arc brings",
                          .sortable = true, .seconds = true},
    [DIFF_ARC_COL_NEW] = {"new", "new", "the same of the new side", .sortable = true,
                          .seconds = true},
    [DIFF_ARC_COL_DELTA] = {"delta", "delta", "new less old time", .sortable = true,
                            .seconds = true},
    [DIFF_ARC_COL_REAL] = {"real", "!",
                           "is delta real? by call paths: ? beyond sampling, . within it",
                           .sortable = true},
    [DIFF_ARC_COL_PCT] = {"delta%", "delta%", "delta in percent of the old time", .sortable = true},
    [DIFF_ARC_COL_OLD_CALLS] = {"old-calls", "old calls", "old calls by this arc",
                                .sortable = true},
    [DIFF_ARC_COL_NEW_CALLS] = {"new-calls", "new calls", "new calls by this arc",
                                .sortable = true},
    [DIFF_ARC_COL_DELTA_CALLS] = {"calls", "calls", "new less old calls: exact", .sortable = true},
    [DIFF_ARC_COL_CALLS_PCT] = {"calls%", "calls%", "the same in percent of the old calls",
                                .sortable = true},
    [DIFF_ARC_COL_CHANGE] = {"arc", "arc", "is the arc new or gone?", .sortable = true},
    [DIFF_ARC_COL_NAME] = {"name", "name", "the function", .sortable = true},
};
const unsigned n_diff_arc_columns = ARRAY_LEN(diff_arc_columns);

enum { INDENT = 4 };      /* of names other than the primary one */
enum { CHANGE_COLS = 4 }; /* "gone" */

struct diff_entry_grid {
    struct grid grid;
    struct diff_look look;
    struct grid_style style;
    struct diff_entry entry;
    arc_id *arcs;                  /* per row: of the session's analysis, NO_ID: none */
    uint32_t of;                   /* row of the comparison */
    int width[N_DIFF_ARC_COLUMNS]; /* 0: not shown */
    size_t gap;
};

static const struct diff_entry_grid *entry_of(const struct grid *g)
{
    return (const struct diff_entry_grid *)g;
}

static struct name_style name_style_of(const struct diff_entry_grid *x)
{
    return (struct name_style){x->style.names, x->style.ascii, false};
}

static const struct diff_row *function_of(const struct diff_entry_grid *x,
                                          const struct diff_entry_row *r)
{
    return r->row == NO_ID ? NULL : &x->look.v->diff->rows[r->row];
}

/* ---- cells ---- */

static bool is_pct(unsigned column)
{
    return column == DIFF_ARC_COL_PCT || column == DIFF_ARC_COL_CALLS_PCT;
}

static bool is_count(unsigned column)
{
    return column >= DIFF_ARC_COL_OLD_CALLS && column <= DIFF_ARC_COL_CALLS_PCT;
}

static void add_value(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                      unsigned column, struct text *t)
{
    const struct diff *d = x->look.v->diff;
    const struct diff_arc *arc = diff_entry_arc(&x->entry, r);
    const struct diff_number how = {.digits = is_count(column) ? diff_count_digits(d) : 2,
                                    .pct = is_pct(column),
                                    .is_signed = column == DIFF_ARC_COL_DELTA ||
                                                 column == DIFF_ARC_COL_DELTA_CALLS,
                                    .grouped = x->style.grouped};
    if (column == DIFF_ARC_COL_REAL)
        text_char(t, diff_verdict_mark(diff_entry_verdict(&x->entry, r)));
    else if (column == DIFF_ARC_COL_CHANGE)
        text_str(t, arc ? diff_arc_word(diff_arc_change(d, arc)) : "");
    else
        text_diff_number(t, diff_entry_value(&x->entry, r, (enum diff_arc_column)column), how);
}

static int value_cols(const struct diff_entry_grid *x, unsigned column)
{
    char room[64];
    size_t most = column == DIFF_ARC_COL_CHANGE ? CHANGE_COLS : 1;
    for (uint32_t i = 0; i < x->entry.n; i++) {
        struct text t = text_in(room, sizeof room);
        if (x->entry.rows[i].row != NO_ID)
            add_value(x, &x->entry.rows[i], column, &t);
        most = t.n > most ? t.n : most;
    }
    return (int)most;
}

static bool is_dead(const struct diff_entry_grid *x, unsigned column)
{
    const struct diff *d = x->look.v->diff;
    if (is_count(column) || column == DIFF_ARC_COL_CHANGE)
        return !d->n_arcs;
    if (column == DIFF_ARC_COL_REAL)
        return !d->measured || x->entry.of_cycle;
    return !diff_has_times(d);
}

/* The dearest columns first. */
static void measure_columns(struct diff_entry_grid *x)
{
    static const struct wish deltas[] = {
        {DIFF_ARC_COL_CHANGE, 0, 0},     {DIFF_ARC_COL_DELTA_CALLS, 0, 0},
        {DIFF_ARC_COL_DELTA, 0, 0},      {DIFF_ARC_COL_CALLS_PCT, 50, 0},
        {DIFF_ARC_COL_NEW_CALLS, 60, 0}, {DIFF_ARC_COL_OLD_CALLS, 60, 0},
        {DIFF_ARC_COL_PCT, 80, 0},       {DIFF_ARC_COL_NEW, 90, 0},
        {DIFF_ARC_COL_OLD, 90, 0},       {DIFF_ARC_COL_REAL, 0, 0},
    };
    static const struct wish sides[] = {
        {DIFF_ARC_COL_CHANGE, 0, 0},        {DIFF_ARC_COL_OLD_CALLS, 0, 0},
        {DIFF_ARC_COL_NEW_CALLS, 0, 0},     {DIFF_ARC_COL_OLD, 50, 0},
        {DIFF_ARC_COL_NEW, 50, 0},          {DIFF_ARC_COL_DELTA, 110, 0},
        {DIFF_ARC_COL_DELTA_CALLS, 110, 0}, {DIFF_ARC_COL_PCT, 120, 0},
        {DIFF_ARC_COL_CALLS_PCT, 120, 0},   {DIFF_ARC_COL_REAL, 0, 0},
    };
    struct wish wishes[ARRAY_LEN(deltas)];
    _Static_assert(sizeof deltas == sizeof sides, "all columns in both orders");
    memcpy(wishes, x->look.side_by_side ? sides : deltas, sizeof wishes);
    x->gap = x->style.cols >= 110 ? 2 : 1;
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++) {
        int head = head_cols(&x->grid, wishes[i].column, x->look.view->analysis->profile);
        int value = value_cols(x, wishes[i].column);
        wishes[i].width = head > value ? head : value;
        if (is_dead(x, wishes[i].column))
            wishes[i].from_cols = ONLY_IF_ASKED;
    }
    columns_fit(wishes, ARRAY_LEN(wishes), &x->style, x->gap, INDENT + NAME_COLS, x->width);
}

/* ---- rows ---- */

static bool is_cycle(const struct diff_entry_grid *x, const struct diff_entry_row *r)
{
    return r->kind == DIFF_ENTRY_PRIMARY && x->entry.of_cycle;
}

/* The function or cycle of the new side that a row names, if the session's analysis has it. */
static node_id node_of(const struct diff_entry_grid *x, uint32_t i)
{
    const struct analysis *a = x->look.view->analysis;
    const struct diff_row *f = function_of(x, &x->entry.rows[i]);
    node_id n = f ? f->symbol[DIFF_NEW] : NO_ID;
    if (n >= a->n_symbols)
        return NO_ID;
    uint32_t cycle = is_cycle(x, &x->entry.rows[i]) ? a->cycles->cycle[n] : 0;
    return cycle ? cycle_node(a, cycle) : n;
}

/* Find the arcs of the rows of one kind among those of the session's analysis that begin or end at
 * n. `at` is NO_ID for each symbol, before and after. */
static void find_arcs(struct diff_entry_grid *x, node_id n, enum diff_entry_kind kind, uint32_t *at)
{
    const struct graph *g = x->look.view->analysis->graph;
    bool callees = kind == DIFF_ENTRY_CALLEE;
    const uint32_t *lo = callees ? g->child_lo : g->parent_lo;
    for (uint32_t i = 0; i < x->entry.n; i++)
        if (x->entry.rows[i].kind == kind && node_of(x, i) != NO_ID)
            at[node_of(x, i)] = i;
    for (uint32_t k = lo[n]; k < lo[n + 1]; k++) {
        arc_id arc = callees ? k : g->parent[k];
        uint32_t i = at[callees ? g->arcs[arc].to : g->arcs[arc].from];
        if (i != NO_ID)
            x->arcs[i] = arc;
    }
    for (uint32_t i = 0; i < x->entry.n; i++)
        if (x->entry.rows[i].kind == kind && node_of(x, i) != NO_ID)
            at[node_of(x, i)] = NO_ID;
}

/* False when memory runs out. */
static bool find_all_arcs(struct diff_entry_grid *x)
{
    node_id n = x->look.v->diff->rows[x->of].symbol[DIFF_NEW];
    size_t n_symbols = x->look.view->analysis->n_symbols;
    uint32_t *at = mem_array_raw(n_symbols, sizeof *at);
    x->arcs = mem_array_raw(x->entry.n, sizeof *x->arcs);
    bool ok = at && x->arcs;
    if (ok) {
        memset(at, 0xff, n_symbols * sizeof *at); /* NO_ID */
        memset(x->arcs, 0xff, x->entry.n * sizeof *x->arcs);
        if (n < n_symbols && !x->entry.of_cycle) {
            find_arcs(x, n, DIFF_ENTRY_CALLER, at);
            find_arcs(x, n, DIFF_ENTRY_CALLEE, at);
        }
    }
    free(at);
    return ok;
}

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    static const enum row_kind kinds[] = {
        [DIFF_ENTRY_RULE] = ROW_SECTION,    [DIFF_ENTRY_CALLER] = ROW_CALLER,
        [DIFF_ENTRY_PRIMARY] = ROW_PRIMARY, [DIFF_ENTRY_WORDS] = ROW_NOTE,
        [DIFF_ENTRY_CALLEE] = ROW_CALLEE,   [DIFF_ENTRY_MEMBER] = ROW_MEMBER,
    };
    const struct diff_entry_grid *x = entry_of(g);
    const struct diff_entry_row *r = &x->entry.rows[i];
    *out = (struct grid_row){
        is_cycle(x, r) ? ROW_CYCLE : kinds[r->kind], {node_of(x, i), x->arcs[i]}, 0};
}

static enum role cell_role(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                           unsigned column)
{
    if (column == DIFF_ARC_COL_CHANGE)
        return ROLE_WARM;
    if (r->kind == DIFF_ENTRY_PRIMARY)
        return ROLE_STRONG;
    if (column == DIFF_ARC_COL_DELTA || column == DIFF_ARC_COL_PCT || column == DIFF_ARC_COL_REAL)
        return verdict_role(diff_entry_verdict(&x->entry, r), ROLE_HOT);
    bool changed = diff_arc_change(x->look.v->diff, diff_entry_arc(&x->entry, r)) != DIFF_ARC_EQUAL;
    return changed && (column == DIFF_ARC_COL_DELTA_CALLS || column == DIFF_ARC_COL_CALLS_PCT)
               ? ROLE_WARM
               : ROLE_NUMBER;
}

static void put_rule(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                     struct line *out)
{
    static const char *const titles[2][N_DIFF_SECTIONS] = {{"callers", "function", "callees"},
                                                           {"callers", "cycle", "members"}};
    const struct section s = {titles[x->entry.of_cycle != NULL][r->section],
                              x->entry.count[r->section].shown,
                              r->section == DIFF_PRIMARY ? NO_ID : x->entry.count[r->section].all};
    line_section(out, &s, x->style.cols, x->style.ascii);
    out->pinned = out->text.n;
}

/* "members 3 -> 4; functions alone are tested" */
static void add_members(const struct diff_entry_grid *x, struct text *t)
{
    uint32_t n[N_DIFF_SIDES] = {0};
    for (uint32_t i = x->entry.total + 1; i < x->entry.n_of_cycle; i++)
        for (int side = 0; side < N_DIFF_SIDES; side++)
            n[side] += x->entry.arcs[i].has[side];
    text_printf(t, "members %u -> %u; functions alone are tested", (unsigned)n[DIFF_OLD],
                (unsigned)n[DIFF_NEW]);
}

/* The name of a row within `cols` columns (0: in full): "<cycle of f>". */
static void add_name(const struct diff_entry_grid *x, const struct diff_entry_row *r, size_t cols,
                     struct text *t)
{
    static const char before[] = "<cycle of ";
    const struct diff_row *f = function_of(x, r);
    if (!is_cycle(x, r)) {
        text_diff_name(t, x->look.v, f, name_style_of(x), cols);
        return;
    }
    size_t room = cols > sizeof before ? cols - sizeof before : UINT16_MAX; /* with the bracket */
    text_str(t, before);
    text_function_within(t, x->look.v->side[diff_row_side(f)], diff_row_symbol(f), name_style_of(x),
                         room);
    text_char(t, '>');
}

static void put_words(const struct diff_entry_grid *x, struct line *out)
{
    const struct diff_row *f = &x->look.v->diff->rows[x->of];
    text_fill(&out->text, ' ', GRID_GUTTER + INDENT);
    size_t indent = out->text.n;
    if (x->entry.of_cycle) {
        add_members(x, &out->text);
    } else {
        text_diff_words(&out->text, x->look.v, f, false);
        if (diff_row_in_cycle(x->look.v->diff, f))
            text_printf(&out->text, "%sin a cycle: Enter shows it",
                        out->text.n > indent ? "; " : "");
    }
    line_mark(out, 0, ROLE_DIM, COLUMN_NONE);
}

static void put_row(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                    struct line *out)
{
    bool primary = r->kind == DIFF_ENTRY_PRIMARY;
    const struct diff_row *f = function_of(x, r);
    text_fill(&out->text, ' ', GRID_GUTTER);
    for (unsigned c = 0; c < DIFF_ARC_COL_NAME; c++) {
        char room[64];
        struct text t = text_in(room, sizeof room);
        if (!x->width[c])
            continue;
        line_gap(out, x->gap);
        add_value(x, r, c, &t);
        cell_text(out, (struct cell){cell_role(x, r, c), c, x->width[c]},
                  t.failed ? "-" : text_z(&t));
    }
    line_gap(out, x->gap);
    out->pinned = out->text.n;
    size_t at = out->text.n;
    size_t used = name_column_at(x->width, N_DIFF_ARC_COLUMNS, x->gap) + (primary ? 0 : INDENT);
    text_fill(&out->text, ' ', primary ? 0 : INDENT);
    add_name(x, r, x->grid.uncut || x->style.cols <= used ? 0 : x->style.cols - used, &out->text);
    line_mark(out, at,
              primary                        ? ROLE_STRONG
              : f->symbol[DIFF_NEW] == NO_ID ? ROLE_DIM
                                             : ROLE_NAME,
              DIFF_ARC_COL_NAME);
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct diff_entry_grid *x = entry_of(g);
    const struct diff_entry_row *r = &x->entry.rows[i];
    line_clear(out);
    if (r->kind == DIFF_ENTRY_RULE)
        put_rule(x, r, out);
    else if (r->kind == DIFF_ENTRY_WORDS)
        put_words(x, out);
    else
        put_row(x, r, out);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct diff_entry_grid *x = entry_of(g);
    line_heading(out, &(struct heading){g, x->look.view->analysis->profile, x->width, x->gap,
                                        x->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct diff_entry_grid *x = entry_of(g);
    if (function_of(x, &x->entry.rows[i]))
        add_name(x, &x->entry.rows[i], 0, out);
}

/* "520,554 -> 220,554", and the difference after it. */
static void add_change(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                       enum diff_arc_column old, enum diff_arc_column new,
                       enum diff_arc_column delta, struct text *t)
{
    bool calls = is_count(old);
    struct diff_number how = {.digits = calls ? diff_count_digits(x->look.v->diff) : 2,
                              .grouped = x->style.grouped};
    text_diff_number(t, diff_entry_value(&x->entry, r, old), how);
    text_str(t, " -> ");
    text_diff_number(t, diff_entry_value(&x->entry, r, new), how);
    how.is_signed = true;
    text_str(t, calls ? " (" : " s (");
    text_diff_number(t, diff_entry_value(&x->entry, r, delta), how);
    text_char(t, ')');
}

/* "calls it: new; calls 0 -> 12 (+12); 0.00 -> 1.18 s (+1.18)" */
static void add_arc_words(const struct diff_entry_grid *x, const struct diff_entry_row *r,
                          struct text *t)
{
    const struct diff *d = x->look.v->diff;
    const char *word = diff_arc_word(diff_arc_change(d, diff_entry_arc(&x->entry, r)));
    static const char *const begins[] = {[DIFF_ENTRY_CALLER] = "calls it: ",
                                         [DIFF_ENTRY_CALLEE] = "called by it: ",
                                         [DIFF_ENTRY_MEMBER] = "by the cycle: ",
                                         [DIFF_ENTRY_PRIMARY] = ""};
    text_str(t, begins[r->kind]);
    text_printf(t, "%s%scalls ", word, *word ? "; " : "");
    add_change(x, r, DIFF_ARC_COL_OLD_CALLS, DIFF_ARC_COL_NEW_CALLS, DIFF_ARC_COL_DELTA_CALLS, t);
    if (!diff_has_times(d) || isnan(diff_entry_value(&x->entry, r, DIFF_ARC_COL_DELTA)))
        return;
    text_str(t, "; ");
    add_change(x, r, DIFF_ARC_COL_OLD, DIFF_ARC_COL_NEW, DIFF_ARC_COL_DELTA, t);
    const struct diff_arc *arc = diff_entry_arc(&x->entry, r);
    if (diff_judge_arc(arc) == DIFF_UNTESTED)
        return;
    text_str(t, " +/- ");
    text_decimal(t, arc->test.error, 2, false);
    text_printf(t, ": %s", diff_judgement(diff_judge_arc(arc)));
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct diff_entry_grid *x = entry_of(g);
    const struct diff_entry_row *r = &x->entry.rows[i];
    const struct diff_row *f = function_of(x, r);
    struct text whole = {0}, facts = {0};
    line_clear(out);
    if (!f)
        return;
    if (r->kind == DIFF_ENTRY_PRIMARY && !x->entry.of_cycle) {
        line_diff_detail(out, x->look.v, f, &x->style);
        return;
    }
    add_name(x, r, 0, &whole);
    add_arc_words(x, r, &facts);
    line_detail_of(out, &x->style, &whole, &facts);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct diff_entry_grid *x = (struct diff_entry_grid *)g;
    diff_entry_release(&x->entry);
    free(x->arcs);
    free(x);
}

static const struct grid_ops diff_entry_ops = {row, format, heading, detail, name, release};

uint32_t diff_entry_grid_row(const struct grid *g, uint32_t i)
{
    const struct diff_entry_grid *x = entry_of(g);
    return g->ops != &diff_entry_ops || i >= x->entry.n ? NO_ID : x->entry.rows[i].row;
}

struct grid *diff_entry_grid(const struct diff_look *look, uint32_t row_of,
                             const struct grid_style *style, const struct grid_sort *sort,
                             const struct rowfilter *filter, struct err *e)
{
    struct diff_entry_grid *x = mem_array(1, sizeof *x);
    const struct diff_entry_order order = {.v = look->v,
                                           .row = row_of,
                                           .cycle = look->cycle,
                                           .style = {style->names, style->ascii, false},
                                           .column = sort ? sort->column : COLUMN_NONE,
                                           .ascending = sort && sort->ascending,
                                           .brief = style->brief,
                                           .filter = filter};
    if (!x || !diff_entry_make(&x->entry, &order)) {
        free(x);
        err_memory(e, 0);
        return NULL;
    }
    x->look = *look;
    x->look.why = NULL;
    x->style = *style;
    x->of = row_of;
    x->grid = (struct grid){.ops = &diff_entry_ops,
                            .columns = diff_arc_columns,
                            .n_columns = n_diff_arc_columns,
                            .sort_column = order.column,
                            .ordered_by = order.column,
                            .sort_ascending = order.ascending,
                            .n_rows = x->entry.n};
    for (int s = 0; s < N_DIFF_SECTIONS; s++)
        x->grid.n_hidden += x->entry.count[s].all - x->entry.count[s].shown;
    if (!find_all_arcs(x)) {
        release(&x->grid);
        err_memory(e, 0);
        return NULL;
    }
    measure_columns(x);
    return &x->grid;
}
