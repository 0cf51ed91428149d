/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/range.h"

#include "core/load/dwarf/constants.h"

enum { LIST_STEP = 4096 }; /* bytes of a list that are read at a time */

/* A list being read. */
struct range_list {
    struct dwarf *d;
    const struct dwarf_unit *u;
    const struct dwarf_bounds *bounds;
    uint64_t off, base;
    bool (*add)(void *ctx, uint64_t lo, uint64_t hi);
    void *ctx;
};

/* Where addresses are, and up to version 4 lists of ranges. */
static struct dwarf *code_of(const struct range_list *l)
{
    return l->d->code ? l->d->code : l->d;
}

static bool indexed_address(const struct range_list *l, uint64_t i, uint64_t *v)
{
    unsigned w = l->u->addr_bytes;
    return i <= UINT32_MAX &&
           dwarf_number(code_of(l), DWARF_ADDR, l->bounds->addr_base + i * w, w, v);
}

static bool address(const struct range_list *l, const struct dwarf_value *v, uint64_t *to)
{
    switch (v->form) {
    case DW_FORM_addr:
        *to = v->v;
        return true;
    case DW_FORM_addrx:
    case DW_FORM_addrx1:
    case DW_FORM_addrx2:
    case DW_FORM_addrx3:
    case DW_FORM_addrx4:
    case DW_FORM_GNU_addr_index:
        return indexed_address(l, v->v, to);
    default:
        return false;
    }
}

static bool give_range(const struct range_list *l, uint64_t lo, uint64_t hi)
{
    return lo >= hi || l->add(l->ctx, lo, hi);
}

/* Pairs of addresses up to DWARF 4. */
static enum dwarf_ranges old_list(struct range_list *l)
{
    unsigned w = l->u->addr_bytes;
    uint64_t all_ones = w == 8 ? UINT64_MAX : UINT32_MAX, lo, hi;
    struct dwarf *code = code_of(l);
    l->off += l->d->code ? l->bounds->ranges_base : 0;
    for (;; l->off += 2 * w) {
        if (!dwarf_number(code, DWARF_RANGES, l->off, w, &lo) ||
            !dwarf_number(code, DWARF_RANGES, l->off + w, w, &hi) || (lo == 0 && hi == 0) ||
            !dwarf_work(l->d, 1))
            return RANGES_ALL;
        if (lo == all_ones)
            l->base = hi;
        else if (!give_range(l, (l->base + lo) & all_ones, (l->base + hi) & all_ones))
            return RANGES_STOPPED;
    }
}

enum list_entry { ENTRY_RANGE, ENTRY_BASE, ENTRY_END, ENTRY_FOREIGN };

/* One entry of DWARF 5. */
static enum list_entry new_entry(struct range_list *l, struct cursor *c, uint64_t *lo, uint64_t *hi)
{
    unsigned kind = cursor_u8(c), w = l->u->addr_bytes;
    switch (kind) {
    case DW_RLE_offset_pair:
        *lo = l->base + dwarf_uleb(c);
        *hi = l->base + dwarf_uleb(c);
        return ENTRY_RANGE;
    case DW_RLE_base_address:
        l->base = dwarf_fixed(c, w);
        return ENTRY_BASE;
    case DW_RLE_start_end:
        *lo = dwarf_fixed(c, w);
        *hi = dwarf_fixed(c, w);
        return ENTRY_RANGE;
    case DW_RLE_start_length:
        *lo = dwarf_fixed(c, w);
        *hi = *lo + dwarf_uleb(c);
        return ENTRY_RANGE;
    case DW_RLE_end_of_list:
        return ENTRY_END;
    case DW_RLE_base_addressx:
    case DW_RLE_startx_endx:
    case DW_RLE_startx_length:
        break;
    default:
        return ENTRY_FOREIGN;
    }
    if (!l->d->by_standard)
        return ENTRY_FOREIGN;
    bool is_base = kind == DW_RLE_base_addressx;
    uint64_t first = dwarf_uleb(c), second = is_base ? 0 : dwarf_uleb(c);
    if (c->short_read || !indexed_address(l, first, is_base ? &l->base : lo))
        return ENTRY_END;
    if (is_base)
        return ENTRY_BASE;
    *hi = *lo + second;
    if (kind == DW_RLE_startx_endx && !indexed_address(l, second, hi))
        return ENTRY_END;
    return ENTRY_RANGE;
}

static enum dwarf_ranges new_list(struct range_list *l)
{
    for (;;) {
        size_t n;
        const uint8_t *p = dwarf_get(l->d, DWARF_RNGLISTS, l->off, LIST_STEP, &n);
        struct cursor c = {.p = p, .n = p ? n : 0, .big_endian = l->d->elf->big_endian};
        size_t done = 0;
        uint64_t lo = 0, hi = 0;
        for (;; done = c.at) {
            enum list_entry e = new_entry(l, &c, &lo, &hi);
            if (c.short_read || !dwarf_work(l->d, 1))
                break;
            if (e == ENTRY_FOREIGN)
                return RANGES_FOREIGN;
            if (e == ENTRY_END)
                return RANGES_ALL;
            if (e == ENTRY_RANGE && !give_range(l, lo, hi))
                return RANGES_STOPPED;
        }
        if (!c.short_read || done == 0)
            return RANGES_ALL;
        l->off += done;
    }
}

enum dwarf_ranges dwarf_each_range(struct dwarf *d, const struct dwarf_unit *u,
                                   const struct dwarf_bounds *b,
                                   bool (*add)(void *ctx, uint64_t lo, uint64_t hi), void *ctx)
{
    struct range_list l = {.d = d, .u = u, .bounds = b, .add = add, .ctx = ctx};
    uint64_t lo, hi;
    /* QUIRK(gnu): lists found through a table are not read; pinned by
     * tests/unit/load/test_line_oracle.c */
    if (b->ranges.form && (b->ranges.form != DW_FORM_rnglistx || d->by_standard)) {
        bool found = true;
        address(&l, &b->base, &l.base);
        l.off = b->ranges.v;
        if (b->ranges.form == DW_FORM_rnglistx) { /* its number in the table of the unit */
            unsigned w = u->offset_bytes;
            found = l.off <= UINT32_MAX &&
                    dwarf_number(d, DWARF_RNGLISTS, b->rnglists_base + l.off * w, w, &l.off);
            l.off += b->rnglists_base;
        }
        enum dwarf_ranges got = !found ? RANGES_ALL : u->version < 5 ? old_list(&l) : new_list(&l);
        if (got != RANGES_ALL)
            return got;
    }
    if (!address(&l, &b->low_pc, &lo) || b->high_pc.form == 0)
        return RANGES_ALL;
    if (!address(&l, &b->high_pc, &hi)) /* a length then */
        hi = lo + b->high_pc.v;
    return give_range(&l, lo, hi) ? RANGES_ALL : RANGES_STOPPED;
}
