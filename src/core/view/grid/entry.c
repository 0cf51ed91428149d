/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One entry of the call graph as a grid (GNU manual, node "Call Graph"). */
#include "core/view/grid/entry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/entry_internal.h"
#include "core/view/number.h"

enum entry_column {
    ENTRY_COL_INDEX,
    ENTRY_COL_PERCENT,
    ENTRY_COL_SELF,
    ENTRY_COL_CHILDREN,
    ENTRY_COL_WAIT,
    ENTRY_COL_WALL,
    ENTRY_COL_MARK,
    ENTRY_COL_BOTH_WAYS,
    ENTRY_COL_CALLED,
    ENTRY_COL_SHARE,
    ENTRY_COL_IMAGE,
    ENTRY_COL_NAME,
    N_ENTRY_COLUMNS,
};

enum { NEEDS_WAIT_ROOM = 1 << 16 }; /* where what callees waited is not known: WAIT_ALONE_COLS */

static const struct grid_column columns[] = {
    [ENTRY_COL_INDEX] = {"index", "index", "number of the entry", .left = true, .cell = CELL_TEXT,
                         .turn = 10, .from = 70, .yields = true},
    [ENTRY_COL_PERCENT] = {"time%", "%time", "share of the total time, callees included",
                           .digits = 1, .least = 5, .turn = 6, .from = 60, .needs = NEEDS_SHARES},
    [ENTRY_COL_SELF] = {"self", "self", "time in the function itself, or what of it an arc brings",
                        .seconds = true, .digits = 2, .turn = 4, .from = 40,
                        .needs = NEEDS_SAMPLES},
    [ENTRY_COL_CHILDREN] = {"children", "children", "time in what it calls", .seconds = true,
                            .digits = 2, .turn = 5, .from = 40,
                            .needs = NEEDS_ARCS | NEEDS_SAMPLES},
    [ENTRY_COL_WAIT] = {"wait", "wait", "waiting time; with call paths callees' too",
                        .seconds = true, .digits = 2, .turn = 8, .from = 80,
                        .needs = NEEDS_WAITS | NEEDS_WAIT_ROOM},
    [ENTRY_COL_WALL] = {"wall", "wall", "self, children and wait", .seconds = true, .digits = 2,
                        .turn = 9, .from = 100, .yields = true, .needs = NEEDS_WAITS},
    [ENTRY_COL_MARK] = {"mark", "?", "both times: ? may be off by more than a quarter, ! are off",
                        .words = true, .cell = CELL_MARK, .cols = 1, .turn = 7, .from = 70,
                        .needs = NEEDS_RANGES | NEEDS_ARCS | NEEDS_SAMPLES},
    [ENTRY_COL_BOTH_WAYS] = {"assumed", "assum/meas",
                             "both times as gprof assumes them by calls, and as measured",
                             .words = true, .cell = CELL_TEXT, .turn = 2, .from = 70,
                             .needs = NEEDS_BOTH_WAYS},
    [ENTRY_COL_CALLED] = {"called", "called", "calls by this arc/of the callee; +recursion",
                          .cell = CELL_TEXT, .least = 7, .turn = 1, .needs = NEEDS_ARCS},
    [ENTRY_COL_SHARE] = {"share", "share", "part of the entry's time", .cell = CELL_TEXT,
                         .least = 6, .turn = 3, .from = 70, .needs = NEEDS_SHARES},
    [ENTRY_COL_IMAGE] = {"image", "image", "the program or library that has it", .left = true,
                         .words = true, .cell = CELL_CUT, .turn = 11, .from = 90, .yields = true},
    [ENTRY_COL_NAME] = {"name", "name", "the function", .words = true},
};
const struct grid_columns entry_columns = {columns, ARRAY_LEN(columns)};

enum { NAMES_LEAST = 16 }; /* where fewer columns are left for names, numbers give way first */
enum { CYCLE_MARK = 10 };  /* columns more, for " <cycle 2>", or the members that arcs lead to */
enum { BOUNDS_COLS = 50 }; /* from here on a line below the primary one says how far it is off */
enum { NOTES_COLS = 60 };  /* and others say more of it */
enum { WAIT_ALONE_COLS = 110 }; /* from here on wait is shown without what callees waited */

static struct entry_values values_of(const struct sheet *t, uint32_t i)
{
    struct entry_values v;
    entry_values(t->v.analysis, entry_of(t)->node, &entry_of(t)->rows.v[i], &v);
    return v;
}

/* ---- numbers ---- */

/* What a row with these values shows as a number. */
static double number_in(const struct sheet *t, uint32_t i, unsigned column, struct entry_values v)
{
    const struct analysis *a = t->v.analysis;
    bool waited = v.timed && v.amounts.wait >= 0;
    switch (column) {
    case ENTRY_COL_INDEX:
        return entry_of(t)->rows.v[i].kind == ENTRY_PRIMARY ? a->order->index[entry_of(t)->node]
                                                            : CELL_BLANK;
    case ENTRY_COL_PERCENT:
        if (entry_of(t)->rows.v[i].kind != ENTRY_PRIMARY)
            return CELL_BLANK;
        v.amounts.wait_all =
            knows_waits_below(a) && !node_is_cycle(a, entry_of(t)->node) ? wait_ticks(a) : 0;
        return known_value(&v.amounts, VALUE_TOTAL_PCT, 1);
    case ENTRY_COL_SELF:
        return v.timed ? known_value(&v.amounts, VALUE_SELF, 1) : CELL_BLANK;
    case ENTRY_COL_CHILDREN:
        return v.has_child ? known_value(&v.amounts, VALUE_CHILDREN, 1) : CELL_BLANK;
    case ENTRY_COL_WAIT:
        return waited ? known_value(&v.amounts, VALUE_WAIT, 1) : CELL_BLANK;
    case ENTRY_COL_WALL:
        return waited ? known_value(&v.amounts, VALUE_TOTAL_WALL, 1) : CELL_BLANK;
    case ENTRY_COL_CALLED:
        return v.called ? (double)v.amounts.calls : CELL_BLANK;
    default:
        return v.has_share ? known_value(&v.amounts, VALUE_SHARE_PCT, 1) : CELL_BLANK;
    }
}

static double number(const struct sheet *t, uint32_t i, unsigned column)
{
    return number_in(t, i, column, values_of(t, i));
}

/* What is said of an arc, or else of the function that a row names, wherever that stands. */
static double asked(const struct sheet *t, uint32_t i, unsigned value)
{
    const struct analysis *a = t->v.analysis;
    const node_id n = entry_of(t)->rows.v[i].node;
    const struct entry_values v = values_of(t, i);
    if (value == VALUE_TOTAL)
        return v.timed ? known_value(&v.amounts, VALUE_TOTAL, 1) : NAN;
    if (value == VALUE_SHARE_PCT)
        return v.has_share ? number_in(t, i, ENTRY_COL_SHARE, v) : NAN;
    if (value == VALUE_CALLS)
        return v.called ? (double)v.amounts.calls : NAN;
    const bool none = value == VALUE_SELF || value == VALUE_CHILDREN || value == VALUE_CUMULATIVE;
    if (none || value > VALUE_TOTAL_WALL || n == NO_ID || node_is_cycle(a, n))
        return NAN;
    struct amounts x = function_amounts(a, n);
    x.wait_all = value == VALUE_SELF_PCT ? wait_ticks(a) : 0;
    return known_value(&x, (enum row_value)value, 1);
}

/* A filter thins out callers, members and callees. */
static bool stays(const struct sheet *t, uint32_t i)
{
    enum entry_row_kind kind = (enum entry_row_kind)entry_of(t)->rows.v[i].kind;
    return kind != ENTRY_CALLER && kind != ENTRY_MEMBER && kind != ENTRY_CALLEE;
}

static bool both_ways_of(const struct sheet *t, uint32_t i, struct both_ways *out)
{
    const struct entry_row *r = &entry_of(t)->rows.v[i];
    if (r->kind >= ENTRY_BOUNDS || r->node == NO_ID || !knows_both_ways(&t->v))
        return false;
    *out = r->arc == NO_ID ? node_both_ways(&t->v, r->node) : arc_both_ways(&t->v, r->arc);
    return true;
}

/* ---- cells ---- */

static void text(const struct sheet *t, uint32_t i, unsigned column, struct text *out)
{
    const struct entry_values v = values_of(t, i);
    const struct call_counts counts = {v.amounts.calls, v.of, v.recursion};
    struct both_ways b;
    if (column == ENTRY_COL_CALLED && v.called)
        text_calls(out, &counts);
    else if (column == ENTRY_COL_BOTH_WAYS && both_ways_of(t, i, &b))
        text_both_ways(out, &t->v, &b);
    else if (column == ENTRY_COL_INDEX && entry_of(t)->rows.v[i].kind == ENTRY_PRIMARY)
        text_printf(out, "[%u]", t->v.analysis->order->index[entry_of(t)->node]);
    else if (column == ENTRY_COL_SHARE && v.has_share) {
        double share = number_in(t, i, column, v);
        if (isfinite(share))
            text_fixed(out, share, 0, 1);
        text_char(out, isfinite(share) ? '%' : '-');
    }
}

static const char *word(const struct sheet *t, uint32_t i, unsigned column)
{
    const node_id n = entry_of(t)->rows.v[i].node;
    return n != NO_ID && !node_is_cycle(t->v.analysis, n) ? label_image(&t->v, n) : "";
}

static int cols(const struct sheet *t, unsigned column)
{
    return column == ENTRY_COL_IMAGE ? image_cols(t->v.analysis->profile) : -1;
}

/* That of the entry itself is the one of the line below it. */
static enum mark mark(const struct sheet *t, uint32_t i)
{
    const struct entry_row *r = &entry_of(t)->rows.v[i];
    const struct entry_values v = values_of(t, i);
    struct range range;
    if (!v.timed || r->node == NO_ID)
        return MARK_NONE;
    if (r->arc != NO_ID)
        return arc_mark(&t->v, r->arc, v.amounts.self + v.amounts.child);
    return r->node == entry_of(t)->node ? node_range(&t->v, r->node, &range)
                                        : node_mark(&t->v, r->node);
}

/* Whose samples are the self time of a row: of a caller's row those of the function it calls. */
static bool is_uncertain_self(const struct entry_grid *x, const struct entry_row *r)
{
    const struct analysis *a = x->t.v.analysis;
    node_id n = r->node;
    if (r->kind == ENTRY_SELF || r->kind == ENTRY_UNKNOWN)
        n = x->node;
    else if (r->kind == ENTRY_CALLER)
        n = a->graph->arcs[r->arc].to;
    return n != NO_ID && !node_is_cycle(a, n) && is_uncertain(a->samples->self[n]);
}

static enum role role(const struct sheet *t, uint32_t i, unsigned column)
{
    const struct entry_row *r = &entry_of(t)->rows.v[i];
    struct both_ways b;
    if (column == ENTRY_COL_BOTH_WAYS && both_ways_of(t, i, &b) && both_ways_mark(&b) != MARK_NONE)
        return ROLE_WARNING;
    if (r->kind == ENTRY_PRIMARY)
        return ROLE_STRONG;
    if (column == ENTRY_COL_IMAGE ||
        (column == ENTRY_COL_SELF && is_uncertain_self(entry_of(t), r)))
        return ROLE_DIM;
    double share = column == ENTRY_COL_SHARE ? number(t, i, column) : CELL_BLANK;
    return share == CELL_BLANK ? ROLE_NUMBER : entry_heat(share);
}

/* ---- names ---- */

static struct sheet_name subject(const struct sheet *t, uint32_t i)
{
    const struct entry_row *r = &entry_of(t)->rows.v[i];
    struct sheet_name x = {&t->v, r->node, r->kind == ENTRY_PRIMARY ? 0 : ENTRY_INDENT};
    if (r->kind >= ENTRY_BOUNDS)
        x.node = NO_ID;
    if (x.node != NO_ID) {
        struct text member = {0};
        entry_member(t, r, &member);
        x.beside += member.n ? utf8_cols(member.p, member.n) : 0;
        text_release(&member);
    }
    return x;
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct entry_row *r = &entry_of(t)->rows.v[sheet_id(t, i)];
    bool primary = r->kind == ENTRY_PRIMARY;
    text_fill(&out->text, ' ', primary ? 0 : ENTRY_INDENT);
    size_t at = out->text.n;
    if (r->kind == ENTRY_SPONTANEOUS) {
        const char *library = label_uncounted(&t->v, entry_of(t)->node);
        text_str(&out->text, library ? "<spontaneous>  " : "<spontaneous>");
        if (library) {
            text_shown(&out->text, library, strlen(library), t->style.ascii);
            text_str(&out->text, " is not compiled with -pg");
        }
    } else if (r->kind == ENTRY_UNKNOWN)
        text_str(&out->text, "(callers not known)");
    else if (r->kind == ENTRY_SELF)
        text_str(&out->text, "(self)");
    else {
        sheet_put_name(t, i, primary ? ROLE_STRONG : ROLE_NAME, out);
        at = out->text.n;
    }
    entry_member(t, r, &out->text);
    if (primary)
        entry_beside(t, utf8_cols(out->text.p, out->text.n), &out->text);
    line_mark(out, at, ROLE_DIM, ENTRY_COL_NAME);
}

/* ---- rows ---- */

static bool put_line(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct entry_grid *x = entry_of(t);
    const struct entry_row *r = &x->rows.v[i];
    enum entry_section s = (enum entry_section)r->section;
    if (r->kind == ENTRY_RULE) {
        struct section section = {entry_section_title(x, s), x->shown[s],
                                  s == SECTION_PRIMARY ? NO_ID : x->rows.all[s]};
        line_section(out, &section, t->style.cols, t->style.ascii);
        out->pinned = out->text.n;
    } else if (r->kind >= ENTRY_BOUNDS) {
        entry_note(x, r, out);
    }
    return r->kind == ENTRY_RULE || r->kind >= ENTRY_BOUNDS;
}

static void row(const struct sheet *t, uint32_t i, struct grid_row *out)
{
    const struct entry_grid *x = entry_of(t);
    const struct entry_row *r = &x->rows.v[i];
    static const enum row_kind kinds[] = {
        [ENTRY_RULE] = ROW_SECTION,    [ENTRY_SPONTANEOUS] = ROW_TEXT, [ENTRY_CALLER] = ROW_CALLER,
        [ENTRY_PRIMARY] = ROW_PRIMARY, [ENTRY_MEMBER] = ROW_MEMBER,    [ENTRY_CALLEE] = ROW_CALLEE,
        [ENTRY_SELF] = ROW_TEXT,       [ENTRY_UNKNOWN] = ROW_TEXT,     [ENTRY_BOUNDS] = ROW_NOTE,
        [ENTRY_BARS] = ROW_NOTE,       [ENTRY_FACTS] = ROW_NOTE,       [ENTRY_MPI] = ROW_NOTE,
    };
    out->kind = kinds[r->kind];
    if (r->kind == ENTRY_PRIMARY && node_is_cycle(t->v.analysis, x->node))
        out->kind = ROW_CYCLE;
    if (!x->elsewhere)
        out->subject = (struct subject){r->node, r->arc};
}

node_id entry_grid_node(const struct grid *g, uint32_t i)
{
    const struct sheet *t = sheet_of(g);
    return i < g->n_rows ? entry_of(t)->rows.v[sheet_id(t, i)].node : NO_ID;
}

/* ---- life ---- */

static void release(struct sheet *t)
{
    free(((struct entry_grid *)t)->rows.v);
}

static const struct sheet_ops ops = {
    .columns = &entry_columns,
    .wide = 110,
    .indexed = true,
    .subject = subject,
    .number = number,
    .mark = mark,
    .word = word,
    .text = text,
    .asked = asked,
    .stays = stays,
    .cols = cols,
    .role = role,
    .put_name = put_name,
    .put_line = put_line,
    .detail = entry_detail,
    .row = row,
    .release = release,
};

struct grid *entry_grid(const struct view_context *v, node_id node, const struct grid_style *style,
                        const struct graph_folds *folds, const struct rowfilter *filter)
{
    struct entry_grid *x = sheet_new(sizeof *x, &ops, v, style, NULL);
    struct sheet *t = &x->t;
    x->node = node;
    x->folded = folds && folds->members;
    x->elsewhere = folds && folds->elsewhere;
    entry_rows_make(&x->rows, &(struct entry_order){
                                  .v = &t->v,
                                  .node = node,
                                  .fold_members = x->folded,
                                  .head = !style->brief,
                                  .bounds = style->cols >= BOUNDS_COLS,
                                  .wall = true,
                                  .notes = style->cols >= NOTES_COLS && !style->brief,
                              });
    sheet_list(t, (uint32_t)x->rows.n, 0, filter);
    for (uint32_t i = 0; i < t->grid.n_rows; i++)
        x->shown[x->rows.v[t->id[i]].section] += !stays(t, t->id[i]);
    /* What there is: without samples there are no times; without arcs all time is a function's own.
     */
    const struct analysis *a = t->v.analysis;
    bool timed = a->rate_hz > 0 && a->samples->total > 0, in_cycle = false;
    bool waits_below = knows_waits_below(a);
    for (uint32_t i = 0; i < t->grid.n_rows; i++) {
        const node_id n = x->rows.v[t->id[i]].node;
        const struct entry_values values = values_of(t, t->id[i]);
        in_cycle |= n != NO_ID && (node_is_cycle(a, n) || node_cycle_number(a, n));
        for (unsigned c = 0; c < N_ENTRY_COLUMNS; c++) {
            double most = number_in(t, t->id[i], c, values);
            x->most[c] = isfinite(most) && most > x->most[c] ? most : x->most[c];
        }
    }
    t->name_cols = (size_t)(ENTRY_INDENT + (node_is_cycle(a, x->node) ? NAME_COLS : NAMES_LEAST) +
                            (in_cycle ? CYCLE_MARK : 0));
    if (t->style.cols >= FULL_COLS && t->name_cols < NAME_COLS_FULL)
        t->name_cols = NAME_COLS_FULL;
    t->most = x->most;
    t->most_run = x->most[ENTRY_COL_SELF] + x->most[ENTRY_COL_CHILDREN];
    if (waits_below && x->most[ENTRY_COL_WAIT] > t->most_run && t->style.cols < WAIT_ALONE_COLS)
        t->style.without |= (1U << ENTRY_COL_PERCENT | 1U << ENTRY_COL_BOTH_WAYS) & ~t->style.with;
    t->has = (timed ? NEEDS_SAMPLES : 0) | (a->graph->n_arcs ? NEEDS_ARCS : 0) |
             (timed || (waits_below && wait_ticks(a) > 0) ? NEEDS_SHARES : 0) |
             (x->most[ENTRY_COL_WAIT] > 0 ? NEEDS_WAITS : 0) |
             (waits_below || t->style.cols >= WAIT_ALONE_COLS ? NEEDS_WAIT_ROOM : 0) |
             (knows_ranges(&t->v) ? NEEDS_RANGES : 0) |
             (knows_both_ways(&t->v) ? NEEDS_BOTH_WAYS : 0);
    return sheet_measure(t);
}
