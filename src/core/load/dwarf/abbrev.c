/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/abbrev.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/value.h"

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
    a.has_children = dwarf_fixed(c, 1) != 0;
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
        unsigned bytes = dwarf_form_bytes(u, x.form);
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
    struct cursor c = {.p = p, .n = (size_t)(end - p), .big_endian = d->elf->big_endian};
    return dwarf_read_value(&c, 0, u, a->form, &v) && !c.short_read ? p + c.at : NULL;
}
