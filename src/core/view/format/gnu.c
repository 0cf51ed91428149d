/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/gnu.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/rows/count_rows.h"
#include "core/view/writer.h"

/* ---- the index after the call graph: names in alphabetical order, in three columns ---- */

static bool is_listed(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return v->settings->unused || a->graph->calls[s] || a->samples->self[s] != 0.0;
}

/* The files of static functions, which only the index prints: per symbol, NULL for none. NULL:
 * nothing is known of files. */
static const char **files_of_static(const struct view_context *v, struct arena *memory)
{
    const struct analysis *a = v->analysis;
    const char **file = NULL;
    if (v->settings->traditional || a->by_line || !(a->sources || v->lines))
        return NULL;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        bool asks = (a->table->symbols[s].flags & SYM_STATIC) && is_listed(v, s);
        const char *path = asks ? label_source(v, s) : NULL;
        if (path && !file)
            file = arena_array(memory, a->n_symbols, sizeof *file);
        if (path)
            file[s] = path;
    }
    return file;
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
    for (; col < start + 5; col++)
        text_char(&o->t, ' ');
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
static bool gnu_index(const struct view_context *v, const struct emitter *to, struct err *e)
{
    enum { ROWS = 1000 }; /* of a piece */
    struct gnu_out o;
    struct index_list l = {0};
    gnu_begin(&o, v, to, e);
    const struct analysis *a = v->analysis;
    const sym_id *by_name = a->by_name;
    l.nodes = arena_alloc(&o.memory, a->n_nodes, sizeof *l.nodes);
    for (uint32_t i = 0; i < a->n_symbols; i++)
        if (is_listed(v, by_name[i]))
            l.nodes[l.n++] = by_name[i];
    for (node_id n = a->n_symbols; n < a->n_nodes; n++)
        l.nodes[l.n++] = n;
    l.n_rows = (uint32_t)(((uint64_t)l.n + 2) / 3);
    l.file = files_of_static(v, &o.memory);
    text_str(&o.t, "\f\nIndex by function name\n\n");
    const struct gnu_list rows = {l.n_rows, ROWS, put_index_row, &l};
    gnu_put_list(&o, &rows, o.failed ? 0 : gnu_helpers_of(v, l.nodes, l.n));
    return gnu_end(&o);
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

static bool gnu_counts(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct gnu_out out;
    struct count_rows rows;
    gnu_begin(&out, v, to, e);
    count_rows_make(&rows, v);
    count_rows_each(&rows, put_count_row, &out);
    arena_release(&rows.memory);
    return gnu_end(&out);
}

/* From data/, through data/embed.awk. */
extern const char explain_flat[];
extern const char explain_graph[];

/* A report while it is written: what its sections have in common. */
struct report {
    const struct view_context *v;
    const struct emitter *out;
    struct err *e;
    bool any; /* something stands before the next section */
};

static bool put(struct report *r, const char *s)
{
    return r->out->write(r->out->ctx, s, strlen(s), r->e);
}

/* The form feed in front of every section but the first. */
static bool separate(struct report *r)
{
    bool ok = !r->any || put(r, "\f\n");
    r->any = true;
    return ok;
}

/* text: zero-terminated whole lines, neither starting nor ending with an empty one. */
static bool explain(struct report *r, const char *text)
{
    return r->v->settings->brief || (put(r, "\n") && put(r, text) && put(r, "\n\f\n"));
}

static bool section(struct report *r, bool is_graph)
{
    bool before = r->v->settings->traditional;
    const char *text = is_graph ? explain_graph : explain_flat;
    return separate(r) && (!before || explain(r, text)) &&
           (is_graph ? gnu_graph : gnu_flat)(r->v, r->out, r->e) && (before || explain(r, text));
}

static bool sections(struct report *r, uint32_t styles)
{
    bool flat = styles & STYLE_FLAT, graph = styles & STYLE_GRAPH;
    if (r->v->settings->traditional)
        return (!graph || section(r, true)) && (!flat || section(r, false));
    return (!flat || section(r, false)) && (!graph || section(r, true));
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
    struct report r = {v, out, e, any_before};
    return gnu_has_data(v, styles, e) && sections(&r, styles) &&
           (!(styles & STYLE_GRAPH) || gnu_index(v, out, e)) &&
           (!(styles & STYLE_COUNTS) || (separate(&r) && gnu_counts(v, out, e))) &&
           (!(styles & STYLE_ANNOTATE) || gnu_annotate(v, r.any, out, e)) &&
           (!(styles & STYLE_FUNCTION_ORDER) ||
            gnu_function_order(v, styles & STYLE_GRAPH, out, e)) &&
           (!(styles & STYLE_FILE_ORDER) || gnu_file_order(v, out, e));
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
