/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/gnu.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/rows/count_rows.h"

/* ---- the index after the call graph: names in alphabetical order, in three columns ---- */

static bool is_listed(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return v->settings->unused || a->graph->calls[s] || a->samples->self[s] != 0.0;
}

struct index_list {
    const struct view_context *v;
    node_id *nodes;
    uint32_t n, n_rows;
    const char **file; /* per symbol, of a static function, NULL: unknown; NULL: all are */
    struct arena memory;
};

/* The files of static functions, which only the index prints. */
static void find_files(void *ctx)
{
    struct index_list *l = ctx;
    const struct view_context *v = l->v;
    const struct analysis *a = v->analysis;
    if (v->settings->traditional || a->by_line || !(a->sources || v->lines))
        return;
    for (sym_id s = 0, asked = 0; s < a->n_symbols; s++) {
        bool asks = (a->table->symbols[s].flags & SYM_STATIC) && is_listed(v, s);
        const char *path = asks ? label_source(v, s) : NULL;
        if (asks && !path) { /* a unit may have more lines than it says, known once it is read */
            sym_id known = s;
            while (known > asked && !label_source(v, known - 1))
                known--;
            path = known > asked ? label_source(v, s) : NULL;
            asked = s + 1;
        }
        if (path && !l->file)
            l->file = arena_array(&l->memory, a->n_symbols, sizeof *l->file);
        if (path)
            l->file[s] = path;
    }
}

/* ---- cells ---- */

/* How many columns "[3]" takes. */
static size_t mark_cols(const struct gnu_out *o, node_id n)
{
    return 2 + text_uint_cols(o->v->analysis->order->index[n]);
}

/* raw: as in the symbol table, without the line that --inline-file-names adds elsewhere. */
static void put_index_name(struct gnu_out *o, node_id n, bool raw)
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
static size_t put_index_cell(struct gnu_out *o, const struct index_list *l, node_id n, size_t start,
                             size_t col)
{
    col += mark_cols(o, n);
    while (col < start + 5 && gnu_row(o)) { /* -w may say 2 GB */
        size_t left = start + 5 - col, blanks = left >> 16 ? 1u << 16 : left;
        text_fill(&o->t, ' ', blanks);
        col += blanks;
    }
    text_index(&o->t, o->v->analysis, n);
    text_char(&o->t, ' ');
    size_t before = o->t.n;
    put_index_name(o, n, false);
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
    put_index_name(o, n, true);
    text_fill(t, ' ', 19);
    t->n = before + 7 + 19;
}

static void put_index_row(void *ctx, struct gnu_out *o, unsigned slot, uint32_t row)
{
    const struct index_list *l = ctx;
    size_t start = 0, col = 0, step = (o->v->settings->width - 1) / 3;
    for (uint32_t i = row; i < l->n; i += l->n_rows) {
        if (o->v->settings->traditional)
            put_traditional_cell(o, l->nodes[i]);
        else
            col = put_index_cell(o, l, l->nodes[i], start, col);
        start += step;
    }
    text_char(&o->t, '\n');
}

/* The index of names, a section of a report. */
static void gnu_index(struct gnu_out *o, struct index_list *l)
{
    enum { ROWS = 1000 }; /* of a piece */
    const struct analysis *a = o->v->analysis;
    const sym_id *by_name = a->by_name;
    l->nodes = arena_alloc(&l->memory, a->n_nodes, sizeof *l->nodes);
    for (uint32_t i = 0; i < a->n_symbols; i++)
        if (is_listed(o->v, by_name[i]))
            l->nodes[l->n++] = by_name[i];
    for (node_id n = a->n_symbols; n < a->n_nodes; n++)
        l->nodes[l->n++] = n;
    l->n_rows = (uint32_t)(((uint64_t)l->n + 2) / 3);
    text_str(&o->t, "\f\nIndex by function name\n\n");
    const struct gnu_list rows = {l->n_rows, ROWS, put_index_row, l};
    gnu_put_list(o, &rows, o->failed ? 0 : gnu_helpers_of(o->v, l->nodes, l->n));
}

/* Execution counts (-C): a line per function or line, with -l and basic blocks one per block. */
static bool put_count_row(void *ctx, const struct count_row *row)
{
    struct gnu_out *out = ctx;
    struct text *t = &out->t;
    gnu_words(out->v, t, row->pos.file ? row->pos.file : "<unknown>");
    text_printf(t, ":%u: (", (unsigned)row->pos.line);
    gnu_words(out->v, t, symbol_name(out->v->analysis, row->s));
    text_printf(t, ":0x%llx) %llu executions\n", (unsigned long long)row->addr,
                (unsigned long long)row->count);
    return gnu_row(out);
}

/* From data/, through data/embed.awk. */
extern const char explain_flat[];
extern const char explain_graph[];

/* The form feed in front of every section but the first. *any: something stands before. */
static void separate(struct gnu_out *o, bool *any)
{
    text_str(&o->t, *any ? "\f\n" : "");
    *any = true;
}

/* With -b nothing; the text is whole lines, neither starting nor ending with an empty one. */
static void explain(struct gnu_out *o, bool is_graph)
{
    if (!o->v->settings->brief)
        text_printf(&o->t, "\n%s\n\f\n", is_graph ? explain_graph : explain_flat);
}

static void section(struct gnu_out *o, bool is_graph, bool *any)
{
    separate(o, any);
    if (o->v->settings->traditional)
        explain(o, is_graph);
    (is_graph ? gnu_graph : gnu_flat)(o);
    if (!o->v->settings->traditional)
        explain(o, is_graph);
}

bool gnu_has_data(const struct view_context *v, uint32_t styles, struct err *e)
{
    const struct profile *p = v->analysis->profile;
    if ((styles & STYLE_FLAT) && !p->has_histogram)
        return err_set(e, ERR_NO_HISTOGRAM, NULL);
    if ((styles & STYLE_GRAPH) && !p->has_arcs)
        return err_set(e, ERR_NO_ARCS, NULL);
    return true;
}

bool gnu_report(const struct view_context *v, uint32_t styles, bool any_before,
                const struct emitter *out, struct err *e)
{
    const bool graph = styles & STYLE_GRAPH, graph_first = graph && v->settings->traditional;
    struct index_list index = {.v = v};
    struct task task = {0};
    struct gnu_out o;
    if (!gnu_has_data(v, styles, e))
        return false;
    gnu_begin(&o, v, out, e);
    /* While what stands before the index is written, unless that looks places up itself. */
    if (graph && gnu_may_share(v, v->analysis->n_symbols))
        task_start(&task, find_files, &index);
    else if (graph)
        find_files(&index);
    if (graph_first)
        section(&o, true, &any_before);
    if (styles & STYLE_FLAT)
        section(&o, false, &any_before);
    if (graph && !graph_first)
        section(&o, true, &any_before);
    task_finish(&task);
    if (graph)
        gnu_index(&o, &index);
    if (styles & STYLE_COUNTS) {
        separate(&o, &any_before);
        count_rows_each(v, put_count_row, &o);
    }
    if (styles & STYLE_ANNOTATE)
        gnu_annotate(&o, any_before);
    if (styles & STYLE_FUNCTION_ORDER)
        gnu_function_order(&o, graph);
    if (styles & STYLE_FILE_ORDER)
        gnu_file_order(&o);
    arena_release(&index.memory);
    return gnu_end(&o);
}

void gnu_file_info(const struct profile_file *f, bool for_terminal, struct text *out)
{
    const struct {
        uint64_t n;
        const char *what;
    } rows[] = {
        {f->n_histograms, "histogram"},
        {f->n_arcs, "call-graph"},
        {f->n_block_records, "basic-block count"},
    };
    text_str(out, "File `");
    if (for_terminal)
        text_shown(out, f->path, strlen(f->path), false);
    else
        text_str(out, f->path);
    text_printf(out, "' (version %d) contains:\n", (int)f->version);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        text_printf(out, "\t%llu %s record%s\n", (unsigned long long)rows[i].n, rows[i].what,
                    plural(rows[i].n));
}
