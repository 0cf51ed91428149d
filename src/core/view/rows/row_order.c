/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/row_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

/* ---- order ---- */

static void sort_numbers(uint32_t *ids, uint32_t n, const struct row_order *o)
{
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++) {
        double v = o->number(o->ctx, ids[i]);
        keys[i] = isnan(v) ? UINT64_MAX : sort_key_descending(o->ascending ? -v : v);
    }
    sort_radix(keys, ids, n);
    free(keys);
}

enum { WORD_LEVELS = 32 }; /* of eight bytes; longer ones are compared whole */

struct row_words {
    const char **word; /* by place */
    bool ascending;
};

static const char *word_at(const void *ctx, uint32_t place)
{
    return ((const struct row_words *)ctx)->word[place];
}

static int compare_words(const void *ctx, uint32_t a, uint32_t b)
{
    const struct row_words *w = ctx;
    int c = strcmp(w->word[a], w->word[b]);
    if (c == 0)
        return a < b ? -1 : a > b;
    return w->ascending ? c : -c;
}

static void sort_words(uint32_t *ids, uint32_t n, const struct row_order *o)
{
    struct row_words w = {mem_array_raw(n, sizeof *w.word), o->ascending};
    uint32_t *old = mem_array_raw(n, sizeof *old), *place = mem_array_raw(n, sizeof *place);
    const struct sort_order levels = {.n_levels = WORD_LEVELS,
                                      .compare = compare_words,
                                      .ctx = &w,
                                      .name = word_at,
                                      .turned = !o->ascending};
    for (uint32_t i = 0; i < n; i++) {
        old[i] = ids[i];
        place[i] = i;
        w.word[i] = o->word(o->ctx, ids[i]);
    }
    sort_levels(place, n, &levels);
    for (uint32_t i = 0; i < n; i++)
        ids[i] = old[place[i]];
    free(w.word);
    free(old);
    free(place);
}

void row_order_sort(uint32_t *ids, uint32_t n, const struct row_order *o)
{
    if (o->word) {
        sort_words(ids, n, o);
        return;
    }
    sort_numbers(ids, n, o);
}

/* ---- filter ---- */

/* One row, and the filter that asks. */
struct asking {
    struct rows_kept *k;
    const struct row_asked *row;
};

static bool asked_number(void *ctx, unsigned value, double *out)
{
    const struct row_asked *row = ((const struct asking *)ctx)->row;
    *out = row->number(row->ctx, row->id, value);
    return !isnan(*out);
}

static const char *asked_file(void *ctx)
{
    const struct row_asked *row = ((const struct asking *)ctx)->row;
    return function_file(row->v, row->node);
}

static const char *asked_image(void *ctx)
{
    const struct row_asked *row = ((const struct asking *)ctx)->row;
    return function_image(row->v, row->node);
}

/* A scope that cannot be read for want of memory counts as none. */
static const char *asked_scope(void *ctx)
{
    const struct asking *x = ctx;
    struct scope *s = &x->k->scope;
    const struct analysis *a = x->row->v->analysis;
    if (x->k->scope_of != a->profile->image)
        s->ada = scope_reader(a->profile->image).ada;
    x->k->scope_of = a->profile->image;
    scope_read(s, table_plain_name(a->table, x->row->node), SCOPE_DEPTH);
    return s->n ? text_z(&s->text) : NULL;
}

bool rows_kept_ask(struct rows_kept *k, const struct row_asked *row)
{
    struct asking x = {k, row};
    struct row_facts facts = {.name = "", .ctx = &x, .number = asked_number};
    bool function = row->node != NO_ID && !node_is_cycle(row->v->analysis, row->node);
    if (!k->filter)
        return true;
    if (function) {
        facts.file = asked_file;
        facts.image = asked_image;
        facts.scope = asked_scope;
    }
    if (rowfilter_needs_name(k->filter)) {
        text_clear(&k->name);
        text_clear(&k->full);
        if (row->node == NO_ID)
            text_str(&k->name, row->words);
        else
            text_name(&k->name, row->v, row->node, k->style);
        facts.name = text_z(&k->name);
        facts.n_name = k->name.n;
        if (function) {
            text_match_name(&k->full, row->v, row->node);
            facts.full = text_z(&k->full);
            facts.n_full = k->full.n;
        }
    }
    return rowfilter_keeps(k->filter, &facts);
}

void rows_kept_end(struct rows_kept *k)
{
    text_release(&k->name);
    text_release(&k->full);
    scope_release(&k->scope);
}
