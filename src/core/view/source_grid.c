/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One source file as a grid: time, what callees take, and execution counts of each line. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/load/source_lines.h"
#include "core/view/grid_parts.h"
#include "core/view/label.h"
#include "core/view/source_pick.h"

enum source_column {
    SOURCE_SELF,
    SOURCE_CALLEES,
    SOURCE_HEAT,
    SOURCE_COUNT,
    SOURCE_LINE,
    SOURCE_TEXT,
    N_SOURCE_COLUMNS,
};

const struct grid_column source_columns[] = {
    [SOURCE_SELF] = {"self", "self", "time in the line's own code", false, .seconds = true},
    [SOURCE_CALLEES] = {"callees", "callees",
                        "time in what the line calls, divided by numbers of calls", false},
    [SOURCE_HEAT] = {"heat", "heat", "self against the hottest line of the file", false,
                     .left = true},
    [SOURCE_COUNT] = {"count", "count", "calls of the function that begins here, runs of blocks",
                      false},
    [SOURCE_LINE] = {"line", "line", "its number", false},
    [SOURCE_TEXT] = {"source", "source", "the line", false},
};
const unsigned n_source_columns = ARRAY_LEN(source_columns);

enum { HEAT_COLS = 8, TAB_COLS = 8, LINE_BYTES_MAX = 4096 };

struct source_grid {
    struct grid grid;
    struct view_context v;
    const struct source_facts *facts;
    const struct annotated_file *file; /* NULL: no code comes from it */
    struct grid_style style;
    struct text path;          /* as in the debug information */
    struct source_lines lines; /* n 0 with found false: there is no text */
    bool found;
    struct text notes; /* why not: lines, each with its end */
    uint32_t n_notes;  /* the first rows */
    double max_ticks;
    int width[N_SOURCE_COLUMNS];
    size_t gap;
};

static const struct source_grid *source_of(const struct grid *g)
{
    return (const struct source_grid *)g;
}

/* ---- rows ---- */

/* The number of the source line of a row, 0 for a note. */
static uint32_t line_of(const struct source_grid *x, uint32_t row)
{
    if (x->found)
        return row + 1;
    return row < x->n_notes ? 0 : x->facts->lines->lines[x->file->lo + row - x->n_notes].line;
}

/* What is known of a row, or NULL. */
static const struct annotated_line *facts_of(const struct source_grid *x, uint32_t row)
{
    uint32_t line = line_of(x, row);

    return line && x->file ? annotation_find(x->facts->lines, x->file, line) : NULL;
}

static uint32_t number_of(const struct source_grid *x, const struct annotated_line *l)
{
    return (uint32_t)(l - x->facts->lines->lines);
}

static struct line_counts counts_of(const struct source_grid *x, const struct annotated_line *l)
{
    struct line_counts c;
    uint64_t last = x->facts->last[number_of(x, l)];

    annotation_counts(x->facts->by_line, l, x->v.settings->all_lines, &last, &c);
    return c;
}

/* "2,13", or "#####" if that is less than -m asks for. */
static void add_counts(const struct source_grid *x, const struct line_counts *c, struct text *t)
{
    if (c->n && c->sum < x->v.settings->min_count) {
        text_str(t, "#####");
        return;
    }
    for (unsigned i = 0; i < c->n; i++) {
        text_str(t, i ? "," : "");
        text_uint(t, c->v[i], 0);
    }
}

/* ---- measuring ---- */

struct widest {
    double ticks, callees;
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

        add_counts(x, &c, &t);
        w->count_cols = (int)t.n > w->count_cols ? (int)t.n : w->count_cols;
        w->ticks = fmax(w->ticks, n->lines[i].ticks);
        w->callees = fmax(w->callees, x->facts->callee_ticks[i]);
        w->blocks = w->blocks || c.n > 1;
    }
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The dearest columns first. */
static void measure(struct source_grid *x)
{
    const struct analysis *a = x->v.analysis;
    struct widest w = {0};
    double hz = a->rate_hz > 0 ? a->rate_hz : 1;

    measure_lines(x, &w);
    x->max_ticks = w.ticks;
    struct wish wishes[] = {
        {SOURCE_LINE, 0, larger(5, (int)text_uint_cols(x->grid.n_rows))},
        {SOURCE_SELF, 0, larger(6, fixed_cols(w.ticks / hz, 2))},
        {SOURCE_CALLEES, 50, larger(7, fixed_cols(w.callees / hz, 2) + 1)},
        {SOURCE_COUNT, w.blocks || x->v.settings->all_lines ? 40 : 90,
         larger(5, w.count_cols < MARGIN_COLS ? w.count_cols : MARGIN_COLS)},
        {SOURCE_HEAT, 70, HEAT_COLS},
    };
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++)
        wishes[i].width =
            larger(wishes[i].width, head_cols(&source_columns[wishes[i].column], a->profile));
    x->gap = x->style.cols >= 110 ? 2 : 1;
    columns_fit(wishes, ARRAY_LEN(wishes), x->style.cols, x->gap, x->width);
}

/* ---- cells ---- */

static void put_callees(const struct source_grid *x, const struct annotated_line *l, struct cell c,
                        struct line *out)
{
    char room[80];
    struct text t = text_in(room, sizeof room);
    uint32_t i = l ? number_of(x, l) : 0;
    bool calls = l && x->facts->call_lo[i] < x->facts->call_lo[i + 1];

    if (calls && x->v.analysis->rate_hz > 0) {
        text_char(&t, '~');
        text_fixed(&t, x->facts->callee_ticks[i] / x->v.analysis->rate_hz, 0, 2);
    }
    cell_text(out, c, text_z(&t));
}

static void put_count(const struct source_grid *x, const struct annotated_line *l, struct cell c,
                      struct line *out)
{
    char room[32 * (1 + BLOCKS_MAX)];
    struct text t = text_in(room, sizeof room);
    struct line_counts counts = {.n = 0};

    if (l)
        counts = counts_of(x, l);
    add_counts(x, &counts, &t);
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
            cell_fixed(out, c, l->ticks / x->v.analysis->rate_hz, 2);
        else
            cell_text(out, c, "");
        break;
    case SOURCE_CALLEES:
        put_callees(x, l, c, out);
        break;
    case SOURCE_HEAT:
        if (timed)
            cell_bar(out, c, l->ticks / x->max_ticks, x->style.ascii);
        else
            text_fill(&out->text, ' ', HEAT_COLS);
        break;
    case SOURCE_COUNT:
        put_count(x, l, c, out);
        break;
    default:
        c.role = ROLE_DIM;
        text_uint(&t, line_of(x, row), 0);
        cell_text(out, c, text_z(&t));
    }
}

/* n bytes of source, safe to show, tabs expanded; what is too long is cut. */
static void add_source(const struct source_grid *x, struct text *out, const char *p, size_t n)
{
    size_t cols = 0, end = n < LINE_BYTES_MAX ? n : LINE_BYTES_MAX;

    while (n > end && end && ((unsigned char)p[end] & 0xc0) == 0x80)
        end--;
    for (size_t i = 0; i < end;) {
        const char *tab = memchr(p + i, '\t', end - i);
        size_t stop = tab ? (size_t)(tab - p) : end;

        size_t at = out->n;
        text_shown(out, p + i, stop - i, x->style.ascii);
        cols += out->n > at ? utf8_cols(out->p + at, out->n - at) : 0;
        size_t blanks = tab ? TAB_COLS - cols % TAB_COLS : 0;
        text_fill(out, ' ', blanks);
        cols += blanks;
        i = stop + (tab != NULL);
    }
    if (end < n)
        text_str(out, " ...");
}

/* The text of a row: its source, or without one the function. */
static void add_text(const struct source_grid *x, uint32_t row, struct text *out)
{
    const struct annotated_line *l = facts_of(x, row);

    if (x->found) {
        struct source_piece p = source_lines_get(&x->lines, row);

        add_source(x, out, p.p, p.n);
    } else if (l) {
        node_id n = source_function_node(x->facts, source_function(x->facts, number_of(x, l)));

        if (n != NO_ID)
            text_name(out, &x->v, n, (struct name_style){x->style.names, x->style.ascii, false});
    }
}

static void put_note(const struct source_grid *x, uint32_t row, struct line *out)
{
    const char *p = x->notes.p;

    for (; row; row--)
        p = strchr(p, '\n') + 1;
    text_fill(&out->text, ' ', GRID_GUTTER);
    size_t at = out->text.n;
    text_add(&out->text, p, strcspn(p, "\n"));
    line_mark(out, at, ROLE_WARNING, COLUMN_NONE);
}

static enum role cell_role(const struct source_grid *x, const struct annotated_line *l, unsigned c)
{
    double all = x->v.analysis->samples->total;

    if (!l || (c != SOURCE_SELF && c != SOURCE_HEAT) || !(all > 0))
        return ROLE_NUMBER;
    return heat_role(100 * l->ticks / all, ROLE_NUMBER);
}

static void format(const struct grid *g, uint32_t row, struct line *out)
{
    const struct source_grid *x = source_of(g);
    const struct annotated_line *l = facts_of(x, row);

    line_clear(out);
    if (!line_of(x, row)) {
        put_note(x, row, out);
        return;
    }
    text_fill(&out->text, ' ', GRID_GUTTER);
    for (unsigned c = 0; c < SOURCE_TEXT; c++) {
        if (!x->width[c])
            continue;
        line_gap(out, x->gap);
        put_cell(x, row, l, (struct cell){cell_role(x, l, c), c, x->width[c]}, out);
    }
    text_fill(&out->text, ' ', out->text.n > GRID_GUTTER ? x->gap : 0);
    out->pinned = out->text.n;
    add_text(x, row, &out->text);
    line_mark(out, out->pinned, l ? ROLE_NAME : ROLE_PLAIN, SOURCE_TEXT);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct source_grid *x = source_of(g);

    line_heading(out, g, x->v.analysis->profile, x->width, x->gap);
}

/* Between lines of one function, a line without code belongs to it, too. */
static node_id node_of(const struct source_grid *x, uint32_t line)
{
    const struct annotation *n = x->facts->lines;
    uint32_t lo = x->file->lo, hi = x->file->hi;

    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (n->lines[mid].line < line)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo < x->file->hi && n->lines[lo].line == line)
        return source_line_node(x->facts, lo);
    if (lo == x->file->lo || lo == x->file->hi)
        return NO_ID;
    sym_id before = source_function(x->facts, lo - 1), after = source_function(x->facts, lo);
    return before == after ? source_function_node(x->facts, before) : NO_ID;
}

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    const struct source_grid *x = source_of(g);
    uint32_t line = line_of(x, i);

    *out = (struct grid_row){line ? ROW_LINE : ROW_TEXT, {NO_ID, NO_ID}, line};
    if (line && x->file)
        out->subject.node = node_of(x, line);
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    add_text(source_of(g), i, out);
}

/* ---- the detail line ---- */

static void add_calls(const struct source_grid *x, struct text *t, uint32_t line)
{
    const struct source_facts *f = x->facts;
    struct name_style style = {x->style.names, x->style.ascii, false};

    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
        node_id n = source_function_node(f, f->calls[i].callee);

        text_str(t, i == f->call_lo[line] ? " calls " : ", ");
        if (n != NO_ID)
            text_name(t, &x->v, n, style);
        text_char(t, ' ');
        text_uint(t, f->calls[i].count, 0);
        text_str(t, "x ~");
        text_ticks(t, x->v.analysis, f->calls[i].ticks);
    }
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct source_grid *x = source_of(g);
    const struct annotated_line *l = facts_of(x, i);
    const char *file = lines_base(text_z((struct text *)&x->path));
    struct text *t = &out->text;
    struct grid_row r;

    line_clear(out);
    text_fill(t, ' ', GRID_GUTTER);
    if (!line_of(x, i))
        return;
    size_t at = t->n;
    text_shown(t, file, strlen(file), x->style.ascii);
    text_printf(t, ":%u", line_of(x, i));
    line_mark(out, at, ROLE_STRONG, COLUMN_NONE);
    text_str(t, "  ");
    row(g, i, &r);
    if (l && l->ticks > 0) {
        text_line_time(t, x->v.analysis, l->ticks);
        text_str(t, "  ");
    }
    if (r.subject.node != NO_ID) {
        text_str(t, "in ");
        text_name(t, &x->v, r.subject.node,
                  (struct name_style){x->style.names, x->style.ascii, false});
    }
    if (l)
        add_calls(x, t, number_of(x, l));
}

/* ---- without the text ---- */

static void add_note(struct source_grid *x, const char *words, const char *path)
{
    text_str(&x->notes, words);
    text_shown(&x->notes, path, strlen(path), x->style.ascii);
    text_char(&x->notes, '\n');
    x->n_notes++;
}

static struct source_search search_of(const struct settings *s)
{
    return (struct source_search){s->maps, s->n_maps, s->dirs, s->n_dirs};
}

static void note_places(struct source_grid *x)
{
    struct source_search search = search_of(x->v.settings);
    struct text place = {0};
    const char *path = text_z(&x->path);

    add_note(x, "the source is not here: ", path);
    for (size_t i = 0; source_place(&search, path, i, &place); i++) {
        if (place.n)
            add_note(x, "  looked for: ", text_z(&place));
        text_clear(&place);
    }
    add_note(x, "M says where it is now (--source-map FROM=TO); -I adds a folder to look in", "");
    text_release(&place);
}

static void note_nothing(struct source_grid *x)
{
    add_note(x, "no line of source is known: compile with -g, and keep the debug information", "");
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct source_grid *x = (struct source_grid *)g;

    source_lines_release(&x->lines);
    text_release(&x->path);
    text_release(&x->notes);
    free(x);
}

static const struct grid_ops source_ops = {row, format, heading, detail, name, release};

const char *source_grid_path(const struct grid *g)
{
    const struct source_grid *x = source_of(g);

    return x->found ? x->lines.path.p : NULL;
}

/* The text, or what to say instead of it. */
static bool fill(struct source_grid *x, const char *path, struct err *e)
{
    struct source_search search = search_of(x->v.settings);
    struct err why;

    err_clear(&why);
    text_str(&x->path, path ? path : "");
    if (!path) {
        note_nothing(x);
    } else if (source_lines_read(&x->lines, path, &search, &why)) {
        x->found = true;
        text_z(&x->lines.path);
    } else if (why.code == ERR_MEMORY) {
        return err_memory(e, 0);
    } else {
        note_places(x);
    }
    x->grid.n_rows = x->found ? x->lines.n : x->n_notes + (x->file ? x->file->hi - x->file->lo : 0);
    text_z(&x->path);
    return (!x->path.failed && !x->notes.failed && !x->lines.path.failed) || err_memory(e, 0);
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
    x->file = path ? source_file_find(facts, path) : NULL;
    x->grid = (struct grid){.ops = &source_ops,
                            .columns = source_columns,
                            .n_columns = n_source_columns,
                            .sort_column = COLUMN_NONE};
    if (!fill(x, path, e)) {
        release(&x->grid);
        return NULL;
    }
    measure(x);
    return &x->grid;
}
