/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/overlap.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* The pieces that have begun, the one that counts on top of a binary heap. Those that ended stay
 * below until they come to the top. */
struct heap {
    const struct dwarf_piece *pieces;
    uint32_t *all;
    size_t n;
};

struct out {
    struct dwarf_span *spans;
    size_t n, cap;
};

static bool counts_before(const struct heap *h, uint32_t a, uint32_t b)
{
    const struct dwarf_piece *x = &h->pieces[a], *y = &h->pieces[b];
    if (x->hi - x->lo != y->hi - y->lo)
        return x->hi - x->lo < y->hi - y->lo;
    return x->function > y->function;
}

static void put(struct heap *h, uint32_t piece)
{
    size_t i = h->n++;
    for (; i > 0 && counts_before(h, piece, h->all[(i - 1) / 2]); i = (i - 1) / 2)
        h->all[i] = h->all[(i - 1) / 2];
    h->all[i] = piece;
}

static void drop_top(struct heap *h)
{
    uint32_t last = h->all[--h->n];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= h->n)
            break;
        if (child + 1 < h->n && counts_before(h, h->all[child + 1], h->all[child]))
            child++;
        if (!counts_before(h, h->all[child], last))
            break;
        h->all[i] = h->all[child];
        i = child;
    }
    h->all[i] = last;
}

static bool begin_span(struct out *o, uint64_t lo, uint32_t function)
{
    if (o->n && o->spans[o->n - 1].lo == lo)
        o->n--;
    if (o->n ? o->spans[o->n - 1].function == function : function == DWARF_NO_FUNCTION)
        return true;
    if (!mem_grow(&o->spans, &o->cap, o->n + 1, sizeof *o->spans))
        return false;
    o->spans[o->n++] = (struct dwarf_span){.lo = lo, .function = function};
    return true;
}

/* Add the spans from `at` to `next`, the start of the next piece, of the pieces that have begun. */
static bool spans_up_to(struct heap *h, struct out *o, uint64_t at, uint64_t next)
{
    while (at < next) {
        while (h->n && h->pieces[h->all[0]].hi <= at)
            drop_top(h);
        const struct dwarf_piece *top = h->n ? &h->pieces[h->all[0]] : NULL;
        if (!begin_span(o, at, top ? top->function : DWARF_NO_FUNCTION))
            return false;
        if (!top)
            return true;
        at = top->hi;
    }
    return true;
}

static int by_start(const void *a, const void *b)
{
    const struct dwarf_piece *x = a, *y = b;
    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    if (x->hi != y->hi)
        return x->hi > y->hi ? -1 : 1;
    return x->function < y->function ? -1 : x->function > y->function;
}

static bool sweep(struct heap *h, struct out *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        put(h, (uint32_t)i);
        uint64_t next = i + 1 < n ? h->pieces[i + 1].lo : UINT64_MAX;
        if (!spans_up_to(h, o, h->pieces[i].lo, next))
            return false;
    }
    return true;
}

static bool is_sorted(const struct dwarf_piece *p, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (by_start(&p[i - 1], &p[i]) > 0)
            return false;
    return true;
}

bool dwarf_pieces_flatten(struct dwarf_piece *pieces, size_t n, struct dwarf_span **spans,
                          size_t *n_spans)
{
    struct out o = {0};
    struct heap h = {.pieces = pieces, .all = mem_array_raw(n, sizeof *h.all)};
    bool ok = h.all && n < DWARF_NO_FUNCTION;
    if (ok && !is_sorted(pieces, n))
        qsort(pieces, n, sizeof *pieces, by_start);
    ok = ok && sweep(&h, &o, n);
    free(h.all);
    if (!ok)
        free(o.spans);
    *spans = ok ? o.spans : NULL;
    *n_spans = ok ? o.n : 0;
    return ok;
}
