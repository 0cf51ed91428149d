/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls found in machine code, as pairs of symbols. */
#include "core/analyze/calls.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/sort.h"

enum { STEP = 1 << 12 };

struct call_search {
    const struct table *t;
    struct code *code;
    struct found_call *v; /* each pair once */
    size_t n, cap;
    sym_id from;
    uint32_t *mark; /* per symbol: 1 + the last caller that it was found to be called by */
    sym_id *holder; /* as in struct found_calls */
};

static bool in_histogram(const struct profile *p, uint64_t addr)
{
    for (uint32_t i = 0; i < p->n_hists; i++)
        if (addr >= p->hists[i].lo && addr < p->hists[i].hi)
            return true;
    return false;
}

/* QUIRK(gnu): a symbol is searched only within the first histogram that overlaps it; the last
 * symbol is not. Pinned by tests/diff/cases/static.case. */
static bool gnu_range(const struct call_search *x, struct code_range *r)
{
    const struct profile *p = x->t->profile;
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        if (h->lo >= r->hi || h->hi <= r->lo)
            continue;
        r->lo = h->lo > r->lo ? h->lo : r->lo;
        r->hi = h->hi < r->hi ? h->hi : r->hi;
        return true;
    }
    return false;
}

/* ---- searching ---- */

static void take_call(void *ctx, const struct code_call *c)
{
    struct call_search *x = ctx;
    const struct table *t = x->t;
    sym_id to = in_histogram(t->profile, c->other) ? table_at(t, c->target) : NO_ID;
    if (to == NO_ID || t->symbols[to].addr != c->target || x->mark[to] == x->from + 1)
        return;
    if (x->holder && x->mark[x->holder[to]] == x->from + 1)
        return;
    if (x->n == NO_ID - 1)
        mem_fail();
    mem_grow(&x->v, &x->cap, x->n + 1, sizeof *x->v);
    x->mark[to] = x->from + 1;
    x->v[x->n++] = (struct found_call){x->from, to};
}

static bool search_symbols(struct call_search *x, const struct progress *progress, struct err *e)
{
    const struct table *t = x->t;
    for (x->from = 0; x->from < t->n_symbols; x->from++) {
        const struct symbol *y = &t->symbols[x->from];
        if (x->from % STEP == 0 && !progress_step(progress, "code", x->from, t->n_symbols))
            return err_set(e, ERR_CANCELLED, NULL);
        if (x->from + 1 == t->n_symbols)
            break;
        struct code_range r = {.lo = y->addr, .hi = y[1].addr, .way = CALLS_GNU};
        if (gnu_range(x, &r))
            code_calls(x->code, &r, take_call, x);
    }
    return true;
}

/* QUIRK(gnu): with -l an arc to a function is also one to its lines; pinned by tests/diff. */
static void find_holders(struct call_search *x, struct found_calls *out)
{
    const struct table *t = x->t;
    sym_id last = NO_ID;
    if (!t->lines)
        return;
    out->holder = x->holder = arena_alloc(&out->memory, t->n_symbols, sizeof *out->holder);
    for (sym_id y = 0; y < t->n_symbols; y++) {
        if (!(t->symbols[y].flags & SYM_LINE))
            last = y;
        bool held = last != NO_ID && t->symbols[y].addr < t->symbols[last].end;
        x->holder[y] = held ? last : y;
    }
}

/* Calls from and to parts become those of their functions, each pair once. The marks are free. */
static void join_parts(struct call_search *x)
{
    const struct table *t = x->t;
    uint64_t *keys = mem_array_raw(x->n, sizeof *keys);
    uint32_t *ids = mem_array_raw(x->n, sizeof *ids), n = 0;
    struct found_call *v = mem_array_raw(x->n, sizeof *v);
    for (uint32_t i = 0; i < x->n; i++)
        if (!table_is_inner(t, x->v[i].from, x->v[i].to)) {
            keys[n] = table_whole(t, x->v[i].from);
            ids[n++] = i;
        }
    sort_radix(keys, ids, n);
    memset(x->mark, 0, t->n_symbols * sizeof *x->mark);
    x->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct found_call c = {table_whole(t, x->v[ids[i]].from), table_whole(t, x->v[ids[i]].to)};
        if (x->mark[c.to] != c.from + 1)
            v[x->n++] = c;
        x->mark[c.to] = c.from + 1;
    }
    free(keys);
    free(ids);
    free(x->v);
    x->v = v;
}

struct found_calls *found_calls_new(const struct table *t, struct code *code,
                                    const struct progress *progress, struct err *e)
{
    struct found_calls *out = arena_object(sizeof *out);
    struct call_search x = {.t = t, .code = code};
    out->finding = code_ready(code, CALLS_GNU, e);
    bool ok = out->finding != CODE_FAILED;
    if (out->finding == CODE_READY) {
        x.mark = mem_array(t->n_symbols, sizeof *x.mark);
        find_holders(&x, out);
        ok = search_symbols(&x, progress, e);
        if (ok && t->whole)
            join_parts(&x);
        out->n = (uint32_t)x.n;
        out->v = arena_alloc(&out->memory, x.n, sizeof *out->v);
        memcpy(out->v, x.v ? x.v : out->v, x.n * sizeof *out->v);
    }
    free(x.mark);
    free(x.v);
    if (ok)
        return out;
    arena_object_free(out);
    return NULL;
}
