/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/intake.h"

#include <stdlib.h>

#include "core/base/fetch.h"
#include "core/base/mem.h"

/* Calls of a label that is no function are credited to the function symbol before it.
 * QUIRK(gnu): so it is in gprof; pinned by tests/diff. */
static bool map_functions(struct intake *in)
{
    const struct table *t = in->t;
    sym_id last = NO_ID, y = 0;

    while (y < t->n_symbols && t->symbols[y].flags & SYM_FUNC)
        y++;
    if (y == t->n_symbols)
        return true;
    in->function = mem_array_raw(t->n_symbols, sizeof *in->function);
    if (!in->function)
        return false;
    for (y = 0; y < t->n_symbols; y++) {
        if (t->symbols[y].flags & SYM_FUNC)
            last = y;
        in->function[y] = last;
    }
    return true;
}

bool intake_init(struct intake *in, const struct table *t)
{
    *in = (struct intake){.t = t};
    return map_functions(in);
}

void intake_release(struct intake *in)
{
    free(in->function);
}

static sym_id find_caller(struct intake *in, uint64_t addr)
{
    if (table_holds(in->t, in->last, addr))
        return in->last;
    sym_id s = table_find(in->t, addr);
    in->last = s == NO_ID ? in->last : s;
    return s;
}

static sym_id find_callee(const struct intake *in, uint64_t addr)
{
    sym_id s = table_find(in->t, addr);

    return s != NO_ID && in->function ? in->function[s] : s;
}

/* Bring what the look-ups of a batch will touch into the cache: pages first, then symbols. */
static void fetch_page(const struct table *t, uint64_t addr)
{
    if (t->page && addr >= t->page_lo && addr < t->page_hi)
        fetch(&t->page[(addr - t->page_lo) >> t->page_shift]);
}

static void fetch_symbol(const struct table *t, uint64_t addr)
{
    if (t->page && addr >= t->page_lo && addr < t->page_hi)
        fetch_bytes(&t->symbols[t->page[(addr - t->page_lo) >> t->page_shift]],
                    2 * sizeof *t->symbols);
}

void intake_find(struct intake *in, const struct raw_arc *a, size_t n, struct arc_ends *out)
{
    for (size_t i = 0; i < n; i++)
        fetch_page(in->t, a[i].to);
    for (size_t i = 0; i < n; i++)
        fetch_symbol(in->t, a[i].to);
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct arc_ends){find_caller(in, a[i].from), find_callee(in, a[i].to)};
        if (out[i].to == NO_ID)
            out[i].from = NO_ID;
    }
}
