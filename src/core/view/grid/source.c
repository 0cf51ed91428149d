/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One source file as a grid: time, what callees take, and execution counts of each line. */
#include "core/view/grid/source.h"

#include <math.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/picks.h"
#include "core/view/grid/sheet.h"

enum source_column {
    SOURCE_SELF,
    SOURCE_WAIT,
    SOURCE_CALLEES,
    SOURCE_HEAT,
    SOURCE_COUNT,
    SOURCE_LINE,
    SOURCE_TEXT,
    N_SOURCE_COLUMNS,
};

enum { NEEDS_COUNT_ROOM = 1 << 16, COUNT_ALONE_COLS = 90 }; /* where lines count no blocks */

static const struct grid_column columns[] = {
    [SOURCE_SELF] = {"self", "self", "time in the line's own code", .seconds = true, .digits = 2,
                     .least = 6, .turn = 2},
    [SOURCE_WAIT] = {"wait", "wait", "time that threads waited in the line", .seconds = true,
                     .digits = 2, .least = 6, .turn = 3, .from = 40, .needs = NEEDS_WAITS},
    [SOURCE_CALLEES] = {"callees", "callees", "time in callees, divided by numbers of calls",
                        .cell = CELL_MARKED, .digits = 2, .least = 7, .turn = 4, .from = 50},
    [SOURCE_HEAT] = {"heat", "heat", "self against the hottest line of the file", .left = true,
                     .cell = CELL_BAR, .cols = 8, .turn = 6, .from = 70},
    [SOURCE_COUNT] = {"count", "count", "calls of the function here, runs of blocks",
                      .cell = CELL_TEXT, .turn = 5, .from = 40, .needs = NEEDS_COUNT_ROOM},
    [SOURCE_LINE] = {"line", "line", "its number", .least = 5, .turn = 1},
    [SOURCE_TEXT] = {"source", "source", "the line", .words = true},
};
const struct grid_columns source_columns = {columns, ARRAY_LEN(columns)};

struct source_grid {
    struct sheet t; /* first */
    const struct source_facts *facts;
    const struct annotated_file *file; /* NULL: no code comes from it */
    const char *path;                  /* as in the debug information; "": none */
    struct source_lines lines;         /* n 0 with found false: there is no text */
    bool found;
    struct text notes;             /* why not: lines, each with its end */
    uint32_t n_notes;              /* the first rows */
    double most[N_SOURCE_COLUMNS]; /* of all lines of the file, whatever a filter keeps out */
    double most_ticks;
    int count_cols; /* that counts take */
};

static const struct source_grid *source_of(const struct sheet *t)
{
    return (const struct source_grid *)t;
}

/* The number in the facts of what is known of a row. */
static uint32_t source_row_number(const struct source_grid *x, const struct annotated_line *l)
{
    return (uint32_t)(l - x->facts->lines->lines);
}

/* ---- rows ---- */

/* The number of the source line of a row, 0 for a note. */
static uint32_t source_row_line(const struct source_grid *x, uint32_t row)
{
    if (x->found)
        return row + 1;
    return row < x->n_notes ? 0 : x->facts->lines->lines[x->file->lo + row - x->n_notes].line;
}

/* What is known of a row, or NULL. */
static const struct annotated_line *source_row_facts(const struct source_grid *x, uint32_t row)
{
    uint32_t line = source_row_line(x, row);
    return line && x->file ? annotation_find(x->facts->lines, x->file, line) : NULL;
}

/* As the other views name it. */
static void add_function(const struct source_grid *x, node_id n, struct text *out)
{
    struct name_style style = {x->t.style.names, x->t.style.ascii, false};
    if (node_is_cycle(x->t.v.analysis, n) || node_cycle_number(x->t.v.analysis, n))
        text_name_alone(out, &x->t.v, n, style);
    else
        text_function_within(out, &x->t.v, n, style, 0);
}

/* Append the text of a row: its source, or without one the function. */
static void source_row_text(const struct source_grid *x, uint32_t row, struct text *out)
{
    const struct annotated_line *l = source_row_facts(x, row);
    if (x->found) {
        text_source(out, source_lines_get(&x->lines, row), x->t.style.ascii);
    } else if (l) {
        node_id n =
            source_function_node(x->facts, source_function(x->facts, source_row_number(x, l)));
        if (n != NO_ID)
            add_function(x, n, out);
    }
}

static void source_row(const struct sheet *t, uint32_t i, struct grid_row *out)
{
    const struct source_grid *x = source_of(t);
    uint32_t line = source_row_line(x, i);
    *out = (struct grid_row){line ? ROW_LINE : ROW_TEXT, {NO_ID, NO_ID}, line, 0};
    if (line && x->file)
        out->subject.node = source_node_around(x->facts, x->file, line);
}

/* ---- the detail line ---- */

static void source_detail(const struct sheet *sheet, uint32_t i, struct line *out)
{
    const struct source_grid *x = source_of(sheet);
    const struct annotated_line *l = source_row_facts(x, i);
    struct text *t = &out->text;
    struct grid_row r;
    text_fill(t, ' ', GRID_GUTTER);
    source_row(sheet, i, &r);
    if (!r.line)
        return;
    const char *file = path_base(x->path);
    text_shown(t, file, strlen(file), x->t.style.ascii);
    text_printf(t, ":%u", r.line);
    line_mark(out, GRID_GUTTER, ROLE_STRONG, COLUMN_NONE);
    text_str(t, "  ");
    if (l && l->ticks > 0)
        text_line_time(t, x->t.v.analysis, l->ticks);
    text_str(t, l && l->ticks > 0 ? "  " : "");
    text_str(t, r.subject.node == NO_ID ? "" : "in ");
    if (r.subject.node != NO_ID)
        add_function(x, r.subject.node, t);
    if (l) {
        const uint32_t line = source_row_number(x, l);
        const struct source_facts *f = x->facts;
        const struct source_line *known = source_line(f, line);
        for (uint32_t k = 0; k < known->n_calls; k++) {
            node_id n = source_function_node(f, known->calls[k].callee);
            text_str(t, k ? ", " : " calls ");
            if (n != NO_ID)
                add_function(x, n, t);
            text_printf(t, " %sx %s", count_of(known->calls[k].count, false).s,
                        ticks_of(x->t.v.analysis, known->calls[k].ticks).s);
        }
        /* Between which bounds the time of the calls lies, where it may be far off. */
        const bool timed = known->n_calls && x->t.v.analysis->rate_hz > 0;
        const enum mark m = timed ? callees_mark(f, &x->t.v, line) : MARK_NONE;
        const struct range *range = m != MARK_NONE ? source_range(f, &x->t.v, line) : NULL;
        if (range) {
            text_str(t, "; ");
            text_bounds(t, &x->t.v, m, range);
        }
    }
}

/* ---- without the text ---- */

static void add_note(struct source_grid *x, const char *words, const char *path)
{
    text_str(&x->notes, words);
    text_shown(&x->notes, path, strlen(path), x->t.style.ascii);
    text_char(&x->notes, '\n');
    x->n_notes++;
}

/* A note is a line of its own. */
static bool put_line(const struct sheet *t, uint32_t row, struct line *out)
{
    const char *p = source_of(t)->notes.p;
    if (source_row_line(source_of(t), row))
        return false;
    for (; row; row--) /* without a text no row is kept out */
        p = strchr(p, '\n') + 1;
    text_fill(&out->text, ' ', GRID_GUTTER);
    size_t at = out->text.n;
    text_add(&out->text, p, strcspn(p, "\n"));
    line_mark(out, at, ROLE_WARNING, COLUMN_NONE);
    return true;
}

/* Read the text of `path` (NULL: none is known), or note why there is none. */
static void read_text(struct source_grid *x, const char *path)
{
    struct source_search search =
        settings_search_near(x->t.v.settings, x->t.v.analysis->profile->image);
    struct err why = ERR_INIT;
    x->path = arena_text(&x->t.memory, path ? path : "", path ? strlen(path) : 0);
    if (!path)
        add_note(x,
                 "no line of its source is known: compile with -g, and keep the debug information",
                 "");
    else if (source_lines_read(&x->lines, path, &search, &why))
        x->found = true;
    else {
        struct source_search places =
            settings_search(x->t.v.settings, x->t.v.analysis->profile->image);
        struct text place = {0};
        add_note(x, "the source is not here: ", path);
        for (size_t i = 0; source_place(&places, path, i, &place); i++) {
            if (place.n)
                add_note(x, "  looked for: ", text_z(&place));
            text_clear(&place);
        }
        add_note(x, "  and below the program's folder and this one, for any end of that path", "");
        add_note(x,
                 "Enter says where it is now (--source-map FROM=TO); -I adds a folder to look in",
                 "");
        text_release(&place);
    }
}

/* ---- measuring ---- */

static int cols(const struct sheet *t, unsigned column)
{
    const int cols = source_of(t)->count_cols;
    return column != SOURCE_COUNT ? -1 : cols < 1 ? 1 : cols < MARGIN_COLS ? cols : MARGIN_COLS;
}

/* ---- cells ---- */

static double number(const struct sheet *t, uint32_t row, unsigned column)
{
    const struct source_grid *x = source_of(t);
    const struct annotated_line *l = source_row_facts(x, row);
    const uint32_t i = l ? source_row_number(x, l) : 0;
    const bool timed = l && t->v.analysis->rate_hz > 0;
    switch (column) {
    case SOURCE_LINE:
        return source_row_line(x, row);
    case SOURCE_COUNT:
        return l && source_counts(x->facts, i, t->v.settings).n
                   ? (double)source_counts(x->facts, i, t->v.settings).sum
                   : NAN;
    case SOURCE_CALLEES:
        return timed && source_line(x->facts, i)->n_calls
                   ? seconds_or_0(t->v.analysis, source_line(x->facts, i)->callee_ticks)
                   : CELL_BLANK;
    case SOURCE_HEAT:
        return timed && l->ticks > 0 ? part_of(l->ticks, x->most_ticks) : CELL_BLANK;
    default:
        return timed && (column == SOURCE_WAIT ? l->wait : l->ticks) > 0
                   ? seconds_or_0(t->v.analysis, column == SOURCE_WAIT ? l->wait : l->ticks)
                   : CELL_BLANK;
    }
}

static enum mark mark(const struct sheet *t, uint32_t row)
{
    const struct source_grid *x = source_of(t);
    return callees_mark(x->facts, &t->v, source_row_number(x, source_row_facts(x, row)));
}

static void text(const struct sheet *t, uint32_t row, unsigned column, struct text *out)
{
    const struct source_grid *x = source_of(t);
    const struct annotated_line *l = source_row_facts(x, row);
    if (!l)
        return;
    text_source_counts(out, x->facts, source_row_number(x, l), &t->v);
    if (t->width[column] && out->n > (size_t)t->width[column])
        out->n = (size_t)t->width[column]; /* digits and commas */
}

static bool cell(const struct sheet *t, uint32_t row, struct cell c, struct line *out)
{
    bool blank = c.column == SOURCE_HEAT && number(t, row, c.column) == CELL_BLANK;
    text_fill(&out->text, ' ', blank ? (size_t)c.width : 0);
    return blank;
}

static enum role role(const struct sheet *t, uint32_t row, unsigned column)
{
    const struct annotated_line *l = source_row_facts(source_of(t), row);
    double all = t->v.analysis->samples->total;
    if (column == SOURCE_LINE)
        return ROLE_DIM;
    if (!l || (column != SOURCE_SELF && column != SOURCE_HEAT) || !(all > 0))
        return ROLE_NUMBER;
    return is_uncertain(l->ticks) ? ROLE_DIM : heat_role(percent(l->ticks, all));
}

static double asked(const struct sheet *t, uint32_t row, unsigned value)
{
    const struct source_grid *x = source_of(t);
    const struct annotated_line *l = source_row_facts(x, row);
    const struct amounts amounts = {
        .hz = t->v.analysis->rate_hz,
        .self = l ? l->ticks : 0,
        .child = l ? source_line(x->facts, source_row_number(x, l))->callee_ticks : 0,
        .wait = l && t->v.analysis->samples->wait ? l->wait : -1,
        .all = t->v.analysis->samples->total};
    if (value > VALUE_TOTAL_WALL || value == VALUE_CALLS)
        return NAN;
    return known_value(&amounts, (enum row_value)value, 1);
}

static void put_name(const struct sheet *t, uint32_t row, struct line *out)
{
    const uint32_t line = sheet_id(t, row);
    source_row_text(source_of(t), line, &out->text);
    line_mark(out, out->pinned, source_row_facts(source_of(t), line) ? ROLE_NAME : ROLE_PLAIN,
              SOURCE_TEXT);
}

static void name(const struct sheet *t, uint32_t row, struct text *out)
{
    source_row_text(source_of(t), row, out);
}

/* ---- life ---- */

static void release(struct sheet *t)
{
    struct source_grid *x = (struct source_grid *)t;
    source_lines_release(&x->lines);
    text_release(&x->notes);
}

static const struct sheet_ops ops = {
    .columns = &source_columns,
    .wide = 110,
    .number = number,
    .mark = mark,
    .text = text,
    .asked = asked,
    .cols = cols,
    .role = role,
    .cell = cell,
    .put_name = put_name,
    .put_line = put_line,
    .detail = source_detail,
    .row = source_row,
    .name = name,
    .release = release,
};

const char *source_grid_path(const struct grid *g)
{
    const struct source_grid *x = source_of(sheet_of(g));
    return x->found ? x->lines.path.p : NULL;
}

bool source_grid_is_near(const struct grid *g)
{
    return source_of(sheet_of(g))->lines.is_near;
}

struct grid *source_grid(const struct view_context *v, const struct source_facts *facts,
                         const char *path, const struct grid_style *style,
                         const struct rowfilter *filter)
{
    struct source_grid *x = sheet_new(sizeof *x, &ops, v, style, NULL);
    struct sheet *t = &x->t;
    x->facts = facts;
    x->file = path ? source_file_find(facts, path) : NULL;
    const uint32_t n_known = x->file ? x->file->hi - x->file->lo : 0;
    read_text(x, path);
    t->grid.n_rows = x->found ? x->lines.n : x->n_notes + n_known;
    if (filter && x->found) {
        t->grid.n_rows = 0;
        sheet_list(t, x->lines.n, 0, filter);
    }
    bool blocks = false;
    double wait = 0, callees = 0;
    for (uint32_t i = x->file ? x->file->lo : 0; x->file && i < x->file->hi; i++) {
        char room[32 * (1 + BLOCKS_MAX)];
        struct text margin = text_in(room, sizeof room);
        text_source_counts(&margin, facts, i, v);
        x->count_cols = (int)margin.n > x->count_cols ? (int)margin.n : x->count_cols;
        x->most_ticks = fmax(x->most_ticks, facts->lines->lines[i].ticks);
        wait = fmax(wait, facts->lines->lines[i].wait);
        callees = fmax(callees, source_line(facts, i)->callee_ticks);
        blocks |= source_counts(facts, i, v->settings).n > 1;
    }
    x->most[SOURCE_SELF] = seconds_or_0(v->analysis, x->most_ticks);
    x->most[SOURCE_WAIT] = seconds_or_0(v->analysis, wait);
    x->most[SOURCE_CALLEES] = seconds_or_0(v->analysis, callees);
    x->most[SOURCE_LINE] = t->grid.n_rows + t->grid.n_hidden;
    t->most = x->most;
    bool counts = blocks || v->settings->all_lines || style->cols >= COUNT_ALONE_COLS;
    t->marked = true;
    t->has = (wait > 0 ? NEEDS_WAITS : 0) | (counts ? NEEDS_COUNT_ROOM : 0);
    return sheet_measure(t);
}
