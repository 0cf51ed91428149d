/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/pe.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum {
    DOS_BYTES = 64,
    DOS_PE_AT = 60,
    HEAD_BYTES = 24, /* "PE\0\0" and the COFF header */
    OPTIONAL_PE32 = 0x10b,
    OPTIONAL_PE64 = 0x20b,
    NAME_BYTES = 8,
    NAME_MOST = 32, /* bytes of a name that is too long for a header, and a zero byte */
};

static bool get(const struct source *s, uint64_t off, void *to, size_t n)
{
    return source_get(s, off, to, n) == (int64_t)n;
}

bool pe_head_read(struct pe_head *h, const struct source *s)
{
    uint8_t dos[DOS_BYTES], head[HEAD_BYTES], optional[32];
    if (!get(s, 0, dos, sizeof dos) || memcmp(dos, "MZ", 2) != 0)
        return false;
    uint64_t at = bytes_u32(dos + DOS_PE_AT, false);
    if (!get(s, at, head, sizeof head) || memcmp(head, "PE\0\0", 4) != 0 ||
        !get(s, at + HEAD_BYTES, optional, sizeof optional))
        return false;
    h->n_sections = bytes_u16(head + 6, false);
    h->symbols_off = bytes_u32(head + 12, false);
    h->n_symbols = bytes_u32(head + 16, false);
    h->sections_off = at + HEAD_BYTES + bytes_u16(head + 20, false);
    h->is64 = bytes_u16(optional, false) == OPTIONAL_PE64;
    h->base = h->is64 ? bytes_u64(optional + 24, false) : bytes_u32(optional + 28, false);
    return h->is64 || bytes_u16(optional, false) == OPTIONAL_PE32;
}

/* A long name stands in the table of strings after the symbols; the header says where. */
static void read_name(const struct pe_head *h, const struct source *s, const uint8_t *header,
                      char *to)
{
    memcpy(to, header, NAME_BYTES);
    uint64_t at = h->symbols_off + (uint64_t)h->n_symbols * PE_SYMBOL_BYTES;
    if (to[0] == '/')
        (void)source_get(s, at + strtoul(to + 1, NULL, 10), to, NAME_MOST - 1);
}

bool pe_sections(struct elf *f, const struct source *s)
{
    struct pe_head h;
    if (!pe_head_read(&h, s))
        return false;
    *f = (struct elf){.source = s, .is64 = h.is64, .type = ET_EXEC};
    f->sections = mem_array((size_t)h.n_sections + 1, sizeof *f->sections);
    f->names = mem_array((size_t)h.n_sections + 1, NAME_MOST);
    f->n_sections = h.n_sections + 1;
    for (uint32_t i = 1; i < f->n_sections; i++) {
        uint8_t b[PE_SECTION_BYTES];
        if (!get(s, h.sections_off + (i - 1) * (uint64_t)sizeof b, b, sizeof b))
            break;
        char *name = f->names + (size_t)i * NAME_MOST;
        read_name(&h, s, b, name);
        /* In the file a section is filled up to whole pages. */
        uint32_t in_memory = bytes_u32(b + 8, false), in_file = bytes_u32(b + 16, false);
        f->sections[i] =
            (struct elf_section){.name = name,
                                 .type = SHT_PROGBITS,
                                 .addr = h.base + bytes_u32(b + 12, false),
                                 .size = in_memory && in_memory < in_file ? in_memory : in_file,
                                 .offset = bytes_u32(b + 20, false)};
    }
    return true;
}
