/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/arc_ends.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/base/search.h"

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

/* Does every address that pages cover lie in a symbol? */
static bool without_gaps(const struct table *t)
{
    for (sym_id y = t->page[0]; t->symbols[y].addr < t->page_hi; y++)
        if (t->symbols[y].end != t->symbols[y + 1].addr)
            return false;
    return true;
}

/* Where an address is looked for, in a sixth of the room that symbols take: most look-ups go to
 * places that no other was near for long. */
static bool list_starts(struct intake *in)
{
    const struct table *t = in->t;

    if (!t->page || t->page_hi - t->page_lo > UINT32_MAX || !without_gaps(t))
        return true;
    in->start = mem_array_raw(t->n_symbols, sizeof *in->start);
    for (sym_id y = 0; in->start && y < t->n_symbols; y++)
        in->start[y] = (uint32_t)(t->symbols[y].addr - t->page_lo);
    return in->start;
}

bool intake_init(struct intake *in, const struct table *t)
{
    *in = (struct intake){.t = t};
    return map_functions(in) && list_starts(in);
}

void intake_release(struct intake *in)
{
    free(in->function);
    free(in->start);
}

/* ---- look-ups ---- */

/* Does a page cover addr? Then it has number *page. */
static bool on_page(const struct intake *in, uint64_t addr, size_t *page)
{
    const struct table *t = in->t;

    *page = (size_t)((addr - t->page_lo) >> t->page_shift);
    return in->start && addr >= t->page_lo && addr < t->page_hi;
}

static sym_id find(const struct intake *in, uint64_t addr)
{
    const struct table *t = in->t;
    size_t page;

    if (!on_page(in, addr, &page))
        return table_find(t, addr);
    uint32_t unit = (uint32_t)(addr - t->page_lo);
    sym_id lo = t->page[page], hi = t->page[page + 1] + 1;
    return lo + (sym_id)search_upto(in->start + lo + 1, hi - lo - 1, SEARCH_PLAIN(uint32_t), unit);
}

static sym_id find_caller(struct intake *in, uint64_t addr)
{
    if (table_holds(in->t, in->last, addr))
        return in->last;
    sym_id s = find(in, addr);
    in->last = s == NO_ID ? in->last : s;
    return s;
}

static sym_id find_callee(const struct intake *in, uint64_t addr)
{
    sym_id s = find(in, addr);

    return s != NO_ID && in->function ? in->function[s] : s;
}

/* Bring what the look-ups of a batch will touch into the cache: pages first, then symbols. */
static void fetch_pages(const struct intake *in, const struct raw_arc *a, size_t n)
{
    size_t page;

    for (size_t i = 0; i < n; i++)
        if (on_page(in, a[i].to, &page))
            fetch(&in->t->page[page]);
    for (size_t i = 0; i < n; i++)
        if (on_page(in, a[i].to, &page))
            fetch(&in->start[in->t->page[page]]);
}

void intake_find(struct intake *in, const struct raw_arc *a, size_t n, struct arc_ends *out)
{
    fetch_pages(in, a, n);
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct arc_ends){find_caller(in, a[i].from), find_callee(in, a[i].to)};
        if (out[i].to == NO_ID)
            out[i].from = NO_ID;
    }
}
