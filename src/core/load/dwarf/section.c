/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/section.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/bfd/section.h"

enum {
    SMALL = 256 * 1024,    /* sections up to this size are read whole */
    STRING_FIRST = 256,    /* of a string: how much is read at first */
    STRING_MOST = 1 << 16, /* and at most */
    WORK_PER_BYTE = 64,
    WORK_FREE = 1 << 24,
    UNPACKED_MOST = 64 * 1024 * 1024, /* and 8 times the file */
};

static const char *const names[DWARF_SECTIONS] = {
    [DWARF_INFO] = ".debug_info",
    [DWARF_ABBREV] = ".debug_abbrev",
    [DWARF_LINE] = ".debug_line",
    [DWARF_RANGES] = ".debug_ranges",
    [DWARF_RNGLISTS] = ".debug_rnglists",
    [DWARF_ADDR] = ".debug_addr",
    [DWARF_STR] = ".debug_str",
    [DWARF_LINE_STR] = ".debug_line_str",
    [DWARF_STR_OFFSETS] = ".debug_str_offsets",
};

static const char *const split_names[DWARF_SECTIONS] = {
    [DWARF_INFO] = ".debug_info.dwo",
    [DWARF_ABBREV] = ".debug_abbrev.dwo",
    [DWARF_RNGLISTS] = ".debug_rnglists.dwo",
    [DWARF_STR] = ".debug_str.dwo",
    [DWARF_STR_OFFSETS] = ".debug_str_offsets.dwo",
};

/* In what g++ splits off, type units stand in sections of that name before the unit with code. */
static const struct elf_section *find_last(const struct elf *elf, const char *name)
{
    const struct elf_section *last = NULL;
    for (uint32_t i = 1; name && i < elf->n_sections; i++)
        if (elf->sections[i].type != SHT_NULL && strcmp(elf->sections[i].name, name) == 0)
            last = &elf->sections[i];
    return last;
}

void dwarf_init(struct dwarf *d, const struct elf *elf, struct dwarf *code)
{
    *d = (struct dwarf){.source = elf->source, .elf = elf, .code = code, .by_standard = code};
    d->work_most = WORK_PER_BYTE * elf->source->n_bytes + WORK_FREE;
    for (int i = 0; i < DWARF_SECTIONS; i++) {
        const struct elf_section *h = find_last(elf, code ? split_names[i] : names[i]);
        bool packed = h && h->flags & SHF_COMPRESSED;
        if (!h || h->type == SHT_NOBITS || !source_has(elf->source, h->offset, h->size))
            continue;
        d->sections[i].header = h;
        d->sections[i].size = packed ? UINT64_MAX : h->size; /* not known before it is unpacked */
    }
}

bool dwarf_take_part(struct dwarf *d, enum dwarf_section_id id, uint64_t off, uint64_t n)
{
    struct dwarf_section *s = &d->sections[id];
    if (!s->header || s->header->flags & SHF_COMPRESSED || off > s->size || n > s->size - off)
        return false;
    d->parts[id] = *s->header;
    d->parts[id].offset += off;
    d->parts[id].size = n;
    *s = (struct dwarf_section){.header = &d->parts[id], .size = n};
    return true;
}

void dwarf_release(struct dwarf *d)
{
    for (int i = 0; i < DWARF_SECTIONS; i++) {
        bytes_release(&d->sections[i].all);
        bytes_release(&d->sections[i].window);
    }
    free(d->starts);
    *d = (struct dwarf){0};
}

static void read_whole(struct dwarf *d, struct dwarf_section *s)
{
    s->all.p = mem_try_array_raw(s->size, 1);
    if (s->all.p && source_get(d->source, s->header->offset, s->all.p, s->size) == (int64_t)s->size)
        s->all.n = s->size;
    else
        bytes_release(&s->all);
}

/* Read the section whole if it is small or packed. Tried once per section. */
static void try_whole(struct dwarf *d, struct dwarf_section *s)
{
    if (s->tried || !s->header)
        return;
    s->tried = true;
    if (s->header->flags & SHF_COMPRESSED) {
        uint64_t most = UNPACKED_MOST + 8 * d->source->n_bytes;
        if (!bfd_section_bytes(d->source, s->header->name, most, &s->all))
            s->all = (struct bytes){0};
        s->size = s->all.n;
    } else if (s->size <= SMALL) {
        read_whole(d, s);
    }
}

void dwarf_read_whole(struct dwarf *d)
{
    for (int i = 0; i < DWARF_SECTIONS; i++) {
        struct dwarf_section *s = &d->sections[i];
        try_whole(d, s);
        if (s->header && !s->all.p && !(s->header->flags & SHF_COMPRESSED))
            read_whole(d, s);
    }
}

void dwarf_drop_whole(struct dwarf *d)
{
    for (int i = 0; i < DWARF_SECTIONS; i++) {
        struct dwarf_section *s = &d->sections[i];
        if (s->header && s->size > SMALL && !(s->header->flags & SHF_COMPRESSED))
            bytes_release(&s->all);
    }
}

const uint8_t *dwarf_get(struct dwarf *d, enum dwarf_section_id id, uint64_t off, uint64_t want,
                         size_t *n)
{
    struct dwarf_section *s = &d->sections[id];
    try_whole(d, s);
    if (off >= s->size)
        return NULL;
    if (s->all.p) {
        *n = s->all.n - off;
        return s->all.p + off;
    }
    want = want < s->size - off ? want : s->size - off;
    if (!s->window.p || off < s->window_off || off - s->window_off > s->n_window ||
        want > s->n_window - (off - s->window_off)) {
        s->n_window = 0;
        mem_grow(&s->window.p, &s->window.n, want, 1);
        int64_t got = source_get(d->source, s->header->offset + off, s->window.p, want);
        if (got != (int64_t)want)
            return NULL;
        s->window_off = off;
        s->n_window = want;
    }
    *n = s->n_window - (off - s->window_off);
    return s->window.p + (off - s->window_off);
}

const char *dwarf_string(struct dwarf *d, enum dwarf_section_id id, uint64_t off)
{
    for (size_t want = STRING_FIRST; want <= STRING_MOST; want *= 16) {
        size_t n;
        const uint8_t *p = dwarf_get(d, id, off, want, &n);
        if (!p)
            return NULL;
        if (memchr(p, 0, n))
            return (const char *)p;
        if (n < want)
            return NULL;
    }
    return NULL;
}

bool dwarf_number(struct dwarf *d, enum dwarf_section_id id, uint64_t off, unsigned bytes,
                  uint64_t *v)
{
    size_t n;
    const uint8_t *p = dwarf_get(d, id, off, bytes, &n);
    if (!p || n < bytes)
        return false;
    struct cursor c = {.p = p, .n = n, .big_endian = d->elf->big_endian};
    *v = cursor_uint(&c, bytes);
    return true;
}

bool dwarf_work(struct dwarf *d, uint64_t n)
{
    d->work += n;
    return d->work <= d->work_most;
}

uint64_t dwarf_long_uleb(struct cursor *c)
{
    uint64_t v = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = cursor_u8(c);
        if (shift < 64)
            v |= (uint64_t)(b & 0x7f) << shift;
        if (!(b & 0x80))
            return v;
    }
}

int64_t dwarf_long_sleb(struct cursor *c)
{
    uint64_t v = 0;
    unsigned shift = 0;
    uint8_t b;
    do {
        b = cursor_u8(c);
        if (shift < 64)
            v |= (uint64_t)(b & 0x7f) << shift;
        shift += 7;
    } while (b & 0x80);
    if (shift < 64 && b & 0x40)
        v |= ~(uint64_t)0 << shift;
    return (int64_t)v;
}

const char *dwarf_inline_string(struct cursor *c)
{
    const uint8_t *p = c->p + c->at;
    const uint8_t *end = c->short_read ? NULL : memchr(p, 0, cursor_left(c));
    return (const char *)cursor_bytes(c, end ? (size_t)(end - p) + 1 : SIZE_MAX);
}
