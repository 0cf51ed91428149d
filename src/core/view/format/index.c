/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index after the call graph: names in alphabetical order, in three columns. */
#include "core/view/format/index.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/writer_list.h"

/* ---- files of static functions ---- */

static bool is_listed(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return v->settings->unused || a->graph->calls[s] || a->samples->self[s] != 0.0;
}
static bool keep_file(struct index_files *f, sym_id s, const char *path)
{
    if (path && !f->file)
        f->file = mem_array(f->v->analysis->n_symbols, sizeof *f->file);
    if (path && f->file)
        f->file[s] = path;
    return !path || f->file;
}

static void look_up(void *ctx)
{
    struct index_files *f = ctx;
    const struct analysis *a = f->v->analysis;
    for (sym_id s = 0; s < a->n_symbols; s++)
        if ((a->table->symbols[s].flags & SYM_STATIC) && is_listed(f->v, s))
            keep_file(f, s, label_source(f->v, s));
}

static void start(struct index_files *f, bool apart)
{
    bool shown = !f->v->settings->traditional && !f->v->analysis->by_line;
    f->started = shown && (f->v->analysis->sources || f->v->lines);
    if (f->started)
        task_start(&f->task, look_up, f, apart);
}

bool index_files_start(struct index_files *f, const struct view_context *v)
{
    enum { APART_FROM = 2000 };
    const struct settings *s = v->settings;
    *f = (struct index_files){.v = v};
    if (v->helpers && v->analysis->n_symbols >= APART_FROM && !s->by_line && !s->inline_files)
        start(f, true);
    return f->started;
}

void index_files_release(struct index_files *f)
{
    if (f->started && !f->finished)
        task_finish(&f->task);
    free(f->file);
}

/* ---- cells ---- */

struct index_list {
    node_id *nodes;
    uint32_t n, n_rows;
    const char **file; /* per symbol: of a static function, if known; may be NULL */
};

/* How many columns "[3]" takes. */
static size_t mark_cols(const struct gnu_out *o, node_id n)
{
    return 2 + text_uint_cols(o->v->analysis->order->index[n]);
}

/* raw: as in the symbol table, without the line that --inline-file-names adds elsewhere. */
static void put_name(struct gnu_out *o, node_id n, bool raw)
{
    if (node_is_cycle(o->v->analysis, n)) {
        text_cycle(&o->t, node_cycle_number(o->v->analysis, n), false);
    } else if (raw) {
        gnu_words(o->v, &o->t, symbol_name(o->v->analysis, n));
    } else {
        gnu_name(o, &o->t, n, false);
    }
}

/* " (file)" after static functions. Returns its length less the blank in front. */
static size_t put_static_file(struct gnu_out *o, const struct index_list *l, node_id n)
{
    size_t before = o->t.n;
    if (!l->file || node_is_cycle(o->v->analysis, n) || !l->file[n])
        return 0;
    text_str(&o->t, " (");
    gnu_words(o->v, &o->t, label_file(o->v, l->file[n]));
    text_char(&o->t, ')');
    return o->t.n - before;
}

/* One cell; `start` is the column where it should begin, `col` where the line is. The blanks around
 * the mark are not counted, as in gprof. Returns the new column. */
static size_t put_cell(struct gnu_out *o, const struct index_list *l, node_id n, size_t start,
                       size_t col)
{
    col += mark_cols(o, n);
    for (; col < start + 5; col++)
        text_char(&o->t, ' ');
    text_index(&o->t, o->v->analysis, n);
    text_char(&o->t, ' ');
    size_t before = o->t.n;
    put_name(o, n, false);
    return col + (o->t.n - before) + put_static_file(o, l, n);
}

/* Put the mark right-aligned in 6 columns, a blank, and the name left-aligned in 19, both cut. */
static void put_traditional_cell(struct gnu_out *o, node_id n)
{
    struct text *t = &o->t;
    size_t width = mark_cols(o, n), before = t->n;
    text_fill(t, ' ', width < 6 ? 6 - width : 0);
    text_index(t, o->v->analysis, n);
    text_char(t, ' ');
    memmove(t->p + before, t->p + before + 1, 6); /* the mark brings a blank of its own */
    t->p[before + 6] = ' ';
    t->n = before + 7;
    put_name(o, n, true);
    text_fill(t, ' ', 19);
    t->n = before + 7 + 19;
}

static void put_row(void *ctx, struct gnu_out *o, unsigned slot, uint32_t row)
{
    const struct index_list *l = ctx;
    size_t start = 0, col = 0, step = (o->v->settings->width - 1) / 3;
    (void)slot;
    for (uint32_t i = row; i < l->n; i += l->n_rows) {
        if (o->v->settings->traditional)
            put_traditional_cell(o, l->nodes[i]);
        else
            col = put_cell(o, l, l->nodes[i], start, col);
        start += step;
    }
    text_char(&o->t, '\n');
}

bool gnu_index(const struct view_context *v, struct index_files *files, const struct emitter *to,
               struct err *e)
{
    enum { ROWS = 1000 }; /* of a piece */
    struct gnu_out o;
    struct index_list l = {0};
    gnu_begin(&o, v, to, e);
    /* Wait until the files are known; if nobody looks them up yet, do it now. */
    if (!files->started)
        start(files, false);
    if (files->started && !files->finished)
        task_finish(&files->task);
    files->finished = true;
    const struct analysis *a = v->analysis;
    const sym_id *by_name = a->by_name;
    l.nodes = mem_array_raw(a->n_nodes, sizeof *l.nodes);
    for (uint32_t i = 0; i < a->n_symbols; i++)
        if (is_listed(v, by_name[i]))
            l.nodes[l.n++] = by_name[i];
    for (node_id n = a->n_symbols; n < a->n_nodes; n++)
        l.nodes[l.n++] = n;
    l.n_rows = (uint32_t)(((uint64_t)l.n + 2) / 3);
    l.file = files->file;
    text_str(&o.t, "\f\nIndex by function name\n\n");
    const struct gnu_list rows = {l.n_rows, ROWS, put_row, &l};
    gnu_put_list(&o, &rows, o.failed ? 0 : gnu_helpers_of(v, l.nodes, l.n));
    free(l.nodes);
    return gnu_end(&o);
}
