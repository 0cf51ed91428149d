/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf_range.h"

#include "core/load/dwarf_form.h"

enum { LIST_STEP = 4096 }; /* bytes of a list that are read at a time */

/* A list being read; `bounds` is behind the unit's own base address. */
struct list {
    struct dwarf *d;
    const struct dwarf_unit *u;
    const struct dwarf_bounds *bounds;
    uint64_t off, base;
    bool (*add)(void *ctx, uint64_t lo, uint64_t hi);
    void *ctx;
};

static bool indexed_address(const struct list *l, uint64_t i, uint64_t *v)
{
    unsigned w = l->u->addr_bytes;
    return i <= UINT32_MAX && dwarf_number(l->d, DWARF_ADDR, l->bounds->addr_base + i * w, w, v);
}

static bool address(const struct list *l, const struct dwarf_value *v, uint64_t *to)
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

static bool give(const struct list *l, uint64_t lo, uint64_t hi)
{
    return lo >= hi || l->add(l->ctx, lo, hi);
}

/* Pairs of addresses up to DWARF 4. */
static bool old_list(struct list *l)
{
    unsigned w = l->u->addr_bytes;
    uint64_t all_ones = w == 8 ? UINT64_MAX : UINT32_MAX, lo, hi;
    for (;; l->off += 2 * w) {
        if (!dwarf_number(l->d, DWARF_RANGES, l->off, w, &lo) ||
            !dwarf_number(l->d, DWARF_RANGES, l->off + w, w, &hi) || (lo == 0 && hi == 0) ||
            !dwarf_work(l->d, 1))
            return true;
        if (lo == all_ones)
            l->base = hi;
        else if (!give(l, (l->base + lo) & all_ones, (l->base + hi) & all_ones))
            return false;
    }
}

/* The numbers of one entry of DWARF 5; false at the end of the list or of what is known. */
static bool new_entry(struct list *l, struct cursor *c, uint64_t *lo, uint64_t *hi)
{
    unsigned kind = cursor_u8(c), w = l->u->addr_bytes;
    *lo = *hi = 0;
    switch (kind) {
    case DW_RLE_base_addressx:
        return indexed_address(l, dwarf_uleb(c), &l->base);
    case DW_RLE_startx_endx:
        return indexed_address(l, dwarf_uleb(c), lo) && indexed_address(l, dwarf_uleb(c), hi);
    case DW_RLE_startx_length:
        if (!indexed_address(l, dwarf_uleb(c), lo))
            return false;
        *hi = *lo + dwarf_uleb(c);
        return true;
    case DW_RLE_offset_pair:
        *lo = l->base + dwarf_uleb(c);
        *hi = l->base + dwarf_uleb(c);
        return true;
    case DW_RLE_base_address:
        l->base = dwarf_fixed(c, w);
        return true;
    case DW_RLE_start_end:
        *lo = dwarf_fixed(c, w);
        *hi = dwarf_fixed(c, w);
        return true;
    case DW_RLE_start_length:
        *lo = dwarf_fixed(c, w);
        *hi = *lo + dwarf_uleb(c);
        return true;
    default:
        return false;
    }
}

static bool new_list(struct list *l)
{
    for (;;) {
        size_t n;
        const uint8_t *p = dwarf_get(l->d, DWARF_RNGLISTS, l->off, LIST_STEP, &n);
        struct cursor c = {.p = p, .n = p ? n : 0, .big_endian = l->d->elf->big_endian};
        size_t done = 0;
        uint64_t lo, hi;
        while (new_entry(l, &c, &lo, &hi) && !c.short_read && dwarf_work(l->d, 1)) {
            if (!give(l, lo, hi))
                return false;
            done = c.at;
        }
        if (!c.short_read || done == 0)
            return true;
        l->off += done;
    }
}

static bool ranges(struct list *l)
{
    const struct dwarf_value *v = &l->bounds->ranges;
    l->off = v->v;
    if (l->u->version < 5)
        return old_list(l);
    if (v->form == DW_FORM_rnglistx) {
        unsigned w = l->u->offset_bytes;
        uint64_t base = l->bounds->rnglists_base;
        if (v->v > UINT32_MAX || !dwarf_number(l->d, DWARF_RNGLISTS, base + v->v * w, w, &l->off))
            return true;
        l->off += base;
    }
    return new_list(l);
}

bool dwarf_each_range(struct dwarf *d, const struct dwarf_unit *u, const struct dwarf_bounds *b,
                      bool (*add)(void *ctx, uint64_t lo, uint64_t hi), void *ctx)
{
    struct list l = {.d = d, .u = u, .bounds = b, .add = add, .ctx = ctx};
    bool low = address(&l, &b->low_pc, &l.base);
    if (b->ranges.form)
        return ranges(&l);
    uint64_t hi;
    if (!low || b->high_pc.form == 0)
        return true;
    if (!address(&l, &b->high_pc, &hi)) /* a length then */
        hi = l.base + b->high_pc.v;
    return give(&l, l.base, hi);
}
