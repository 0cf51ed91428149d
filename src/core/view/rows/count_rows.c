/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/count_rows.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/label.h"

/* QUIRK(gnu): by file and line where both have one, else by address only, which is not transitive;
 * with the same merge sort the result is the same. Pinned by tests/diff. */
static int compare_places(const void *ctx, uint32_t a, uint32_t b)
{
    const struct count_rows *r = ctx;
    const struct line_pos *p = &r->pos[a], *q = &r->pos[b];
    if (p->file && q->file) {
        int c = strcmp(p->file, q->file);
        if (c)
            return c;
        if (p->line != q->line)
            return p->line < q->line ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

void count_rows_make(struct count_rows *r, const struct view_context *v)
{
    const struct analysis *a = v->analysis;
    *r = (struct count_rows){.v = v};
    r->symbols = arena_alloc(&r->memory, a->n_symbols, sizeof *r->symbols);
    r->pos = arena_array(&r->memory, a->n_symbols, sizeof *r->pos);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        if (!symset_lets(a->exec, s))
            continue;
        r->symbols[r->n++] = s;
        if (!label_place(r->v, s, &r->pos[s]))
            r->pos[s] = (struct line_pos){0};
    }
    sort_merge(r->symbols, r->n, compare_places, r);
}

void count_rows_each(const struct count_rows *r,
                     bool (*take)(void *ctx, const struct count_row *row), void *ctx)
{
    const struct analysis *a = r->v->analysis;
    const struct blocks *b = a->blocks;
    const bool unused = r->v->settings->unused;
    bool ok = true;
    for (uint32_t k = 0; k < r->n && ok; k++) {
        const sym_id s = r->symbols[k];
        struct count_row row = {s, r->pos[s], a->table->symbols[s].addr, a->graph->calls[s]};
        if (unused || row.count)
            ok = take(ctx, &row);
        for (unsigned i = 0; b && i < b->n[s] && ok; i++) {
            row.addr = b->v[b->lo[s] + i].addr;
            row.count = b->v[b->lo[s] + i].count;
            if (unused || row.count)
                ok = take(ctx, &row);
        }
    }
}
