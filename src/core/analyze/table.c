/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/table.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

static uint64_t order_key(const struct raw_symbol *s, uint64_t base)
{
    return (s->addr - base) << 2 | symbol_rank(s);
}

static int compare_raw(const void *ctx, uint32_t a, uint32_t b)
{
    const struct raw_symbol *x = (const struct raw_symbol *)ctx + a;
    const struct raw_symbol *y = (const struct raw_symbol *)ctx + b;

    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return (int)symbol_rank(x) - (int)symbol_rank(y);
}

struct raw_list {
    const struct image *im;
    uint32_t *ids;
    uint32_t n;
    uint64_t lo, hi; /* lowest and highest address */
};

static bool accept_symbols(struct raw_list *l, const struct table_options *o)
{
    l->ids = mem_array_raw(l->im->n_symbols, sizeof *l->ids);
    if (!l->ids)
        return false;
    l->lo = UINT64_MAX;
    for (uint32_t i = 0; i < l->im->n_symbols; i++) {
        const struct raw_symbol *s = &l->im->symbols[i];

        if (!table_accepts(o, s->flags))
            continue;
        l->ids[l->n++] = i;
        l->lo = s->addr < l->lo ? s->addr : l->lo;
        l->hi = s->addr > l->hi ? s->addr : l->hi;
    }
    return true;
}

/* Stable, so that symbols alike in address and kind stay in the order of the file. */
static bool sort_symbols(struct raw_list *l)
{
    if (l->n && l->hi - l->lo >= UINT64_C(1) << 62)
        return sort_merge(l->ids, l->n, compare_raw, l->im->symbols);
    uint64_t *keys = mem_array_raw(l->n, sizeof *keys);

    if (!keys)
        return false;
    for (uint32_t i = 0; i < l->n; i++)
        keys[i] = order_key(&l->im->symbols[l->ids[i]], l->lo);
    bool ok = sort_radix(keys, l->ids, l->n);
    free(keys);
    return ok;
}

static void add_symbol(struct table *t, const struct image *im, uint32_t raw)
{
    const struct raw_symbol *s = &im->symbols[raw];
    struct symbol *last = t->n_symbols ? &t->symbols[t->n_symbols - 1] : NULL;

    if (last && last->addr == s->addr) {
        if (!symbol_replaces(im, s, &im->symbols[last->raw]))
            return;
    } else {
        last = &t->symbols[t->n_symbols++];
    }
    *last = (struct symbol){.addr = s->addr, .raw = raw, .flags = (uint8_t)s->flags};
}

static void set_ends(struct table *t, uint64_t text_end)
{
    for (uint32_t i = 0; i + 1 < t->n_symbols; i++)
        t->symbols[i].end = t->symbols[i + 1].addr;
    t->symbols[t->n_symbols - 1].end = text_end;
}

/* Pages cover the middle 31/32 of the symbols, so that a few far away cannot make pages coarse;
 * addresses outside take the binary search over all. About one page per symbol. */
static bool make_pages(struct table *t)
{
    uint32_t n = t->n_symbols, edge = n / 64;

    if (n < 64)
        return true;
    t->page_lo = t->symbols[edge].addr;
    t->page_hi = t->symbols[n - 1 - edge].addr;
    uint64_t span = t->page_hi - t->page_lo;
    while (span >> t->page_shift > n)
        t->page_shift++;
    size_t n_pages = (size_t)(span >> t->page_shift) + 1;
    t->page = mem_array_raw(n_pages + 1, sizeof *t->page);
    if (!t->page)
        return false;
    sym_id s = edge;
    for (size_t p = 0; p <= n_pages; p++) {
        uint64_t start = p < n_pages ? t->page_lo + ((uint64_t)p << t->page_shift) : t->page_hi;

        while (s + 1 < n && t->symbols[s + 1].addr <= start)
            s++;
        t->page[p] = s;
    }
    return true;
}

static bool fill_table(struct table *t, const struct table_options *o, struct err *e)
{
    const struct image *im = t->profile->images[0];
    struct raw_list list = {.im = im};
    bool ok = accept_symbols(&list, o) && sort_symbols(&list);

    if (ok && list.n == 0) {
        free(list.ids);
        return err_set(e, ERR_IMAGE_NO_SYMBOLS, im->path);
    }
    t->symbols = ok ? mem_array_raw(list.n, sizeof *t->symbols) : NULL;
    if (t->symbols) {
        for (uint32_t i = 0; i < list.n; i++)
            add_symbol(t, im, list.ids[i]);
        set_ends(t, im->text_hi);
    }
    free(list.ids);
    return (t->symbols && make_pages(t)) || err_memory(e, 0);
}

struct table *table_new(const struct profile *p, const struct table_options *o, struct err *e)
{
    struct table *t = mem_array(1, sizeof *t);

    if (!t) {
        err_memory(e, sizeof *t);
        return NULL;
    }
    t->profile = p;
    if (fill_table(t, o, e))
        return t;
    table_free(t);
    return NULL;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    free(t->symbols);
    free(t->page);
    free(t);
}
