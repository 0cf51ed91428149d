/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/abbrev.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/value.h"

enum {
    TABLE_FIRST = 1 << 16, /* bytes of a table that are read at first, and at most */
    TABLE_MOST = 1 << 24,
};

static void add_attribute(struct dwarf_abbrevs *t, const struct dwarf_unit *u, uint64_t name,
                          uint64_t form)
{
    struct dwarf_attribute a = {.name = name > UINT16_MAX ? ABBREV_UNKNOWN : (uint16_t)name,
                                .form = form > UINT16_MAX ? ABBREV_UNKNOWN : (uint16_t)form};
    struct dwarf_abbrev *of = &t->all[t->n - 1];
    unsigned bytes = dwarf_form_bytes(u, a.form);
    bool none = a.form == DW_FORM_flag_present || a.form == DW_FORM_implicit_const;
    a.bytes = bytes || none ? (uint8_t)bytes : ABBREV_VARIES;
    of->varies |= a.bytes == ABBREV_VARIES;
    of->bytes += a.bytes;
    mem_grow(&t->attributes, &t->attribute_cap, t->n_attributes + 1, sizeof a);
    t->attributes[t->n_attributes++] = a;
    of->n++;
}

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
        add_attribute(t, u, name, form);
    }
}

static int by_code(const void *a, const void *b)
{
    const struct dwarf_abbrev *x = a, *y = b;
    if (x->code != y->code)
        return x->code < y->code ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
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
                qsort(t->all, t->n, sizeof *t->all, by_code);
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

static uint64_t take_fixed(const uint8_t **p, const uint8_t *end, unsigned bytes,
                           const struct dwarf *d)
{
    struct cursor c = {.p = *p, .n = (size_t)(end - *p), .big_endian = d->elf->big_endian};
    uint64_t v = dwarf_fixed(&c, bytes);
    *p = c.short_read ? end : *p + bytes;
    return v;
}

/* Bytes of a block whose length *p moves after; 0 also for what has no bytes after it. */
static uint64_t block_bytes(const uint8_t **p, const uint8_t *end, unsigned form,
                            const struct dwarf *d)
{
    switch (form) {
    case DW_FORM_block1:
        return take_fixed(p, end, 1, d);
    case DW_FORM_block2:
        return take_fixed(p, end, 2, d);
    case DW_FORM_block4:
        return take_fixed(p, end, 4, d);
    case DW_FORM_block:
    case DW_FORM_exprloc:
        return dwarf_take_uleb(p, end);
    case DW_FORM_data16:
        return 16;
    default: /* numbers of 7 bits a byte */
        dwarf_take_uleb(p, end);
        return 0;
    }
}

/* A form that stands in front of its value. */
static const uint8_t *skip_indirect(const uint8_t *p, const uint8_t *end, const struct dwarf *d,
                                    const struct dwarf_abbrevs *t)
{
    struct dwarf_unit u = {
        .version = t->version, .addr_bytes = t->addr_bytes, .offset_bytes = t->offset_bytes};
    struct cursor c = {.p = p, .n = (size_t)(end - p), .big_endian = d->elf->big_endian};
    struct dwarf_value v;
    return dwarf_read_value(&c, 0, &u, DW_FORM_indirect, &v) && !c.short_read ? p + c.at : NULL;
}

static bool is_known(unsigned form)
{
    switch (form) {
    case DW_FORM_block1:
    case DW_FORM_block2:
    case DW_FORM_block4:
    case DW_FORM_block:
    case DW_FORM_exprloc:
    case DW_FORM_data16:
    case DW_FORM_udata:
    case DW_FORM_sdata:
    case DW_FORM_ref_udata:
    case DW_FORM_strx:
    case DW_FORM_addrx:
    case DW_FORM_loclistx:
    case DW_FORM_rnglistx:
    case DW_FORM_GNU_addr_index:
    case DW_FORM_GNU_str_index:
        return true;
    default:
        return false;
    }
}

const uint8_t *dwarf_skip_value(const uint8_t *p, const uint8_t *end,
                                const struct dwarf_attribute *a, const struct dwarf_abbrevs *t,
                                const struct dwarf *d)
{
    if (a->bytes != ABBREV_VARIES)
        return (size_t)(end - p) < a->bytes ? NULL : p + a->bytes;
    if (a->form == DW_FORM_string) {
        p = memchr(p, 0, (size_t)(end - p));
        return p ? p + 1 : NULL;
    }
    if (a->form == DW_FORM_indirect)
        return skip_indirect(p, end, d, t);
    if (!is_known(a->form))
        return NULL;
    uint64_t n = block_bytes(&p, end, a->form, d);
    return (size_t)(end - p) < n ? NULL : p + n;
}

const uint8_t *dwarf_skip_entry(const uint8_t *p, const uint8_t *end, const struct dwarf_abbrevs *t,
                                const struct dwarf_abbrev *a, const struct dwarf *d)
{
    if (!a->varies)
        return (size_t)(end - p) < a->bytes ? NULL : p + a->bytes;
    for (uint32_t i = 0; p && i < a->n; i++)
        p = dwarf_skip_value(p, end, &t->attributes[a->first + i], t, d);
    return p;
}
