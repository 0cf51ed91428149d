/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value: how long the values of attributes are, and what they mean. */
#include "core/load/dwarf/value.h"

#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/unit.h"

unsigned dwarf_form_bytes(const struct dwarf_unit *u, uint32_t form)
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
        n = dwarf_fixed(c, 1);
        break;
    case DW_FORM_block2:
        n = dwarf_fixed(c, 2);
        break;
    case DW_FORM_block4:
        n = dwarf_fixed(c, 4);
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
    unsigned n = dwarf_form_bytes(u, form);
    if (n == 0)
        return read_variable(c, c_off, form, v);
    v->v = dwarf_fixed(c, n);
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
