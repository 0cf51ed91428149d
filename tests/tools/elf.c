/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elf.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static uint64_t field(const struct elf *e, uint64_t at, unsigned width)
{
    return number_at((const unsigned char *)e->file + at, width, e->big);
}

static uint64_t field_word(const struct elf *e, uint64_t at)
{
    return field(e, at, e->wide ? 8 : 4);
}

static void section_read(const struct elf *e, uint64_t at, struct elf_section *s)
{
    unsigned w = e->wide ? 8 : 4;
    *s = (struct elf_section){0};
    s->type = (unsigned)field(e, at + 4, 4);
    s->flags = (unsigned)field_word(e, at + 8);
    s->addr = field_word(e, at + 8 + w);
    s->data.p = (unsigned char *)e->file + field_word(e, at + 8 + 2 * w);
    s->size = s->data.n = field_word(e, at + 8 + 3 * w);
    s->link = field(e, at + 8 + 4 * w, 4);
}

static void sections_read(struct elf *e)
{
    uint64_t table = field_word(e, e->wide ? 40 : 32);
    unsigned entry = (unsigned)field(e, e->wide ? 58 : 46, 2);
    size_t n = field(e, e->wide ? 60 : 48, 2), names = field(e, e->wide ? 62 : 50, 2);
    for (size_t i = 0; i < n; i++) {
        e->sections = grow(e->sections, i, &e->cap_sections, sizeof *e->sections);
        section_read(e, table + i * entry, &e->sections[i]);
    }
    e->n_sections = n;
    for (size_t i = 0; i < n; i++)
        e->sections[i].name = (char *)e->sections[names].data.p + field(e, table + i * entry, 4);
}

static struct elf_symbol symbol_read(const struct elf *e, const unsigned char *p, const char *names)
{
    bool big = e->big;
    unsigned info = e->wide ? p[4] : p[12];
    return (struct elf_symbol){
        .name = names + number_at(p, 4, big),
        .addr = e->wide ? number_at(p + 8, 8, big) : number_at(p + 4, 4, big),
        .size = e->wide ? number_at(p + 16, 8, big) : number_at(p + 8, 4, big),
        .type = info & 15,
        .bind = info >> 4,
        .section = (unsigned)number_at(p + (e->wide ? 6 : 14), 2, big),
    };
}

static void symbols_read(struct elf *e, const struct elf_section *table)
{
    unsigned entry = e->wide ? 24 : 16;
    const char *names = (char *)e->sections[table->link].data.p;
    for (size_t at = entry; at + entry <= table->size; at += entry) {
        e->symbols = grow(e->symbols, e->n_symbols, &e->cap_symbols, sizeof *e->symbols);
        e->symbols[e->n_symbols++] = symbol_read(e, table->data.p + at, names);
    }
}

void elf_load(struct elf *e, const char *path)
{
    size_t n;
    *e = (struct elf){0};
    e->file = file_read(path, &n);
    if (!e->file)
        fail("%s: %s", path, strerror(errno));
    if (n < 64 || memcmp(e->file, ELFMAG, SELFMAG) != 0)
        fail("%s: not an ELF file", path);
    e->wide = e->file[EI_CLASS] == ELFCLASS64;
    e->big = e->file[EI_DATA] == ELFDATA2MSB;
    e->type = (unsigned)field(e, 16, 2);
    e->machine = (unsigned)field(e, 18, 2);
    sections_read(e);
    for (size_t i = 0; i < e->n_sections; i++)
        if (e->sections[i].type == SHT_SYMTAB)
            symbols_read(e, &e->sections[i]);
}

const struct elf_section *elf_find_section(const struct elf *e, const char *name)
{
    for (size_t i = 1; i < e->n_sections; i++)
        if (strcmp(e->sections[i].name, name) == 0)
            return &e->sections[i];
    return NULL;
}

const struct elf_symbol *elf_find_symbol(const struct elf *e, const char *name)
{
    for (size_t i = 0; i < e->n_symbols; i++)
        if (e->symbols[i].section != SHN_UNDEF && strcmp(e->symbols[i].name, name) == 0)
            return &e->symbols[i];
    return NULL;
}

void elf_init(struct elf *e, bool wide, bool big, unsigned machine, unsigned type)
{
    *e = (struct elf){.wide = wide, .big = big, .machine = machine, .type = type};
    bytes_number(&e->strings, 0, 1);
    elf_add_section(e, "", 0, 0);
    e->sections[0].type = SHT_NULL;
}

unsigned elf_add_section(struct elf *e, const char *name, uint64_t addr, unsigned flags)
{
    e->sections = grow(e->sections, e->n_sections, &e->cap_sections, sizeof *e->sections);
    e->sections[e->n_sections] = (struct elf_section){.name = copy_text(name),
                                                      .addr = addr,
                                                      .type = SHT_PROGBITS,
                                                      .flags = flags,
                                                      .align = 1,
                                                      .data.big = e->big};
    return (unsigned)e->n_sections++;
}

void elf_add_symbol(struct elf *e, struct elf_symbol s)
{
    s.name_at = e->strings.n;
    bytes_string(&e->strings, s.name);
    e->symbols = grow(e->symbols, e->n_symbols, &e->cap_symbols, sizeof *e->symbols);
    e->symbols[e->n_symbols++] = s;
}

static void symbol_put(const struct elf *e, struct bytes *b, const struct elf_symbol *s)
{
    unsigned w = e->wide ? 8 : 4;
    bytes_number(b, s->name_at, 4);
    if (!e->wide) {
        bytes_number(b, s->addr, w);
        bytes_number(b, s->size, w);
    }
    bytes_number(b, s->bind << 4 | s->type, 1);
    bytes_number(b, 0, 1);
    bytes_number(b, s->section, 2);
    if (e->wide) {
        bytes_number(b, s->addr, w);
        bytes_number(b, s->size, w);
    }
}

static void symbol_table_make(struct elf *e)
{
    unsigned table = elf_add_section(e, ".symtab", 0, 0);
    unsigned names = elf_add_section(e, ".strtab", 0, 0);
    struct elf_section *t = &e->sections[table];
    size_t locals = 1;
    t->type = e->stripped ? SHT_DYNSYM : SHT_SYMTAB;
    t->entry_bytes = e->wide ? 24 : 16;
    t->link = names;
    t->align = 8;
    bytes_fill(&t->data, 0, t->entry_bytes);
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < e->n_symbols; i++)
            if ((e->symbols[i].bind == STB_LOCAL) == (pass == 0)) {
                symbol_put(e, &t->data, &e->symbols[i]);
                locals += pass == 0;
            }
    t->info = locals;
    e->sections[names].type = SHT_STRTAB;
    e->sections[names].data = e->strings;
    e->strings = (struct bytes){0};
}

static size_t count_segments(const struct elf *e)
{
    size_t n = 0;
    for (size_t i = 0; e->runs && i < e->n_sections; i++)
        n += (e->sections[i].flags & SHF_ALLOC) != 0;
    return n;
}

static uint64_t header_bytes(const struct elf *e)
{
    return (e->wide ? 64 : 52) + count_segments(e) * (e->wide ? 56 : 32);
}

static void segment_put(const struct elf *e, struct bytes *b, const struct elf_section *s,
                        uint64_t offset)
{
    unsigned w = e->wide ? 8 : 4, flags = s->flags & SHF_EXECINSTR ? PF_R | PF_X : PF_R;
    bytes_number(b, PT_LOAD, 4);
    if (e->wide)
        bytes_number(b, flags, 4);
    bytes_number(b, offset, w);
    bytes_number(b, s->addr, w);
    bytes_number(b, s->addr, w);
    bytes_number(b, s->data.n, w);
    bytes_number(b, s->data.n, w);
    if (!e->wide)
        bytes_number(b, flags, 4);
    bytes_number(b, 1, w);
}

static void segments_put(const struct elf *e, struct bytes *b)
{
    uint64_t offset = header_bytes(e);
    for (size_t i = 0; e->runs && i < e->n_sections; i++) {
        if (e->sections[i].flags & SHF_ALLOC)
            segment_put(e, b, &e->sections[i], offset);
        offset += e->sections[i].data.n;
    }
}

static void header_put(const struct elf *e, struct bytes *b, uint64_t table, size_t names)
{
    unsigned w = e->wide ? 8 : 4;
    unsigned char ident[EI_NIDENT] = {0x7f,
                                      'E',
                                      'L',
                                      'F',
                                      e->wide ? ELFCLASS64 : ELFCLASS32,
                                      e->big ? ELFDATA2MSB : ELFDATA2LSB,
                                      EV_CURRENT};
    bytes_add(b, ident, sizeof ident);
    bytes_number(b, e->type, 2);
    bytes_number(b, e->machine, 2);
    bytes_number(b, EV_CURRENT, 4);
    bytes_number(b, e->entry, w);
    bytes_number(b, e->runs ? (e->wide ? 64 : 52) : 0, w); /* program headers */
    bytes_number(b, table, w);                             /* section headers */
    bytes_number(b, 0, 4);
    bytes_number(b, e->wide ? 64 : 52, 2);
    bytes_number(b, e->wide ? 56 : 32, 2);
    bytes_number(b, count_segments(e), 2);
    bytes_number(b, e->wide ? 64 : 40, 2);
    bytes_number(b, e->n_sections, 2);
    bytes_number(b, names, 2);
}

static void section_header_put(const struct elf *e, struct bytes *b, const struct elf_section *s,
                               uint64_t name, uint64_t offset)
{
    unsigned w = e->wide ? 8 : 4;
    bytes_number(b, name, 4);
    bytes_number(b, s->type, 4);
    bytes_number(b, s->flags, w);
    bytes_number(b, s->addr, w);
    bytes_number(b, offset, w);
    bytes_number(b, s->type == SHT_NULL ? 0 : s->data.n, w);
    bytes_number(b, s->link, 4);
    bytes_number(b, s->info, 4);
    bytes_number(b, s->align, w);
    bytes_number(b, s->entry_bytes, w);
}

static void save_to(const struct elf *e, FILE *f, size_t names)
{
    struct bytes head = {.big = e->big}, table = {.big = e->big};
    uint64_t offset = header_bytes(e), end = offset;
    size_t name = 1;
    for (size_t i = 0; i < e->n_sections; i++)
        end += e->sections[i].data.n;
    header_put(e, &head, end, names);
    segments_put(e, &head);
    fwrite(head.p, 1, head.n, f);
    for (size_t i = 0; i < e->n_sections; i++) {
        const struct elf_section *s = &e->sections[i];
        section_header_put(e, &table, s, i ? name : 0, i ? offset : 0);
        name += i ? strlen(s->name) + 1 : 0;
        offset += s->data.n;
        if (s->data.n)
            fwrite(s->data.p, 1, s->data.n, f);
    }
    fwrite(table.p, 1, table.n, f);
    bytes_release(&head);
    bytes_release(&table);
}

void elf_save(struct elf *e, const char *path)
{
    symbol_table_make(e);
    unsigned names = elf_add_section(e, ".shstrtab", 0, 0);
    struct bytes *b = &e->sections[names].data;
    FILE *f = fopen(path, "wb");

    e->sections[names].type = SHT_STRTAB;
    bytes_number(b, 0, 1);
    for (size_t i = 1; i < e->n_sections; i++)
        bytes_string(b, e->sections[i].name);
    if (!f)
        fail("%s: %s", path, strerror(errno));
    save_to(e, f, names);
    if (ferror(f) || fclose(f) != 0 || chmod(path, 0755) != 0)
        fail("%s: %s", path, strerror(errno));
}

void elf_release(struct elf *e)
{
    for (size_t i = 0; i < e->n_sections && !e->file; i++) {
        free(e->sections[i].name);
        bytes_release(&e->sections[i].data);
    }
    bytes_release(&e->strings);
    free(e->sections);
    free(e->symbols);
    free(e->file);
    *e = (struct elf){0};
}
