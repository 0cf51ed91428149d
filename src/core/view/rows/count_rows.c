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
    const struct line_pos *p = (const struct line_pos *)ctx + a,
                          *q = (const struct line_pos *)ctx + b;
    if (p->file && q->file) {
        int c = strcmp(p->file, q->file);
        if (c)
            return c;
        if (p->line != q->line)
            return p->line < q->line ? -1 : 1;
    }
    return a < b ? -1 : a > b;
}

void count_rows_each(const struct view_context *v,
                     bool (*take)(void *ctx, const struct count_row *row), void *ctx)
{
    const struct analysis *a = v->analysis;
    const struct blocks *b = a->blocks;
    const bool unused = v->settings->unused;
    struct arena memory = {0};
    sym_id *symbols = arena_alloc(&memory, a->n_symbols, sizeof *symbols); /* in printed order */
    struct line_pos *pos = arena_array(&memory, a->n_symbols, sizeof *pos);
    uint32_t n = 0;
    bool ok = true;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        if (!symset_lets(a->exec, s))
            continue;
        symbols[n++] = s;
        if (!label_place(v, s, &pos[s]))
            pos[s] = (struct line_pos){0};
    }
    sort_merge(symbols, n, compare_places, pos);
    for (uint32_t k = 0; k < n && ok; k++) {
        const sym_id s = symbols[k];
        struct count_row row = {s, pos[s], a->table->symbols[s].addr, a->graph->calls[s]};
        if (unused || row.count)
            ok = take(ctx, &row);
        for (unsigned i = 0; b && i < b->n[s] && ok; i++) {
            row.addr = b->v[b->lo[s] + i].addr;
            row.count = b->v[b->lo[s] + i].count;
            if (unused || row.count)
                ok = take(ctx, &row);
        }
    }
    arena_release(&memory);
}
