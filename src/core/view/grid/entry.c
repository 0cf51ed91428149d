/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of the call graph as a grid (GNU manual, node "Call Graph"). */
#include "core/view/grid/entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/entry_internal.h"
#include "core/view/label.h"
#include "core/view/name_rows.h"
#include "core/view/number.h"
#include "core/view/rows/both_ways.h"

const struct grid_column entry_columns[] = {
    [ENTRY_COL_INDEX] = {"index", "index", "number of the entry", .left = true},
    [ENTRY_COL_PERCENT] = {"time%", "%time", "share of the total time, callees included",
                           .sortable = false},
    [ENTRY_COL_SELF] = {"self", "self", "time in the function itself, or what of it an arc brings",
                        .seconds = true},
    [ENTRY_COL_CHILDREN] = {"children", "children", "time in what it calls", .seconds = true},
    [ENTRY_COL_WAIT] = {"wait", "wait", "waiting time; with call paths that of what it calls, too",
                        .seconds = true},
    [ENTRY_COL_WALL] = {"wall", "wall", "self, children and wait", .seconds = true},
    [ENTRY_COL_MARK] = {"mark", "?", "both times: ? may be off by more than a quarter, ! are off",
                        .sortable = false},
    [ENTRY_COL_BOTH_WAYS] = {"assumed", "assum/meas",
                             "both times as gprof assumes them by calls, and as measured",
                             .sortable = false},
    [ENTRY_COL_CALLED] = {"called", "called", "calls by this arc/of the callee in all; +recursion",
                          .sortable = false},
    [ENTRY_COL_SHARE] = {"share", "share", "part of the entry's time", .sortable = false},
    RUN_COLUMNS(ENTRY_COL_RUNS),
    [ENTRY_COL_IMAGE] = {"image", "image", "the program or the library that has the function",
                         .left = true},
    [ENTRY_COL_NAME] = {"name", "name", "the function", .sortable = false},
};
const unsigned n_entry_columns = ARRAY_LEN(entry_columns);

enum { INDENT = 4 };       /* of names other than the primary one */
enum { NAMES_LEAST = 16 }; /* where fewer columns are left for names, numbers give way first */
enum { CYCLE_MARK = 10 };  /* columns more, for " <cycle 2>", or the members that arcs lead to */
enum { BOUNDS_COLS = 50 }; /* from here on a line below the primary one says how far it is off */
enum { NOTES_COLS = 60 };  /* and others say more of it */
enum { WAIT_ALONE_COLS = 110 }; /* from here on wait is shown without what callees waited */

/* ---- measuring ---- */

static void widen(int *width, int n)
{
    *width = n > *width ? n : *width;
}

static double time_percent(const struct entry_grid *x)
{
    const struct entry_row primary = {ENTRY_PRIMARY, SECTION_PRIMARY, x->node, NO_ID};
    const struct analysis *a = x->v.analysis;
    struct entry_values v;
    entry_values(a, x->node, &primary, &v);
    v.amounts.wait_all = knows_waits_below(a) && !node_is_cycle(a, x->node) ? wait_ticks(a) : 0;
    return known_value(&v.amounts, VALUE_TOTAL_PCT, 1);
}

/* Without samples there are no times; without arcs all time is a function's own. */
static bool is_dead(const struct entry_grid *x, unsigned column)
{
    const struct analysis *a = x->v.analysis;
    bool timed = a->rate_hz > 0 && a->samples->total > 0;
    if (column == ENTRY_COL_WAIT || column == ENTRY_COL_WALL)
        return !(x->rows.max.wait > 0);
    if ((column == ENTRY_COL_MARK && !knows_ranges(&x->v)) ||
        (column == ENTRY_COL_BOTH_WAYS && !knows_both_ways(&x->v)))
        return true;
    if (column == ENTRY_COL_CALLED || column == ENTRY_COL_CHILDREN || column == ENTRY_COL_MARK)
        return a->graph->n_arcs == 0 || (column != ENTRY_COL_CALLED && !timed);
    bool is_part = column == ENTRY_COL_PERCENT || column == ENTRY_COL_SHARE;
    return !timed &&
           (column == ENTRY_COL_SELF || (is_part && !(knows_waits_below(a) && wait_ticks(a) > 0)));
}

static bool any_in_cycle(const struct entry_grid *x)
{
    for (size_t i = 0; i < x->rows.n; i++)
        if (x->rows.v[i].node != NO_ID && (node_is_cycle(x->v.analysis, x->rows.v[i].node) ||
                                           node_cycle_number(x->v.analysis, x->rows.v[i].node)))
            return true;
    return false;
}

static bool both_ways_of(const struct entry_grid *x, const struct entry_row *r,
                         struct both_ways *out)
{
    if (r->kind >= ENTRY_BOUNDS || r->node == NO_ID || !knows_both_ways(&x->v))
        return false;
    *out = r->arc == NO_ID ? node_both_ways(&x->v, r->node) : arc_both_ways(&x->v, r->arc);
    return true;
}

static int both_ways_cols(const struct entry_grid *x)
{
    int most = 0;
    for (size_t i = 0; i < x->rows.n; i++) {
        char room[160];
        struct text t = text_in(room, sizeof room);
        struct both_ways b;
        if (both_ways_of(x, &x->rows.v[i], &b))
            text_both_ways(&t, &x->v, &b, x->style.grouped);
        widen(&most, (int)t.n);
    }
    return most;
}

/* Columns that what the rows hold takes, at least gprof's own. */
static int value_cols(const struct entry_grid *x, unsigned column)
{
    const struct analysis *a = x->v.analysis;
    const struct entry_max *max = &x->rows.max;
    bool grouped = x->style.grouped;
    switch (column) {
    case ENTRY_COL_MARK:
        return 1;
    case ENTRY_COL_CALLED:
        return max->called_cols > 7 ? max->called_cols : 7;
    case ENTRY_COL_SELF:
        return decimal_cols(time_of(max->self, a->rate_hz, 1), 2, grouped);
    case ENTRY_COL_CHILDREN:
        return decimal_cols(time_of(max->child, a->rate_hz, 1), 2, grouped);
    case ENTRY_COL_WAIT:
        return decimal_cols(time_of(max->wait, a->rate_hz, 1), 2, grouped);
    case ENTRY_COL_WALL:
        return decimal_cols(time_of(max->wall, a->rate_hz, 1), 2, grouped);
    case ENTRY_COL_SHARE:
        return decimal_cols(max->share > 100 ? max->share : 100, 1, grouped) + 1;
    case ENTRY_COL_INDEX:
        return (int)text_uint_cols(a->order->index[x->node]) + 2;
    case ENTRY_COL_BOTH_WAYS:
        return both_ways_cols(x);
    case ENTRY_COL_PERCENT:
        return decimal_cols(fmax(time_percent(x), 100), 1, grouped);
    default:
        return 0;
    }
}

/* The dearest columns first. */
static size_t add_wishes(const struct entry_grid *x, struct wish *wishes)
{
    static const struct wish first[] = {{ENTRY_COL_CALLED, 0, 0},
                                        {ENTRY_COL_SELF, 40, 0},
                                        {ENTRY_COL_CHILDREN, 40, 0},
                                        {ENTRY_COL_BOTH_WAYS, 70, 0}};
    static const struct wish others[] = {{ENTRY_COL_SHARE, 70, 0}, {ENTRY_COL_PERCENT, 60, 0},
                                         {ENTRY_COL_MARK, 70, 0},  {ENTRY_COL_WAIT, 80, 0},
                                         {ENTRY_COL_WALL, 100, 0}, {ENTRY_COL_INDEX, 70, 0},
                                         {ENTRY_COL_IMAGE, 90, 0}};
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        wishes[n++] = first[i];
    n = run_columns_wish(&x->runs, &x->grid, x->rows.max.self + x->rows.max.child, wishes, n);
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        wishes[n++] = others[i];
    return n;
}

static void measure_columns(struct entry_grid *x)
{
    struct wish wishes[N_ENTRY_COLUMNS];
    size_t n = add_wishes(x, wishes);
    for (size_t i = 0; i < n; i++) {
        unsigned column = wishes[i].column;
        if (is_run_column(&x->runs, column))
            continue;
        wishes[i].width = value_cols(x, column);
        widen(&wishes[i].width, head_cols(&x->grid, column, x->v.analysis->profile));
        if (is_dead(x, column))
            wishes[i].from_cols = ONLY_IF_ASKED;
        else if (column == ENTRY_COL_WAIT && !knows_waits_below(x->v.analysis))
            wishes[i].from_cols = WAIT_ALONE_COLS;
    }
    wishes[n - 1].width = image_cols(x->v.analysis->profile);
    x->gap = x->style.cols >= 110 ? 2 : 1;
    size_t names = INDENT + (node_is_cycle(x->v.analysis, x->node) ? NAME_COLS : NAMES_LEAST) +
                   (any_in_cycle(x) ? CYCLE_MARK : 0);
    columns_fit(wishes, n, &x->style, x->gap, names, x->width);
}

/* ---- cells ---- */

static void put_index(const struct entry_grid *x, const struct entry_row *r, struct cell c,
                      struct line *out)
{
    char room[80];
    struct text t = text_in(room, sizeof room);
    if (r->kind == ENTRY_PRIMARY)
        text_printf(&t, "[%u]", x->v.analysis->order->index[x->node]);
    cell_left(out, c, text_z(&t));
}

static void put_called(const struct entry_grid *x, const struct entry_values *v, struct cell c,
                       struct line *out)
{
    char room[120];
    struct text t = text_in(room, sizeof room);
    const struct call_counts counts = {v->amounts.calls, v->of, v->recursion};
    if (v->called)
        text_calls(&t, &counts, x->style.grouped);
    cell_text(out, c, text_z(&t));
}

static void put_share(const struct entry_values *v, struct cell c, struct line *out)
{
    char room[80];
    struct text t = text_in(room, sizeof room);
    double share = known_value(&v->amounts, VALUE_SHARE_PCT, 1);
    if (isfinite(share)) {
        text_fixed(&t, share, 0, 1);
        text_char(&t, '%');
    } else {
        text_char(&t, '-');
    }
    cell_text(out, c, v->has_share ? text_z(&t) : "");
}

static void put_seconds(const struct entry_grid *x, const struct entry_values *v, bool there,
                        enum row_value value, struct cell c, struct line *out)
{
    if (there)
        cell_decimal(out, c, known_value(&v->amounts, value, 1), 2, x->style.grouped);
    else
        cell_text(out, c, "");
}

static void put_image(const struct entry_grid *x, const struct entry_row *r, struct cell c,
                      struct line *out)
{
    bool function = r->node != NO_ID && !node_is_cycle(x->v.analysis, r->node);
    if (function && r->kind != ENTRY_SELF)
        cell_image(out, c, &x->v, r->node, x->style.ascii);
    else
        cell_text(out, c, "");
}

/* That of the entry itself is the one of the line below it. */
static void put_mark(const struct entry_grid *x, const struct entry_row *r,
                     const struct entry_values *v, struct cell c, struct line *out)
{
    struct range range;
    enum mark m = MARK_NONE;
    if (r->arc != NO_ID && v->timed)
        m = arc_mark(&x->v, r->arc, v->amounts.self + v->amounts.child);
    else if (r->node == x->node && v->timed)
        m = node_range(&x->v, r->node, &range);
    else if (r->node != NO_ID && v->timed)
        m = node_mark(&x->v, r->node);
    cell_mark(out, c, m);
}

static void put_both_ways(const struct entry_grid *x, const struct entry_row *r, struct cell c,
                          struct line *out)
{
    struct both_ways b;
    if (both_ways_of(x, r, &b))
        cell_both_ways(out, c, &x->v, &b, x->style.grouped);
    else
        cell_text(out, c, "");
}

static void put_cell(const struct entry_grid *x, const struct entry_row *r,
                     const struct entry_values *v, struct cell c, struct line *out)
{
    switch (c.column) {
    case ENTRY_COL_INDEX:
        put_index(x, r, c, out);
        break;
    case ENTRY_COL_PERCENT:
        if (r->kind == ENTRY_PRIMARY)
            cell_decimal(out, c, time_percent(x), 1, x->style.grouped);
        else
            cell_text(out, c, "");
        break;
    case ENTRY_COL_SELF:
        put_seconds(x, v, v->timed, VALUE_SELF, c, out);
        break;
    case ENTRY_COL_CHILDREN:
        put_seconds(x, v, v->has_child, VALUE_CHILDREN, c, out);
        break;
    case ENTRY_COL_WAIT:
        put_seconds(x, v, v->amounts.wait >= 0 && v->timed, VALUE_WAIT, c, out);
        break;
    case ENTRY_COL_WALL:
        put_seconds(x, v, v->amounts.wait >= 0 && v->timed, VALUE_TOTAL_WALL, c, out);
        break;
    case ENTRY_COL_MARK:
        put_mark(x, r, v, c, out);
        break;
    case ENTRY_COL_BOTH_WAYS:
        put_both_ways(x, r, c, out);
        break;
    case ENTRY_COL_CALLED:
        put_called(x, v, c, out);
        break;
    case ENTRY_COL_IMAGE:
        put_image(x, r, c, out);
        break;
    default:
        put_share(v, c, out);
    }
}

/* ---- names ---- */

/* Columns from where names begin. */
static size_t name_room(const struct entry_grid *x)
{
    size_t at = name_column_at(x->width, N_ENTRY_COLUMNS, x->gap);
    return x->style.cols > at ? x->style.cols - at : 0;
}

/* Which member an arc into or out of a cycle belongs to. */
static bool has_member(const struct entry_grid *x, const struct entry_row *r)
{
    return node_is_cycle(x->v.analysis, x->node) && r->arc != NO_ID;
}

static void text_member(const struct entry_grid *x, const struct entry_row *r, struct text *out)
{
    const struct arc *c = &x->v.analysis->graph->arcs[r->arc];
    enum { MEMBER_INDEX = 40 }; /* columns of names from which on there is room for its number */
    node_id member = r->kind == ENTRY_CALLER ? c->to : c->from;
    struct name_style style = entry_name_style(x);
    text_str(out, r->kind == ENTRY_CALLER ? "  (to " : "  (from ");
    text_function_within(out, &x->v, member, style, x->grid.uncut ? 0 : name_room(x) / 4 + 4);
    if (name_room(x) >= MEMBER_INDEX)
        text_index(out, x->v.analysis, member);
    text_char(out, ')');
}

static void put_word(struct line *out, const char *word)
{
    size_t at = out->text.n;
    text_str(&out->text, word);
    line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
}

static void put_spontaneous(const struct entry_grid *x, struct line *out)
{
    const char *library = label_uncounted(&x->v, x->node);
    put_word(out, "<spontaneous>");
    if (!library)
        return;
    size_t at = out->text.n;
    text_str(&out->text, "  ");
    text_shown(&out->text, library, strlen(library), x->style.ascii);
    text_str(&out->text, " is not compiled with -pg");
    line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
}

static void put_name(const struct entry_grid *x, const struct entry_row *r, struct line *out)
{
    bool cycle = node_is_cycle(x->v.analysis, x->node), primary = r->kind == ENTRY_PRIMARY;
    struct cell c = {primary ? ROLE_STRONG : ROLE_NAME, ENTRY_COL_NAME, 0};
    if (r->kind == ENTRY_SPONTANEOUS)
        put_spontaneous(x, out);
    else if (r->kind == ENTRY_UNKNOWN)
        put_word(out, "(callers not known)");
    else if (r->kind == ENTRY_SELF)
        put_word(out, "(self)");
    else
        line_row_name(out, x->names, (uint32_t)(r - x->rows.v), x->grid.uncut, c);
    if (has_member(x, r)) {
        size_t at = out->text.n;
        text_member(x, r, &out->text);
        line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
    }
    if (cycle && primary) {
        uint32_t n = analysis_n_members(x->v.analysis, node_cycle_number(x->v.analysis, x->node));
        size_t at = out->text.n;
        text_printf(&out->text, "  %u members", n);
        line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
    } else if (primary) {
        /* Left out where it would be cut. */
        struct text place = {0};
        size_t at = out->text.n, used = utf8_cols(out->text.p, out->text.n);
        text_place(&place, &x->v, x->node, "");
        if (place.n && (x->grid.uncut || used + 3 + utf8_cols(place.p, place.n) <= x->style.cols)) {
            text_str(&out->text, "   ");
            text_add(&out->text, place.p, place.n);
        }
        out->text.failed |= place.failed;
        text_release(&place);
        line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
    }
}

/* ---- rows ---- */

/* Whose samples are the self time of a row: of a caller's row those of the function it calls. */
static bool is_uncertain_self(const struct entry_grid *x, const struct entry_row *r)
{
    const struct analysis *a = x->v.analysis;
    node_id n = r->node;
    if (r->kind == ENTRY_SELF || r->kind == ENTRY_UNKNOWN)
        n = x->node;
    else if (r->kind == ENTRY_CALLER)
        n = a->graph->arcs[r->arc].to;
    return n != NO_ID && !node_is_cycle(a, n) && is_uncertain(a->samples->self[n]);
}

static enum role number_role(const struct entry_grid *x, const struct entry_row *r,
                             const struct entry_values *v, unsigned column)
{
    if (column == ENTRY_COL_IMAGE || (column == ENTRY_COL_SELF && is_uncertain_self(x, r)))
        return ROLE_DIM;
    if (column == ENTRY_COL_SHARE && v->has_share)
        return entry_heat(known_value(&v->amounts, VALUE_SHARE_PCT, 1));
    return ROLE_NUMBER;
}

/* What runs have of a row, if there are columns for it. */
static bool find_runs(const struct entry_grid *x, const struct entry_row *r,
                      const struct entry_values *v, struct run_spread *spread, bool *there)
{
    *there = false;
    for (unsigned c = 0; c < N_RUN_COLUMNS; c++)
        if (x->width[ENTRY_COL_RUNS + c])
            return entry_runs(&x->v, x->node, r, v, spread, there);
    return true;
}

static void put_cells(const struct entry_grid *x, const struct entry_row *r,
                      const struct entry_values *v, struct line *out)
{
    bool primary = r->kind == ENTRY_PRIMARY;
    struct run_spread spread;
    bool there;
    if (!find_runs(x, r, v, &spread, &there))
        out->text.failed = true;
    for (unsigned c = 0; c < ENTRY_COL_NAME; c++) {
        struct cell cell = {primary ? ROLE_STRONG : number_role(x, r, v, c), c, x->width[c]};
        if (!x->width[c])
            continue;
        line_gap(out, x->gap);
        if (!is_run_column(&x->runs, c))
            put_cell(x, r, v, cell, out);
        else if (there)
            run_columns_put(&x->runs, &spread, cell, out);
        else
            cell_text(out, cell, "");
    }
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct entry_grid *x = entry_of(g);
    const struct entry_row *r = &x->rows.v[i];
    line_clear(out);
    if (r->kind == ENTRY_RULE) {
        enum entry_section s = (enum entry_section)r->section;
        struct section section = {entry_section_title(x, s), x->rows.count[s].shown,
                                  x->rows.count[s].all};
        if (s == SECTION_PRIMARY)
            section.all = NO_ID;
        line_section(out, &section, x->style.cols, x->style.ascii);
        out->pinned = out->text.n;
    } else if (r->kind >= ENTRY_BOUNDS) {
        entry_note(x, r, out);
    } else {
        struct entry_values v;
        bool primary = r->kind == ENTRY_PRIMARY;
        entry_values(x->v.analysis, x->node, r, &v);
        text_fill(&out->text, ' ', GRID_GUTTER);
        put_cells(x, r, &v, out);
        line_gap(out, x->gap);
        out->pinned = out->text.n;
        text_fill(&out->text, ' ', primary ? 0 : INDENT);
        put_name(x, r, out);
    }
}

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    const struct entry_grid *x = entry_of(g);
    const struct entry_row *r = &x->rows.v[i];
    static const enum row_kind kinds[] = {
        [ENTRY_RULE] = ROW_SECTION,    [ENTRY_SPONTANEOUS] = ROW_TEXT, [ENTRY_CALLER] = ROW_CALLER,
        [ENTRY_PRIMARY] = ROW_PRIMARY, [ENTRY_MEMBER] = ROW_MEMBER,    [ENTRY_CALLEE] = ROW_CALLEE,
        [ENTRY_SELF] = ROW_TEXT,       [ENTRY_UNKNOWN] = ROW_TEXT,     [ENTRY_BOUNDS] = ROW_NOTE,
        [ENTRY_BARS] = ROW_NOTE,       [ENTRY_FACTS] = ROW_NOTE,       [ENTRY_MPI] = ROW_NOTE,
    };
    *out = (struct grid_row){kinds[r->kind], {r->node, r->arc}, 0};
    if (x->elsewhere)
        out->subject = (struct subject){NO_ID, NO_ID};
    if (r->kind == ENTRY_PRIMARY && node_is_cycle(x->v.analysis, x->node))
        out->kind = ROW_CYCLE;
}

node_id entry_grid_node(const struct grid *g, uint32_t i)
{
    const struct entry_grid *x = entry_of(g);
    return i < x->rows.n ? x->rows.v[i].node : NO_ID;
}

static void heading(const struct grid *g, struct line *out)
{
    const struct entry_grid *x = entry_of(g);
    line_heading(out,
                 &(struct heading){g, x->v.analysis->profile, x->width, x->gap, x->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct entry_grid *x = entry_of(g);
    const struct entry_row *r = &x->rows.v[i];
    if (r->node != NO_ID && r->kind < ENTRY_BOUNDS)
        text_name(out, &x->v, r->node, entry_name_style(x));
}

/* ---- life ---- */

static struct name_list_row name_of(const void *ctx, uint32_t i)
{
    const struct entry_grid *x = ctx;
    const struct entry_row *r = &x->rows.v[i];
    size_t used = r->kind == ENTRY_PRIMARY ? 0 : INDENT;
    if (r->node == NO_ID || r->kind >= ENTRY_BOUNDS)
        return (struct name_list_row){&x->v, NO_ID, 0};
    if (has_member(x, r)) {
        struct text member = {0};
        text_member(x, r, &member);
        used += member.n ? utf8_cols(member.p, member.n) : 0;
        text_release(&member);
    }
    return (struct name_list_row){&x->v, r->node, name_room(x) > used ? name_room(x) - used : 0};
}

static void release(struct grid *g)
{
    struct entry_grid *x = (struct entry_grid *)g;
    name_rows_free(x->names);
    entry_rows_release(&x->rows);
    free(x);
}

static const struct grid_ops entry_ops = {row, format, heading, entry_detail, name, release};

static uint32_t count_hidden(const struct entry_grid *x)
{
    uint32_t n = 0;
    for (int s = 0; s < N_SECTIONS; s++)
        if (!(s == SECTION_MEMBERS && x->folded))
            n += x->rows.count[s].all - x->rows.count[s].shown;
    return n;
}

struct grid *entry_grid(const struct view_context *v, node_id node, const struct grid_style *style,
                        const struct graph_folds *folds, const struct rowfilter *filter,
                        struct err *e)
{
    struct entry_grid *x = mem_array(1, sizeof *x);
    struct entry_order order = {.v = v,
                                .node = node,
                                .style = {style->names, style->ascii, true},
                                .fold_members = folds && folds->members,
                                .head = !style->brief,
                                .bounds = style->cols >= BOUNDS_COLS,
                                .wall = true,
                                .notes = style->cols >= NOTES_COLS && !style->brief,
                                .grouped = style->grouped,
                                .filter = filter};
    if (!x || !entry_rows_make(&x->rows, &order)) {
        free(x);
        err_memory(e, 0);
        return NULL;
    }
    x->v = *v;
    x->style = *style;
    x->node = node;
    x->folded = order.fold_members;
    x->elsewhere = folds && folds->elsewhere;
    x->grid = (struct grid){.ops = &entry_ops,
                            .columns = entry_columns,
                            .n_columns = n_entry_columns,
                            .sort_column = COLUMN_NONE,
                            .ordered_by = COLUMN_NONE,
                            .n_rows = (uint32_t)x->rows.n};
    if (!knows_both_ways(v))
        x->grid.absent = UINT32_C(1) << ENTRY_COL_BOTH_WAYS;
    if (!v->analysis->samples->wait)
        x->grid.absent |= UINT32_C(1) << ENTRY_COL_WAIT | UINT32_C(1) << ENTRY_COL_WALL;
    const struct analysis *runs_of = v->node_runs ? v->analysis : NULL;
    x->runs = run_columns_of(runs_of, style, ENTRY_COL_RUNS);
    x->grid.absent |= run_columns_absent(&x->runs);
    x->grid.n_hidden = count_hidden(x);
    measure_columns(x);
    x->names = name_rows_new(&(struct name_list_rows){
        .style = entry_name_style(x), .n_rows = x->grid.n_rows, .row = name_of, .ctx = x});
    if (x->names)
        return &x->grid;
    release(&x->grid);
    err_memory(e, 0);
    return NULL;
}
