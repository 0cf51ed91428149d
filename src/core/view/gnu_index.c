/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The index behind the call graph: names in alphabetical order, in three columns. */
#include <stdlib.h>
#include <string.h>

#include "core/base/fetch.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/gnu_parts.h"

struct index_list {
    node_id *nodes;
    uint32_t n;
};

static bool list_nodes(struct index_list *l, const struct analysis *a, bool unused)
{
    const sym_id *by_name = analysis_by_name(a);

    l->nodes = mem_array_raw(a->n_nodes, sizeof *l->nodes);
    if (!l->nodes)
        return false;
    for (uint32_t i = 0; i < a->n_symbols; i++)
        if (unused || a->graph->calls[by_name[i]] || a->samples->self[by_name[i]] != 0.0)
            l->nodes[l->n++] = by_name[i];
    for (node_id n = a->n_symbols; n < a->n_nodes; n++)
        l->nodes[l->n++] = n;
    return true;
}

/* Columns of "[3]". */
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

/* " (file)" behind static functions. Returns its length less the blank in front. */
static size_t put_static_file(struct gnu_out *o, node_id n)
{
    const struct analysis *a = o->v->analysis;
    size_t before = o->t.n;
    struct line_pos pos;

    if (a->by_line || node_is_cycle(a, n) || !(a->table->symbols[n].flags & SYM_STATIC) ||
        !label_place(o->v, n, &pos))
        return 0;
    text_str(&o->t, " (");
    gnu_words(o->v, &o->t, label_file(o->v, pos.file));
    text_char(&o->t, ')');
    return o->t.n - before;
}

/* One cell; `start` is the column where it should begin, `col` where the line is. The blanks around
 * the mark are not counted, as in gprof. Returns the new column. */
static size_t put_cell(struct gnu_out *o, node_id n, size_t start, size_t col)
{
    col += mark_cols(o, n);
    for (; col < start + 5; col++)
        text_char(&o->t, ' ');
    text_index(&o->t, o->v->analysis, n);
    text_char(&o->t, ' ');
    size_t before = o->t.n;
    put_name(o, n, false);
    return col + (o->t.n - before) + put_static_file(o, n);
}

/* Mark right in 6, a blank, name left in 19, both cut to that. */
static void put_traditional_cell(struct gnu_out *o, node_id n)
{
    struct text *t = &o->t;
    size_t width = mark_cols(o, n), before = t->n;

    text_fill(t, ' ', width < 6 ? 6 - width : 0);
    text_index(t, o->v->analysis, n);
    text_char(t, ' ');
    if (t->failed)
        return;
    memmove(t->p + before, t->p + before + 1, 6); /* the mark brings a blank of its own */
    t->p[before + 6] = ' ';
    t->n = before + 7;
    put_name(o, n, true);
    text_fill(t, ' ', 19);
    if (!t->failed)
        t->n = before + 7 + 19;
}

/* Bring what the same column of the next rows reads into the cache, in three steps. */
static void fetch_ahead(const struct gnu_out *o, const struct index_list *l, uint32_t i)
{
    enum { APART = 4, STEPS = 3 };
    const struct analysis *a = o->v->analysis;

    for (uint32_t step = 0; step < STEPS && i + APART * (step + 1) < l->n; step++) {
        node_id n = l->nodes[i + APART * (step + 1)];

        if (step == 0)
            fetch(&a->order->index[n]);
        if (!node_is_cycle(a, n))
            label_fetch(o->v, n, step);
    }
}

static void put_row(struct gnu_out *o, const struct index_list *l, uint32_t row, uint32_t n_rows)
{
    size_t start = 0, col = 0, step = (o->v->settings->width - 1) / 3;

    for (uint32_t i = row; i < l->n; i += n_rows) {
        fetch_ahead(o, l, i);
        if (o->v->settings->traditional)
            put_traditional_cell(o, l->nodes[i]);
        else
            col = put_cell(o, l->nodes[i], start, col);
        start += step;
    }
    text_char(&o->t, '\n');
}

bool gnu_index(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct gnu_out o;
    struct index_list l = {0};

    gnu_begin(&o, v, to, e);
    if (!list_nodes(&l, v->analysis, v->settings->unused))
        gnu_no_memory(&o);
    text_str(&o.t, "\f\nIndex by function name\n\n");
    uint32_t n_rows = (uint32_t)(((uint64_t)l.n + 2) / 3);
    for (uint32_t row = 0; row < n_rows && gnu_row(&o); row++)
        put_row(&o, &l, row, n_rows);
    free(l.nodes);
    return gnu_end(&o);
}
