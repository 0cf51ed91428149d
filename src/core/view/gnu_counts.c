/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Execution counts (-C): a line per function or line, with -l and basic blocks one per block. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/gnu_parts.h"

struct counts {
    struct gnu_out out;
    const struct analysis *a;
    sym_id *symbols;
    struct line_pos *pos; /* per symbol of the table */
    uint32_t n;
};

/* QUIRK(gnu): by file and line where both have one, else by address only, which is not transitive;
 * with the same merge sort the result is the same. Pinned by tests/diff. */
static int compare_places(const void *ctx, uint32_t a, uint32_t b)
{
    const struct counts *x = ctx;
    const struct line_pos *p = &x->pos[a], *q = &x->pos[b];

    if (p->file && q->file) {
        int c = strcmp(p->file, q->file);

        if (c)
            return c;
        if (p->line != q->line)
            return p->line < q->line ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

static bool collect(struct counts *x)
{
    x->symbols = mem_array_raw(x->a->n_symbols, sizeof *x->symbols);
    x->pos = mem_array(x->a->n_symbols, sizeof *x->pos);
    if (!x->symbols || !x->pos)
        return false;
    for (sym_id s = 0; s < x->a->n_symbols; s++) {
        if (!analysis_lets(x->a, SET_EXEC_IN, s))
            continue;
        x->symbols[x->n++] = s;
        if (!label_place(x->out.v, s, &x->pos[s]))
            x->pos[s] = (struct line_pos){0};
    }
    return sort_merge(x->symbols, x->n, compare_places, x);
}

/* A line of symbol s: the function, or a block of it. */
static void put_row(struct counts *x, sym_id s, uint64_t addr, uint64_t count)
{
    struct text *t = &x->out.t;

    gnu_words(x->out.v, t, x->pos[s].file ? x->pos[s].file : "<unknown>");
    text_char(t, ':');
    text_uint(t, x->pos[s].line, 0);
    text_str(t, ": (");
    gnu_words(x->out.v, t, symbol_name(x->a, s));
    text_str(t, ":0x");
    text_hex(t, addr);
    text_str(t, ") ");
    text_uint(t, count, 0);
    text_str(t, " executions\n");
}

static void put_symbol(struct counts *x, sym_id s)
{
    bool unused = x->out.v->settings->unused;
    uint64_t calls = x->a->graph->calls[s];
    const struct blocks *b = x->a->blocks;

    if (unused || calls)
        put_row(x, s, x->a->table->symbols[s].addr, calls);
    for (unsigned i = 0; b && i < b->n[s]; i++) {
        const struct raw_block *block = &b->v[b->lo[s] + i];

        if (unused || block->count)
            put_row(x, s, block->addr, block->count);
    }
}

bool gnu_counts(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct counts x = {.a = v->analysis};

    gnu_begin(&x.out, v, to, e);
    if (!collect(&x))
        gnu_no_memory(&x.out);
    for (uint32_t i = 0; i < x.n && gnu_row(&x.out); i++)
        put_symbol(&x, x.symbols[i]);
    free(x.symbols);
    free(x.pos);
    return gnu_end(&x.out);
}
