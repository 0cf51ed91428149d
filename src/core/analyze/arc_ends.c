/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/arc_ends.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/search.h"

/* Calls of a label that is no function are credited to the function symbol before it.
 * QUIRK(gnu): so it is in gprof; pinned by tests/diff. */
static void map_functions(struct arc_finder *f)
{
    const struct table *t = f->t;
    sym_id last = NO_ID, y = 0;
    while (y < t->n_symbols && t->symbols[y].flags & SYM_FUNC)
        y++;
    if (y == t->n_symbols)
        return;
    f->function = mem_array_raw(t->n_symbols, sizeof *f->function);
    for (y = 0; y < t->n_symbols; y++) {
        if (t->symbols[y].flags & SYM_FUNC)
            last = y;
        f->function[y] = last;
    }
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
static void list_starts(struct arc_finder *f)
{
    const struct table *t = f->t;
    if (!t->page || t->page_hi - t->page_lo > UINT32_MAX || !without_gaps(t))
        return;
    f->start = mem_array_raw(t->n_symbols, sizeof *f->start);
    for (sym_id y = 0; y < t->n_symbols; y++)
        f->start[y] = (uint32_t)(t->symbols[y].addr - t->page_lo);
}

void arc_finder_init(struct arc_finder *f, const struct table *t)
{
    *f = (struct arc_finder){.t = t};
    map_functions(f);
    list_starts(f);
}

void arc_finder_release(struct arc_finder *f)
{
    free(f->function);
    free(f->start);
}

/* ---- look-ups ---- */

/* Does a page cover addr? Then it has number *page. */
static bool on_page(const struct arc_finder *f, uint64_t addr, size_t *page)
{
    const struct table *t = f->t;
    *page = (size_t)((addr - t->page_lo) >> t->page_shift);
    return f->start && addr >= t->page_lo && addr < t->page_hi;
}

static sym_id find(const struct arc_finder *f, uint64_t addr)
{
    const struct table *t = f->t;
    size_t page;
    if (!on_page(f, addr, &page))
        return table_at(t, addr);
    uint32_t unit = (uint32_t)(addr - t->page_lo);
    sym_id lo = t->page[page], hi = t->page[page + 1] + 1;
    return lo + (sym_id)search_upto(f->start + lo + 1, hi - lo - 1, SEARCH_PLAIN(uint32_t), unit);
}

static sym_id find_caller(struct arc_finder *f, uint64_t addr)
{
    if (table_holds(f->t, f->last, addr))
        return f->last;
    sym_id s = find(f, addr);
    f->last = s == NO_ID ? f->last : s;
    return s;
}

static sym_id find_callee(const struct arc_finder *f, uint64_t addr)
{
    sym_id s = find(f, addr);
    return s != NO_ID && f->function ? f->function[s] : s;
}

void arc_finder_find(struct arc_finder *f, const struct raw_arc *a, size_t n, struct arc_ends *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = (struct arc_ends){find_caller(f, a[i].from), find_callee(f, a[i].to)};
        bool lost = out[i].from == NO_ID || out[i].to == NO_ID;
        bool counts = !lost && !table_is_inner(f->t, out[i].from, out[i].to);
        out[i].from = counts ? table_whole(f->t, out[i].from) : NO_ID;
        out[i].to = lost ? NO_ID : table_whole(f->t, out[i].to);
    }
}
