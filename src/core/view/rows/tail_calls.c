/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that is called counts the call by the return address on the stack. One that was
 * jumped to finds that of its caller's caller: so one place in the code has two callees, the second
 * of which the first one's code jumps to. Only the code of such first ones is read. */
#include "core/view/rows/tail_calls.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"

enum {
    ARCS_MOST = 20000,
    AT_ONE_PLACE = 32, /* more callees than that are called through a pointer */
};

struct jump {
    sym_id from, to;
};

struct tail_search {
    const struct view_context *v;
    const struct table *table;
    const struct profile *p;
    uint32_t *arcs;     /* of the profile, by the place of the call */
    uint8_t *is_first;  /* per symbol: its code may jump to another one */
    struct jump *jumps; /* by `from` */
    size_t n;
    sym_id reading;
};

uint32_t *arcs_by_place(struct arena *memory, const struct profile *p)
{
    uint32_t *ids = arena_alloc(memory, p->n_arcs, sizeof *ids);
    uint64_t *keys = mem_array_raw(p->n_arcs, sizeof *keys);
    for (uint32_t i = 0; i < p->n_arcs; i++) {
        ids[i] = i;
        keys[i] = p->arcs[i].from;
    }
    sort_radix(keys, ids, p->n_arcs);
    free(keys);
    return ids;
}

static const struct raw_arc *arc_at(const struct tail_search *x, size_t i)
{
    return &x->p->arcs[x->arcs[i]];
}

/* The end of the arcs with the place of arc i. */
static size_t end_of_place(const struct tail_search *x, size_t i)
{
    size_t end = i + 1;
    while (end < x->p->n_arcs && arc_at(x, end)->from == arc_at(x, i)->from)
        end++;
    return end;
}

static bool has_two(size_t lo, size_t hi)
{
    return hi - lo > 1 && hi - lo <= AT_ONE_PLACE;
}

/* ---- jumps ---- */

static void take_jump(void *ctx, const struct code_call *c)
{
    struct tail_search *x = ctx;
    sym_id to = table_find(x->table, c->target);
    if (!c->jump || to == NO_ID || to == x->reading || x->table->symbols[to].addr != c->target)
        return;
    mem_append(&x->jumps, &x->n, &(struct jump){x->reading, to}, sizeof *x->jumps);
}

static void read_jumps(struct tail_search *x)
{
    struct err e = ERR_INIT;
    bool any = false;
    for (size_t lo = 0, hi; lo < x->p->n_arcs; lo = hi) {
        hi = end_of_place(x, lo);
        for (size_t i = lo; has_two(lo, hi) && i < hi; i++) {
            sym_id s = table_find(x->table, arc_at(x, i)->to);
            if (s == NO_ID)
                continue;
            x->is_first[s] = 1;
            any = true;
        }
    }
    if (!any || code_ready(x->v->code, CALLS_DECODED, &e) != CODE_READY)
        return;
    for (x->reading = 0; x->reading < x->table->n_symbols; x->reading++) {
        const struct symbol *y = &x->table->symbols[x->reading];
        uint64_t end = code_end(x->v->code, y->addr);
        struct code_range r = {y->addr, y->end < end ? y->end : end, CALLS_DECODED};
        if (x->is_first[x->reading] && r.lo < r.hi)
            code_calls(x->v->code, &r, take_jump, x);
    }
}

static bool jumps(const struct tail_search *x, sym_id from, sym_id to)
{
    size_t lo = search_below(x->jumps, x->n, SEARCH_BY(struct jump, from), from);
    while (lo < x->n && x->jumps[lo].from == from && x->jumps[lo].to != to)
        lo++;
    return lo < x->n && x->jumps[lo].from == from;
}

/* ---- calls ---- */

/* Which of the callees at a place jumps to the one of arc i; NO_ID: none. */
static sym_id jumper(const struct tail_search *x, size_t lo, size_t hi, size_t i)
{
    sym_id to = table_find(x->table, arc_at(x, i)->to);
    for (size_t k = lo; to != NO_ID && k < hi; k++) {
        sym_id first = table_find(x->table, arc_at(x, k)->to);
        if (first != NO_ID && jumps(x, first, to))
            return first;
    }
    return NO_ID;
}

void find_tail_calls(const struct view_context *v, struct tail_calls *out)
{
    struct tail_search x = {.v = v, .table = v->analysis->table, .p = v->analysis->profile};
    struct arena memory = {0};
    *out = (struct tail_calls){0, NO_ID, NO_ID};
    if (!v->code || v->analysis->by_line || x.p->n_arcs < 2 || x.p->n_arcs > ARCS_MOST)
        return;
    x.is_first = arena_array(&memory, x.table->n_symbols, 1);
    x.arcs = arcs_by_place(&memory, x.p);
    read_jumps(&x);
    if (x.n) {
        uint64_t most = 0;
        for (size_t lo = 0, hi; lo < x.p->n_arcs; lo = hi) {
            hi = end_of_place(&x, lo);
            for (size_t i = lo; has_two(lo, hi) && i < hi; i++) {
                sym_id first = jumper(&x, lo, hi, i);
                uint64_t n = first == NO_ID ? 0 : arc_at(&x, i)->count;
                out->calls += n;
                if (n <= most)
                    continue;
                most = n;
                out->from = first;
                out->to = table_find(x.table, arc_at(&x, i)->to);
            }
        }
    }
    arena_release(&memory);
    free(x.jumps);
}
