/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/abbrev.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/dwarf/constants.h"

/* ---- values ---- */

/* Bytes of a form of fixed size; 0: it has none, or takes no bytes. */
static unsigned form_bytes(const struct dwarf_unit *u, uint32_t form)
{
    enum { ADDRESS = 0xfe, OFFSET = 0xff };
    static const uint8_t bytes[] = {
        [DW_FORM_addr] = ADDRESS,     [DW_FORM_data1] = 1,          [DW_FORM_flag] = 1,
        [DW_FORM_ref1] = 1,           [DW_FORM_strx1] = 1,          [DW_FORM_addrx1] = 1,
        [DW_FORM_data2] = 2,          [DW_FORM_ref2] = 2,           [DW_FORM_strx2] = 2,
        [DW_FORM_addrx2] = 2,         [DW_FORM_strx3] = 3,          [DW_FORM_addrx3] = 3,
        [DW_FORM_data4] = 4,          [DW_FORM_ref4] = 4,           [DW_FORM_strx4] = 4,
        [DW_FORM_addrx4] = 4,         [DW_FORM_ref_sup4] = 4,       [DW_FORM_data8] = 8,
        [DW_FORM_ref8] = 8,           [DW_FORM_ref_sig8] = 8,       [DW_FORM_ref_sup8] = 8,
        [DW_FORM_strp] = OFFSET,      [DW_FORM_line_strp] = OFFSET, [DW_FORM_strp_sup] = OFFSET,
        [DW_FORM_sec_offset] = OFFSET};
    if (form == DW_FORM_ref_addr)
        return u->version == 2 ? u->addr_bytes : u->offset_bytes;
    if (form == DW_FORM_GNU_ref_alt || form == DW_FORM_GNU_strp_alt)
        return u->offset_bytes;
    unsigned n = form < ARRAY_LEN(bytes) ? bytes[form] : 0;
    return n == ADDRESS ? u->addr_bytes : n == OFFSET ? u->offset_bytes : n;
}

static bool read_variable(struct cursor *c, uint64_t c_off, uint32_t form, struct dwarf_value *v)
{
    uint64_t n;
    switch (form) {
    case DW_FORM_udata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
        v->v = dwarf_uleb(c);
        return true;
    case DW_FORM_sdata:
        v->v = (uint64_t)dwarf_sleb(c);
        return true;
    case DW_FORM_flag_present:
        return true;
    case DW_FORM_string:
        v->v = c_off + c->at;
        dwarf_inline_string(c);
        return true;
    /* blocks, whose lengths stand before them */
    case DW_FORM_block1:
        n = cursor_uint(c, 1);
        break;
    case DW_FORM_block2:
        n = cursor_uint(c, 2);
        break;
    case DW_FORM_block4:
        n = cursor_uint(c, 4);
        break;
    case DW_FORM_block:
    case DW_FORM_exprloc:
        n = dwarf_uleb(c);
        break;
    case DW_FORM_data16:
        n = 16;
        break;
    default:
        return false;
    }
    cursor_bytes(c, n < SIZE_MAX ? (size_t)n : SIZE_MAX);
    return true;
}

bool dwarf_read_value(struct cursor *c, uint64_t c_off, const struct dwarf_unit *u, uint32_t form,
                      struct dwarf_value *v)
{
    if (form == DW_FORM_indirect) {
        uint64_t real = dwarf_uleb(c);
        if (real == DW_FORM_indirect || real == DW_FORM_implicit_const || real > UINT32_MAX)
            return false;
        form = (uint32_t)real;
    }
    *v = (struct dwarf_value){.form = form};
    unsigned n = form_bytes(u, form);
    if (n == 0)
        return read_variable(c, c_off, form, v);
    v->v = cursor_uint(c, n);
    return true;
}

const char *dwarf_value_string(struct dwarf *d, const struct dwarf_unit *u,
                               const struct dwarf_value *v)
{
    const unsigned w = u->offset_bytes;
    uint64_t off;
    switch (v->form) {
    case DW_FORM_string:
        return dwarf_string(d, DWARF_INFO, v->v);
    case DW_FORM_strp:
        return dwarf_string(d, DWARF_STR, v->v);
    case DW_FORM_line_strp:
        return dwarf_string(d, DWARF_LINE_STR, v->v);
    case DW_FORM_strp_sup:
    case DW_FORM_GNU_strp_alt:
        return d->shared ? dwarf_string(d->shared, DWARF_STR, v->v) : NULL;
    case DW_FORM_strx:
    case DW_FORM_strx1:
    case DW_FORM_strx2:
    case DW_FORM_strx3:
    case DW_FORM_strx4:
    case DW_FORM_GNU_str_index:
        if (v->v > UINT32_MAX ||
            !dwarf_number(d, DWARF_STR_OFFSETS, u->str_offsets_base + v->v * w, w, &off))
            return NULL;
        return dwarf_string(d, DWARF_STR, off);
    default:
        return NULL;
    }
}

/* ---- declarations ---- */

enum {
    TABLE_FIRST = 1 << 16, /* bytes of a table that are read at first, and at most */
    TABLE_MOST = 1 << 24,
};

/* One declaration. False at the end of the table. */
static bool take_abbrev(struct dwarf_abbrevs *t, const struct dwarf_unit *u, struct cursor *c)
{
    struct dwarf_abbrev a = {.code = dwarf_uleb(c), .first = (uint32_t)t->n_attributes};
    uint64_t tag = dwarf_uleb(c);
    a.tag = tag > UINT16_MAX ? ABBREV_UNKNOWN : (uint16_t)tag;
    a.has_children = cursor_uint(c, 1) != 0;
    if (a.code == 0 || c->short_read)
        return false;
    mem_grow(&t->all, &t->cap, t->n + 1, sizeof a);
    t->all[t->n++] = a;
    t->dense &= a.code == t->n;
    for (;;) {
        uint64_t name = dwarf_uleb(c), form = dwarf_uleb(c);
        if ((name == 0 && form == 0) || c->short_read)
            return !c->short_read;
        if (form == DW_FORM_implicit_const)
            dwarf_sleb(c);
        struct dwarf_attribute x = {.name = name > UINT16_MAX ? ABBREV_UNKNOWN : (uint16_t)name,
                                    .form = form > UINT16_MAX ? ABBREV_UNKNOWN : (uint16_t)form};
        struct dwarf_abbrev *of = &t->all[t->n - 1];
        unsigned bytes = form_bytes(u, x.form);
        bool none = x.form == DW_FORM_flag_present || x.form == DW_FORM_implicit_const;
        x.bytes = bytes || none ? (uint8_t)bytes : ABBREV_VARIES;
        of->varies |= x.bytes == ABBREV_VARIES;
        of->bytes += x.bytes;
        of->n++;
        mem_grow(&t->attributes, &t->attribute_cap, t->n_attributes + 1, sizeof x);
        t->attributes[t->n_attributes++] = x;
    }
}

void dwarf_abbrevs_read(struct dwarf_abbrevs *t, struct dwarf *d, const struct dwarf_unit *u,
                        uint64_t off)
{
    if (t->read && t->off == off && t->version == u->version && t->addr_bytes == u->addr_bytes &&
        t->offset_bytes == u->offset_bytes)
        return;
    for (uint64_t want = TABLE_FIRST; want <= TABLE_MOST; want *= 16) {
        size_t n;
        const uint8_t *p = dwarf_get(d, DWARF_ABBREV, off, want, &n);
        struct cursor c = {.p = p, .n = p ? n : 0, .big_endian = d->elf->big_endian};
        t->n = t->n_attributes = 0;
        t->off = off;
        t->version = u->version;
        t->addr_bytes = u->addr_bytes;
        t->offset_bytes = u->offset_bytes;
        t->read = t->dense = true;
        while (take_abbrev(t, u, &c))
            ;
        if (!dwarf_work(d, c.at) || !c.short_read || n < want) {
            if (!t->dense)
                sort_ascending(t->all, t->n, SEARCH_BY(struct dwarf_abbrev, code));
            return;
        }
    }
    t->read = false;
}

void dwarf_abbrevs_release(struct dwarf_abbrevs *t)
{
    free(t->all);
    free(t->attributes);
    *t = (struct dwarf_abbrevs){0};
}

const struct dwarf_abbrev *dwarf_abbrev_find(const struct dwarf_abbrevs *t, uint64_t code)
{
    if (t->dense)
        return code - 1 < t->n ? &t->all[code - 1] : NULL;
    size_t i = search_below(t->all, t->n, SEARCH_BY(struct dwarf_abbrev, code), code);
    return i < t->n && t->all[i].code == code ? &t->all[i] : NULL;
}

const uint8_t *dwarf_skip_value(const uint8_t *p, const uint8_t *end,
                                const struct dwarf_attribute *a, const struct dwarf_unit *u,
                                const struct dwarf *d)
{
    struct dwarf_value v;
    if (a->bytes != ABBREV_VARIES)
        return (size_t)(end - p) < a->bytes ? NULL : p + a->bytes;
    if (p < end && *p < 0x80) /* nearly all of them */
        switch (a->form) {
        case DW_FORM_udata:
        case DW_FORM_sdata:
            return p + 1;
        case DW_FORM_exprloc:
        case DW_FORM_block1:
            return end - p > *p ? p + 1 + *p : NULL;
        }
    struct cursor c = {.p = p, .n = (size_t)(end - p), .big_endian = d->elf->big_endian};
    return dwarf_read_value(&c, 0, u, a->form, &v) && !c.short_read ? p + c.at : NULL;
}
