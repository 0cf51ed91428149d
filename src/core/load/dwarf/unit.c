/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/dwarf/abbrev.h"
#include "core/load/dwarf/constants.h"

enum {
    ROOT_FIRST = 512, /* bytes of a unit that are read at first, and at most, for its first entry */
    ROOT_MOST = 1 << 16,
    ABBREV_MOST = 1 << 16,
    COVER_MOST = 1000, /* ranges that are looked at for one that covers another */
    LATE_LEAST = 64,   /* ranges that are worth sorting in */
};

enum outcome { DONE, TOO_SHORT, DAMAGED };

/* The header; the cursor then stands at the first entry. */
static enum outcome read_header(struct cursor *c, struct dwarf_root *r, uint64_t section_size)
{
    struct dwarf_unit *u = &r->unit;
    uint64_t n = cursor_uint(c, 4);
    u->offset_bytes = n == 0xffffffff ? 8 : 4;
    if (u->offset_bytes == 8)
        n = cursor_uint(c, 8);
    uint64_t room = section_size - r->unit.start;
    if (c->at > room || n > room - c->at)
        return DAMAGED;
    r->next = r->unit.start + c->at + n;
    uint64_t version = cursor_uint(c, 2), kind = DW_UT_compile;
    u->version = (uint8_t)(version > 5 ? 0 : version);
    if (version == 5) {
        kind = cursor_uint(c, 1);
        u->addr_bytes = (uint8_t)cursor_uint(c, 1);
    }
    r->abbrev_off = cursor_uint(c, u->offset_bytes);
    if (version != 5)
        u->addr_bytes = (uint8_t)cursor_uint(c, 1);
    if (kind == DW_UT_skeleton || kind == DW_UT_split_compile)
        r->split_id = cursor_uint(c, 8);
    if (kind == DW_UT_type || kind == DW_UT_split_type) {
        cursor_uint(c, 8); /* a signature */
        cursor_uint(c, u->offset_bytes);
    }
    r->known = version >= 2 && version <= 5 && (u->addr_bytes == 4 || u->addr_bytes == 8) &&
               kind >= DW_UT_compile && kind <= DW_UT_split_type;
    r->entries = r->unit.start + c->at;
    return DONE;
}

/* The declaration of the entry with that code; *a then stands at its attributes. */
static bool find_abbrev(struct cursor *a, uint64_t code, uint64_t *tag)
{
    while (!a->short_read) {
        uint64_t this = dwarf_uleb(a);
        if (this == 0)
            return false;
        *tag = dwarf_uleb(a);
        cursor_u8(a);
        if (this == code)
            return true;
        uint64_t attribute, form;
        do {
            attribute = dwarf_uleb(a);
            form = dwarf_uleb(a);
            if (form == DW_FORM_implicit_const)
                dwarf_sleb(a);
        } while ((attribute || form) && !a->short_read);
    }
    return false;
}

static void keep_attribute(struct dwarf_root *r, uint64_t attribute, const struct dwarf_value *v)
{
    switch (attribute) {
    case DW_AT_stmt_list:
        r->stmt_list = *v;
        break;
    case DW_AT_language:
        r->language = v->v;
        break;
    case DW_AT_comp_dir:
        r->unit.comp_dir = *v;
        break;
    case DW_AT_low_pc:
        r->bounds.low_pc = r->bounds.base = *v;
        break;
    case DW_AT_high_pc:
        r->bounds.high_pc = *v;
        break;
    case DW_AT_ranges:
        r->bounds.ranges = *v;
        break;
    case DW_AT_str_offsets_base:
        r->unit.str_offsets_base = v->v;
        break;
    case DW_AT_addr_base:
    case DW_AT_GNU_addr_base:
        r->bounds.addr_base = v->v;
        break;
    case DW_AT_GNU_ranges_base:
        r->bounds.ranges_base = v->v;
        break;
    case DW_AT_rnglists_base:
        r->bounds.rnglists_base = v->v;
        break;
    case DW_AT_dwo_name:
    case DW_AT_GNU_dwo_name:
        r->split_name = *v;
        break;
    case DW_AT_GNU_dwo_id:
        r->split_id = v->v;
        break;
    }
}

/* Header and first entry from the n bytes at p. */
static enum outcome parse_root(struct dwarf *d, struct dwarf_root *r, const uint8_t *p, size_t n)
{
    struct cursor c = {.p = p, .n = n, .big_endian = d->elf->big_endian};
    if (read_header(&c, r, d->sections[DWARF_INFO].size) == DAMAGED && !c.short_read)
        return DAMAGED;
    /* Files that were split off do not say where their tables begin: it is after the tables'
     * headers. */
    if (d->code && r->unit.version >= 5) {
        r->unit.str_offsets_base = r->unit.offset_bytes == 8 ? 16 : 8;
        r->bounds.rnglists_base = r->unit.offset_bytes == 8 ? 20 : 12;
    }
    uint64_t code = dwarf_uleb(&c), tag;
    if (c.short_read)
        return TOO_SHORT;
    if (!r->known || code == 0)
        return DONE;
    size_t left;
    const uint8_t *abbrev = dwarf_get(d, DWARF_ABBREV, r->abbrev_off, ABBREV_MOST, &left);
    struct cursor a = {.p = abbrev, .n = abbrev ? left : 0, .big_endian = c.big_endian};
    if (!abbrev || !find_abbrev(&a, code, &tag) || !dwarf_work(d, a.at))
        return DAMAGED;

    for (;;) {
        uint64_t attribute = dwarf_uleb(&a), form = dwarf_uleb(&a);
        struct dwarf_value v = {.form = DW_FORM_implicit_const};
        if (a.short_read || form > UINT32_MAX)
            return DAMAGED;
        if (attribute == 0 && form == 0)
            return DONE;
        if (form == DW_FORM_implicit_const)
            v.v = (uint64_t)dwarf_sleb(&a);
        else if (!dwarf_read_value(&c, r->unit.start, &r->unit, (uint32_t)form, &v))
            return DAMAGED;
        if (c.short_read)
            return TOO_SHORT;
        keep_attribute(r, attribute, &v);
    }
}

bool dwarf_root_read(struct dwarf *d, uint64_t off, struct dwarf_root *r)
{
    for (uint64_t want = ROOT_FIRST; want <= ROOT_MOST; want *= 16) {
        size_t n;
        const uint8_t *p = dwarf_get(d, DWARF_INFO, off, want, &n);
        *r = (struct dwarf_root){.unit.start = off};
        if (!p)
            return false;
        enum outcome o = parse_root(d, r, p, n);
        if (o == DONE)
            return true;
        r->known = false;
        if (o == DAMAGED || n < want)
            break;
    }
    return r->next > off;
}

/* Where the unit after the one at off begins; only the length of that one is read. 0: none. */
static uint64_t next_start(struct dwarf *d, uint64_t off)
{
    uint64_t n, head = 4, size = d->sections[DWARF_INFO].size;
    if (!dwarf_number(d, DWARF_INFO, off, 4, &n))
        return 0;
    if (n == 0xffffffff) {
        head = 12;
        if (!dwarf_number(d, DWARF_INFO, off + 4, 8, &n))
            return 0;
    }
    return size - off < head || n > size - off - head ? 0 : off + head + n;
}

bool dwarf_unit_start(struct dwarf *d, uint64_t off, uint64_t *start)
{
    for (uint64_t at = 0; !d->starts || at; at = next_start(d, at)) {
        mem_grow(&d->starts, &d->start_cap, d->n_starts + 1, sizeof at);
        d->starts[d->n_starts++] = at;
    }
    size_t n = search_upto(d->starts, d->n_starts, SEARCH_PLAIN(uint64_t), off);
    *start = n ? d->starts[n - 1] : 0;
    return n;
}

static bool add_range(void *ctx, uint64_t lo, uint64_t hi)
{
    struct dwarf_units *u = ctx;
    mem_grow(&u->ranges, &u->range_cap, u->n_ranges + 1, sizeof *u->ranges);
    u->ranges[u->n_ranges++] =
        (struct dwarf_range){.lo = lo, .hi = hi, .unit = (uint32_t)u->n_units};
    return true;
}

static void add_unit(struct dwarf_units *u, struct dwarf *d, struct dwarf_root *r)
{
    if (!r->known || r->stmt_list.form == 0 || u->n_units == UINT32_MAX)
        return;
    size_t before = u->n_ranges;
    u->split |= r->split_name.form != 0;
    enum dwarf_ranges got = dwarf_each_range(d, &r->unit, &r->bounds, add_range, u);
    if (got == RANGES_FOREIGN)
        u->cut = true;
    if (got != RANGES_ALL)
        return;
    mem_grow(&u->units, &u->unit_cap, u->n_units + 1, sizeof *u->units);
    r->unit.line_off = r->stmt_list.v;
    r->unit.has_ranges = u->n_ranges > before;
    u->units[u->n_units++] = r->unit;
}

static void sort_ranges(struct dwarf_units *u)
{
    uint64_t reach = 0;
    sort_ascending(u->ranges, u->n_ranges, SEARCH_BY(struct dwarf_range, unit));
    sort_ascending(u->ranges, u->n_ranges, SEARCH_BY(struct dwarf_range, lo));
    for (size_t i = 0; i < u->n_ranges; i++) {
        reach = u->ranges[i].hi > reach ? u->ranges[i].hi : reach;
        u->ranges[i].reach = reach;
    }
}

void dwarf_units_settle(struct dwarf_units *u)
{
    if (u->n_late == 0)
        return;
    mem_grow(&u->ranges, &u->range_cap, u->n_ranges + u->n_late, sizeof *u->ranges);
    memcpy(u->ranges + u->n_ranges, u->late, u->n_late * sizeof *u->late);
    u->n_ranges += u->n_late;
    u->n_late = 0;
    sort_ranges(u);
}

void dwarf_units_read(struct dwarf_units *u, struct dwarf *d)
{
    struct dwarf_root r;
    *u = (struct dwarf_units){0};
    for (uint64_t off = 0; !u->cut && dwarf_root_read(d, off, &r); off = r.next)
        add_unit(u, d, &r);
    sort_ranges(u);
}

void dwarf_units_release(struct dwarf_units *u)
{
    free(u->units);
    free(u->ranges);
    free(u->late);
    *u = (struct dwarf_units){0};
}

/* How many ranges begin at or below addr. */
static size_t begun(const struct dwarf_units *u, uint64_t addr)
{
    return search_upto(u->ranges, u->n_ranges, SEARCH_BY(struct dwarf_range, lo), addr);
}

void dwarf_units_cover(struct dwarf_units *u, size_t i, uint64_t lo, uint64_t hi)
{
    /* Does one range hold all of it? The search may give up: ranges may be known twice. */
    size_t end = begun(u, lo), least = end > COVER_MOST ? end - COVER_MOST : 0;
    for (size_t k = end; k > least && u->ranges[k - 1].reach > lo; k--)
        if (u->ranges[k - 1].unit == i && u->ranges[k - 1].hi >= hi)
            return;
    if (u->n_late > LATE_LEAST && u->n_late > u->n_ranges / 8)
        dwarf_units_settle(u);
    mem_grow(&u->late, &u->late_cap, u->n_late + 1, sizeof *u->late);
    u->late[u->n_late++] = (struct dwarf_range){.lo = lo, .hi = hi, .unit = (uint32_t)i};
}

static size_t lower(const struct dwarf_range *r, uint64_t addr, size_t from, size_t best)
{
    return r->lo <= addr && addr < r->hi && r->unit >= from && r->unit < best ? r->unit : best;
}

size_t dwarf_units_find(const struct dwarf_units *u, uint64_t addr, size_t from)
{
    size_t best = SIZE_MAX;
    for (size_t i = begun(u, addr); i > 0 && u->ranges[i - 1].reach > addr; i--)
        best = lower(&u->ranges[i - 1], addr, from, best);
    for (size_t i = 0; i < u->n_late; i++)
        best = lower(&u->late[i], addr, from, best);
    return best;
}

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
        l->base = cursor_uint(c, w);
        return ENTRY_BASE;
    case DW_RLE_start_end:
        *lo = cursor_uint(c, w);
        *hi = cursor_uint(c, w);
        return ENTRY_RANGE;
    case DW_RLE_start_length:
        *lo = cursor_uint(c, w);
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
     * tests/unit/load/test_line_damage.c */
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
