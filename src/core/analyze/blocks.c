/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Basic-block counts by symbol (GNU manual, node "Basic-Block Counting"; only with -l). */
#include "core/analyze/blocks.h"

#include <stdlib.h>

#include "core/base/mem.h"

enum { STEP = 1 << 16 };

/* Find the symbol of each raw block, and make room for the blocks of each symbol. */
static bool find_symbols(const struct table *t, struct blocks *b, sym_id *of,
                         const struct progress *progress, struct err *e)
{
    const struct profile *p = t->profile;
    for (size_t i = 0; i < p->n_blocks; i++) {
        if (i % STEP == 0 && !progress_step(progress, "blocks", i, p->n_blocks))
            return err_set(e, ERR_CANCELLED, NULL);
        of[i] = table_find(t, p->blocks[i].addr);
        if (of[i] != NO_ID && b->n[of[i]] < BLOCKS_MAX)
            b->n[of[i]]++;
    }
    for (sym_id s = 0; s < t->n_symbols; s++) {
        b->lo[s + 1] = b->lo[s] + b->n[s];
        b->n[s] = 0;
    }
    return true;
}

struct blocks *blocks_new(const struct table *t, const struct progress *progress, struct err *e)
{
    const struct profile *p = t->profile;
    struct blocks *b = arena_object(sizeof *b);
    sym_id *of = mem_array_raw(p->n_blocks, sizeof *of);
    b->lo = arena_array(&b->memory, (size_t)t->n_symbols + 1, sizeof *b->lo);
    b->n = arena_array(&b->memory, t->n_symbols, sizeof *b->n);

    bool ok = find_symbols(t, b, of, progress, e);
    if (ok)
        b->v = arena_alloc(&b->memory, b->lo[t->n_symbols], sizeof *b->v);
    for (size_t i = 0; ok && i < p->n_blocks; i++)
        if (of[i] != NO_ID) {
            /* QUIRK(gnu): a symbol has ten places, further addresses are dropped; pinned by
             * tests/diff. */
            sym_id s = of[i];
            const struct raw_block *x = &p->blocks[i];
            struct raw_block *v = b->v + b->lo[s];
            unsigned k = 0;
            while (k < b->n[s] && v[k].addr != x->addr)
                k++;
            if (k < b->n[s]) {
                v[k].count += x->count;
            } else if (k < BLOCKS_MAX) {
                v[k] = *x;
                b->n[s]++;
            }
        }
    free(of);
    if (ok)
        return b;
    arena_object_free(b);
    return NULL;
}
