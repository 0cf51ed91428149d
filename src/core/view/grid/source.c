/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One source file as a grid: time, what callees take, and execution counts of each line. */
#include "core/view/grid/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/load/code/counters.h"
#include "core/load/lines/source_text.h"
#include "core/view/grid/sheet.h"
#include "core/view/number.h"
#include "core/view/rows/source_facts.h"

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

enum { NEEDS_COUNT_ROOM = 1 << 16 }; /* lines count no blocks: COUNT_ALONE_COLS */
enum { TIME_LEAST = 6, LINE_LEAST = 5, COUNT_ALONE_COLS = 90 };

const struct grid_column source_columns[] = {
    [SOURCE_SELF] = {"self", "self", "time in the line's own code", .seconds = true, .digits = 2,
                     .turn = 2},
    [SOURCE_WAIT] = {"wait", "wait", "time that threads waited in the line's own code",
                     .seconds = true, .digits = 2, .turn = 3, .from = 40, .needs = NEEDS_WAITS},
    [SOURCE_CALLEES] = {"callees", "callees",
                        "time in what the line calls, divided by numbers of calls",
                        .cell = CELL_MARKED, .digits = 2, .turn = 4, .from = 50},
    [SOURCE_HEAT] = {"heat", "heat", "self against the hottest line of the file", .left = true,
                     .cell = CELL_BAR, .cols = 8, .turn = 6, .from = 70},
    [SOURCE_COUNT] = {"count", "count", "calls of the function that begins here, runs of blocks",
                      .cell = CELL_TEXT, .turn = 5, .from = 40, .needs = NEEDS_COUNT_ROOM},
    [SOURCE_LINE] = {"line", "line", "its number", .turn = 1},
    [SOURCE_TEXT] = {"source", "source", "the line", .words = true},
};
const unsigned n_source_columns = ARRAY_LEN(source_columns);

struct source_range {
    struct range r;
    bool known;
};

struct source_grid {
    struct sheet t; /* first */
    const struct source_facts *facts;
    const struct annotated_file *file; /* NULL: no code comes from it */
    struct text path;                  /* as in the debug information, zero-terminated */
    struct source_lines lines;         /* n 0 with found false: there is no text */
    bool found;
    struct text notes; /* why not: lines, each with its end */
    uint32_t n_notes;  /* the first rows */
    struct widest {
        double ticks, wait, callees;
        int count_cols;
        bool blocks;
    } most;
    struct source_range *ranges; /* per line of the file, of what it calls */
    struct code_counters counters;
    bool knows_counters; /* the code says which functions count their calls */
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

/* ---- how far times of callees can be off ---- */

enum { LINES_AT_ONCE = 64 }; /* lines whose ranges are found together */

/* The mark of the time of what a line with calls calls; its range in *r, NULL where it is not
 * known. Measured times bear none unless they are shared out among several lines. */
static enum mark source_callees_mark(const struct source_grid *x, const struct annotated_line *l,
                                     const struct range **r)
{
    const struct source_facts *f = x->facts;
    uint32_t line = source_row_number(x, l);
    struct source_range *known = &x->ranges[line - x->file->lo];
    double ticks = f->callee_ticks[line];
    *r = NULL;
    if (f->functions->paths) {
        /* Measured times are exact but for calls of one function on several lines. */
        struct range measured = {0};
        for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
            const struct arc_time t = arc_time(f->functions, f->calls[i].arc);
            measured.low += f->calls[i].whole ? t.self + t.child : 0;
            measured.high += t.self + t.child;
        }
        return range_mark(&measured, ticks);
    }
    if (!known->known && knows_ranges(&x->t.v)) {
        uint32_t lines[LINES_AT_ONCE], first = f->call_lo[line];
        struct arc_set sets[LINES_AT_ONCE];
        struct range found[LINES_AT_ONCE];
        unsigned n = 0; /* of the next lines that call, from `line` on */
        for (uint32_t at = line; at < x->file->hi && n < LINES_AT_ONCE; at++)
            if (f->call_lo[at] < f->call_lo[at + 1])
                lines[n++] = at;
        struct set_arc *arcs = mem_array_raw(f->call_lo[lines[n - 1] + 1] - first, sizeof *arcs);
        for (unsigned i = 0; i < n; i++) {
            uint32_t lo = f->call_lo[lines[i]], hi = f->call_lo[lines[i] + 1];
            sets[i] = (struct arc_set){arcs + lo - first, hi - lo};
            for (uint32_t k = lo; k < hi; k++)
                arcs[k - first] = (struct set_arc){f->calls[k].arc, f->calls[k].whole};
        }
        if (ranges_of_arc_sets(x->t.v.ranges, sets, n, found))
            for (unsigned i = 0; i < n; i++)
                x->ranges[lines[i] - x->file->lo] = (struct source_range){found[i], true};
        free(arcs);
    }
    if (known->known)
        *r = &known->r;
    return assumed_mark(*r, ticks);
}

/* ---- rows ---- */

enum { TAB_COLS = 8, LINE_BYTES_MAX = 4096 };

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
        struct source_piece p = source_lines_get(&x->lines, row);
        /* n bytes of source, safe to show, tabs expanded; what is too long is cut. */
        size_t cols = 0, end = p.n < LINE_BYTES_MAX ? p.n : LINE_BYTES_MAX;
        while (p.n > end && end && ((unsigned char)p.p[end] & 0xc0) == 0x80)
            end--;
        for (size_t i = 0; i < end;) {
            const char *tab = memchr(p.p + i, '\t', end - i);
            size_t stop = tab ? (size_t)(tab - p.p) : end;
            size_t at = out->n;
            text_shown(out, p.p + i, stop - i, x->t.style.ascii);
            cols += out->n > at ? utf8_cols(out->p + at, out->n - at) : 0;
            size_t blanks = tab ? TAB_COLS - cols % TAB_COLS : 0;
            text_fill(out, ' ', blanks);
            cols += blanks;
            i = stop + (tab != NULL);
        }
        if (end < p.n)
            text_str(out, " ...");
    } else if (l) {
        node_id n =
            source_function_node(x->facts, source_function(x->facts, source_row_number(x, l)));
        if (n != NO_ID)
            add_function(x, n, out);
    }
}

/* Between lines of one function, a line without code belongs to it, too. */
static node_id node_of(const struct source_grid *x, uint32_t line)
{
    const struct annotation *n = x->facts->lines;
    uint32_t lo = annotation_from(n, x->file, line);
    if (lo < x->file->hi && n->lines[lo].line == line)
        return source_line_node(x->facts, lo);
    if (lo == x->file->lo || lo == x->file->hi)
        return NO_ID;
    sym_id before = source_function(x->facts, lo - 1), after = source_function(x->facts, lo);
    return before == after ? source_function_node(x->facts, before) : NO_ID;
}

static void source_row(const struct sheet *t, uint32_t i, struct grid_row *out)
{
    const struct source_grid *x = source_of(t);
    uint32_t line = source_row_line(x, i);
    *out = (struct grid_row){line ? ROW_LINE : ROW_TEXT, {NO_ID, NO_ID}, line};
    if (line && x->file)
        out->subject.node = node_of(x, line);
}

/* ---- the detail line ---- */

static void source_detail(const struct sheet *sheet, uint32_t i, struct line *out)
{
    const struct source_grid *x = source_of(sheet);
    const struct annotated_line *l = source_row_facts(x, i);
    struct text *t = &out->text;
    struct grid_row r;
    text_fill(t, ' ', GRID_GUTTER);
    if (!source_row_line(x, i))
        return;
    const char *file = path_base(x->path.p);
    size_t at = t->n;
    text_shown(t, file, strlen(file), x->t.style.ascii);
    text_printf(t, ":%u", source_row_line(x, i));
    line_mark(out, at, ROLE_STRONG, COLUMN_NONE);
    text_str(t, "  ");
    source_row(sheet, i, &r);
    if (l && l->ticks > 0) {
        text_line_time(t, x->t.v.analysis, l->ticks);
        text_str(t, "  ");
    }
    if (r.subject.node != NO_ID) {
        text_str(t, "in ");
        add_function(x, r.subject.node, t);
    }
    if (l) {
        uint32_t line = source_row_number(x, l);
        const struct source_facts *f = x->facts;
        for (uint32_t k = f->call_lo[line]; k < f->call_lo[line + 1]; k++) {
            node_id n = source_function_node(f, f->calls[k].callee);
            text_str(t, k == f->call_lo[line] ? " calls " : ", ");
            if (n != NO_ID)
                add_function(x, n, t);
            text_printf(t, " %sx %s", count_of(f->calls[k].count, false).s,
                        ticks_of(x->t.v.analysis, f->calls[k].ticks).s);
        }
        /* Between which bounds the time of the calls lies, where it may be far off. */
        const struct range *range = NULL;
        enum mark m = f->call_lo[line] < f->call_lo[line + 1] && x->t.v.analysis->rate_hz > 0
                          ? source_callees_mark(x, l, &range)
                          : MARK_NONE;
        if (range && m != MARK_NONE) {
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
    text_str(&x->path, path ? path : "");
    text_z(&x->path);
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

/* ---- counts ---- */

static struct line_counts counts_of(const struct source_grid *x, const struct annotated_line *l)
{
    struct line_counts c;
    uint64_t last = x->facts->last[source_row_number(x, l)];
    annotation_counts(x->facts->by_line, l, x->t.v.settings->all_lines, &last, &c);
    return c;
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
    bool ran = l->ticks > 0 || l->wait > 0;
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++)
        ran |= f->calls[i].count > 0;
    if (ran)
        return true;
    const struct analysis *a = f->functions;
    sym_id function =
        f->by_line->table->symbols[l->first].flags & SYM_FUNC
            ? table_find(f->functions->table, f->by_line->table->symbols[l->first].addr)
            : NO_ID;
    return function != NO_ID && (a->samples->self[function] > 0 || a->graph->calls[function] > 0 ||
                                 (a->samples->wait && a->samples->wait[function] > 0) ||
                                 calls_others(a->graph, function) || !is_counted(x, function));
}

/* "2,13", or "#####" if that is less than -m asks for. */
static void add_counts(const struct source_grid *x, const struct annotated_line *l,
                       const struct line_counts *c, struct text *t)
{
    if (c->n && !c->sum && ran_uncounted(x, l))
        return;
    if (c->n && c->sum < x->t.v.settings->min_count) {
        text_str(t, "#####");
        return;
    }
    for (unsigned i = 0; i < c->n; i++) {
        text_str(t, i ? "," : "");
        text_count(t, c->v[i],
                   x->t.style.grouped && c->n == 1); /* a comma stands between several */
    }
}

/* ---- measuring ---- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int time_cols(const struct sheet *t, double ticks)
{
    return larger(TIME_LEAST,
                  decimal_cols(seconds_or_0(t->v.analysis, ticks), 2, t->style.grouped));
}

static int cols(const struct sheet *t, unsigned column)
{
    const struct widest *w = &source_of(t)->most;
    switch (column) {
    case SOURCE_SELF:
        return time_cols(t, w->ticks);
    case SOURCE_WAIT:
        return time_cols(t, w->wait);
    case SOURCE_CALLEES:
        return larger(7, time_cols(t, w->callees));
    case SOURCE_HEAT:
        return -1;
    case SOURCE_COUNT:
        return w->count_cols < MARGIN_COLS ? larger(1, w->count_cols) : MARGIN_COLS;
    default:
        return larger(LINE_LEAST, (int)text_uint_cols(t->grid.n_rows + t->grid.n_hidden));
    }
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
        return l && counts_of(x, l).n ? (double)counts_of(x, l).sum : NAN;
    case SOURCE_CALLEES:
        return timed && x->facts->call_lo[i] < x->facts->call_lo[i + 1]
                   ? seconds_or_0(t->v.analysis, x->facts->callee_ticks[i])
                   : CELL_BLANK;
    case SOURCE_HEAT:
        return timed && l->ticks > 0 ? part_of(l->ticks, x->most.ticks) : CELL_BLANK;
    default:
        return timed && (column == SOURCE_WAIT ? l->wait : l->ticks) > 0
                   ? seconds_or_0(t->v.analysis, column == SOURCE_WAIT ? l->wait : l->ticks)
                   : CELL_BLANK;
    }
}

static enum mark mark(const struct sheet *t, uint32_t row)
{
    const struct range *r;
    return source_callees_mark(source_of(t), source_row_facts(source_of(t), row), &r);
}

static void text(const struct sheet *t, uint32_t row, unsigned column, struct text *out)
{
    const struct source_grid *x = source_of(t);
    const struct annotated_line *l = source_row_facts(x, row);
    if (!l)
        return;
    const struct line_counts counts = counts_of(x, l);
    add_counts(x, l, &counts, out);
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
    return is_uncertain(l->ticks) ? ROLE_DIM : heat_role(percent(l->ticks, all), ROLE_NUMBER);
}

static double asked(const struct sheet *t, uint32_t row, unsigned value)
{
    const struct source_grid *x = source_of(t);
    const struct annotated_line *l = source_row_facts(x, row);
    const struct amounts amounts = {.hz = t->v.analysis->rate_hz,
                                    .self = l ? l->ticks : 0,
                                    .child =
                                        l ? x->facts->callee_ticks[source_row_number(x, l)] : 0,
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
    text_release(&x->path);
    text_release(&x->notes);
}

static const struct sheet_ops ops = {
    .columns = source_columns,
    .n_columns = N_SOURCE_COLUMNS,
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
    x->knows_counters = code_counters_init(&x->counters, v->code, v->analysis->profile->image);
    x->file = path ? source_file_find(facts, path) : NULL;
    const uint32_t n_known = x->file ? x->file->hi - x->file->lo : 0;
    x->ranges = arena_array(&t->memory, n_known, sizeof *x->ranges);
    read_text(x, path);
    t->grid.n_rows = x->found ? x->lines.n : x->n_notes + n_known;
    if (filter && x->found) {
        t->grid.n_rows = 0;
        sheet_list(t, x->lines.n, 0, filter);
    }
    const struct annotation *n = x->facts->lines;
    struct widest *w = &x->most;
    for (uint32_t i = x->file ? x->file->lo : 0; x->file && i < x->file->hi; i++) {
        char room[32 * (1 + BLOCKS_MAX)];
        struct text margin = text_in(room, sizeof room);
        struct line_counts c = counts_of(x, &n->lines[i]);
        add_counts(x, &n->lines[i], &c, &margin);
        w->count_cols = (int)margin.n > w->count_cols ? (int)margin.n : w->count_cols;
        w->ticks = fmax(w->ticks, n->lines[i].ticks);
        w->wait = fmax(w->wait, n->lines[i].wait);
        w->callees = fmax(w->callees, x->facts->callee_ticks[i]);
        w->blocks = w->blocks || c.n > 1;
    }
    bool counts = x->most.blocks || v->settings->all_lines || style->cols >= COUNT_ALONE_COLS;
    t->marked = true;
    t->has = (x->most.wait > 0 ? NEEDS_WAITS : 0) | (counts ? NEEDS_COUNT_ROOM : 0);
    return sheet_measure(t);
}

/* ---- rows to pick from ---- */

void text_line_time(struct text *t, const struct analysis *a, double ticks)
{
    text_printf(t, "%s = %.*f sample%s", ticks_of(a, ticks).s,
                fabs(ticks - round(ticks)) < 0.05 ? 0 : 1, ticks, number_one(ticks, 1) ? "" : "s");
    if (a->samples->total > 0)
        text_printf(t, ", %.1f%%", percent(ticks, a->samples->total));
}

enum { TIMES_COLS = 18 };

void source_file_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const char *path = f->lines->files[i].path, *base = path_base(path);
    /* "    1.94 s  13.8%"; without the share where that would leave a name no room. */
    double ticks = f->lines->files[i].ticks;
    text_printf(out, "%9.2f %s", seconds_or_0(v->analysis, ticks), unit_of(v->analysis->profile).s);
    if (style->cols >= TIMES_COLS + NAME_COLS)
        text_printf(out, "%6.1f%%", percent_or_0(ticks, v->analysis->samples->total));
    text_str(out, "  ");
    text_shown(out, base, strlen(base), style->ascii);
    text_str(out, base > path ? "  " : "");
    text_shown(out, path, (size_t)(base - path), style->ascii);
}

void source_file_time(const struct view_context *v, const struct annotated_file *file,
                      struct text *out)
{
    text_printf(out, "self %s", ticks_of(v->analysis, file->ticks).s);
    if (v->analysis->samples->total > 0)
        text_printf(out, ", %.1f%%", percent(file->ticks, v->analysis->samples->total));
    if (file->wait > 0 && v->analysis->rate_hz > 0)
        text_printf(out, ", wait %s", ticks_of(v->analysis, file->wait).s);
}

void source_call_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const struct source_call *c = &f->calls[i];
    node_id n = source_function_node(f, c->callee);
    text_printf(out, " %s%s%12s %s", v->analysis->paths ? " " : "~",
                ticks_of(v->analysis, c->ticks).s, count_of(c->count, false).s,
                c->count == 1 ? "call   " : "calls  ");
    if (n != NO_ID)
        text_name_alone(out, v, n, (struct name_style){style->names, style->ascii, true});
}
