/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/row_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

enum { WORD_LEVELS = 32 }; /* of eight bytes; longer ones are compared whole */

struct row_words {
    const char **of; /* by id */
    bool ascending;
};

static const char *word_of(const void *ctx, uint32_t id)
{
    return ((const struct row_words *)ctx)->of[id];
}

static int compare_words(const void *ctx, uint32_t a, uint32_t b)
{
    const struct row_words *w = ctx;
    int c = strcmp(w->of[a], w->of[b]);
    if (c == 0)
        return a < b ? -1 : a > b;
    return w->ascending ? c : -c;
}

void row_order_sort(uint32_t *ids, uint32_t n, const struct row_order *o)
{
    const uint32_t *asked = o->asked ? o->asked : ids;
    size_t n_ids = 1;
    for (uint32_t i = 0; i < n; i++)
        n_ids = ids[i] >= n_ids ? (size_t)ids[i] + 1 : n_ids;
    if (o->word) {
        struct row_words w = {mem_array_raw(n_ids, sizeof *w.of), o->ascending};
        const struct sort_order levels = {.n_levels = WORD_LEVELS,
                                          .compare = compare_words,
                                          .ctx = &w,
                                          .name = word_of,
                                          .turned = !o->ascending};
        for (uint32_t i = 0; i < n; i++)
            w.of[asked[i]] = o->word(o->ctx, asked[i]);
        sort_levels(ids, n, &levels);
        free(w.of);
        return;
    }
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    double *of = mem_array_raw(n_ids, sizeof *of);
    for (uint32_t i = 0; i < n; i++)
        of[asked[i]] = o->number(o->ctx, asked[i]);
    for (uint32_t i = 0; i < n; i++) {
        double v = of[ids[i]];
        keys[i] = isnan(v) ? UINT64_MAX : sort_key_descending(o->ascending ? -v : v);
    }
    sort_radix(keys, ids, n);
    free(keys);
    free(of);
}
