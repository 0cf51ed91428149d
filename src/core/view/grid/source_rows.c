/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rows of a source file are: its lines, or why they are not there. */
#include "core/view/grid/source_rows.h"

#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/view/grid/source_internal.h"
#include "core/view/grid/source_marks.h"
#include "core/view/grid/source_pick.h"

enum { TAB_COLS = 8, LINE_BYTES_MAX = 4096 };

/* ---- rows ---- */

uint32_t source_row_line(const struct source_grid *x, uint32_t row)
{
    if (x->found)
        return row + 1;
    return row < x->n_notes ? 0 : x->facts->lines->lines[x->file->lo + row - x->n_notes].line;
}

const struct annotated_line *source_row_facts(const struct source_grid *x, uint32_t row)
{
    uint32_t line = source_row_line(x, row);
    return line && x->file ? annotation_find(x->facts->lines, x->file, line) : NULL;
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

/* As the other views name it. */
static void add_function(const struct source_grid *x, node_id n, struct text *out)
{
    struct name_style style = {x->style.names, x->style.ascii, false};
    if (node_is_cycle(x->v.analysis, n) || node_cycle_number(x->v.analysis, n))
        text_name_alone(out, &x->v, n, style);
    else
        text_function_within(out, &x->v, n, style, 0);
}

void source_row_text(const struct source_grid *x, uint32_t row, struct text *out)
{
    const struct annotated_line *l = source_row_facts(x, row);
    if (x->found) {
        struct source_piece p = source_lines_get(&x->lines, row);
        add_source(x, out, p.p, p.n);
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

void source_row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    const struct source_grid *x = source_of(g);
    uint32_t line = source_row_line(x, i);
    *out = (struct grid_row){line ? ROW_LINE : ROW_TEXT, {NO_ID, NO_ID}, line};
    if (line && x->file)
        out->subject.node = node_of(x, line);
}

/* ---- the detail line ---- */

static void add_calls(const struct source_grid *x, struct text *t, uint32_t line)
{
    const struct source_facts *f = x->facts;
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
        node_id n = source_function_node(f, f->calls[i].callee);
        text_str(t, i == f->call_lo[line] ? " calls " : ", ");
        if (n != NO_ID)
            add_function(x, n, t);
        text_char(t, ' ');
        text_uint(t, f->calls[i].count, 0);
        text_str(t, "x ");
        text_ticks(t, x->v.analysis, f->calls[i].ticks);
    }
}

/* Between which bounds the time of the calls lies, where it may be far off. */
static void add_bounds(const struct source_grid *x, struct text *t, const struct annotated_line *l)
{
    uint32_t line = source_row_number(x, l);
    const struct range *r;
    if (x->facts->call_lo[line] == x->facts->call_lo[line + 1] || !(x->v.analysis->rate_hz > 0))
        return;
    enum mark m = source_callees_mark(x, l, &r);
    if (!r || m == MARK_NONE)
        return;
    text_str(t, "; ");
    text_bounds(t, &x->v, m, r);
}

void source_detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct source_grid *x = source_of(g);
    const struct annotated_line *l = source_row_facts(x, i);
    struct text *t = &out->text;
    struct grid_row r;
    line_clear(out);
    text_fill(t, ' ', GRID_GUTTER);
    if (!source_row_line(x, i))
        return;
    const char *file = path_base(x->path.p);
    size_t at = t->n;
    text_shown(t, file, strlen(file), x->style.ascii);
    text_printf(t, ":%u", source_row_line(x, i));
    line_mark(out, at, ROLE_STRONG, COLUMN_NONE);
    text_str(t, "  ");
    source_row(g, i, &r);
    if (l && l->ticks > 0) {
        text_line_time(t, x->v.analysis, l->ticks);
        text_str(t, "  ");
    }
    if (r.subject.node != NO_ID) {
        text_str(t, "in ");
        add_function(x, r.subject.node, t);
    }
    if (l) {
        add_calls(x, t, source_row_number(x, l));
        add_bounds(x, t, l);
    }
}

/* ---- without the text ---- */

static void add_note(struct source_grid *x, const char *words, const char *path)
{
    text_str(&x->notes, words);
    text_shown(&x->notes, path, strlen(path), x->style.ascii);
    text_char(&x->notes, '\n');
    x->n_notes++;
}

static void note_places(struct source_grid *x)
{
    struct source_search search = settings_search(x->v.settings, x->v.analysis->profile->image);
    struct text place = {0};
    const char *path = text_z(&x->path);
    add_note(x, "the source is not here: ", path);
    for (size_t i = 0; source_place(&search, path, i, &place); i++) {
        if (place.n)
            add_note(x, "  looked for: ", text_z(&place));
        text_clear(&place);
    }
    add_note(x, "Enter says where it is now (--source-map FROM=TO); -I adds a folder to look in",
             "");
    text_release(&place);
}

void source_row_note(const struct source_grid *x, uint32_t row, struct line *out)
{
    const char *p = x->notes.p;
    for (; row; row--)
        p = strchr(p, '\n') + 1;
    text_fill(&out->text, ' ', GRID_GUTTER);
    size_t at = out->text.n;
    text_add(&out->text, p, strcspn(p, "\n"));
    line_mark(out, at, ROLE_WARNING, COLUMN_NONE);
}

bool source_rows_fill(struct source_grid *x, const char *path, struct err *e)
{
    struct source_search search = settings_search(x->v.settings, x->v.analysis->profile->image);
    struct err why = ERR_INIT;
    text_str(&x->path, path ? path : "");
    if (!path) {
        add_note(x, "no line of source is known: compile with -g, and keep the debug information",
                 "");
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
