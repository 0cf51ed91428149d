/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf: read the symbols and sections of an image; write images of our own.
 *
 * Either byte order, 32 and 64 bit. The reader trusts its input (the files of the tests). */
#ifndef TESTS_ELF_H
#define TESTS_ELF_H

#include "tool.h"

struct elf_symbol {
    const char *name;
    size_t name_at; /* offset in the string table; set by elf_add_symbol */
    uint64_t addr, size;
    unsigned type, bind; /* STT_, STB_ */
    unsigned section;    /* index, or SHN_ */
};

struct elf_section {
    char *name;
    uint64_t addr, size;
    unsigned type, flags; /* SHT_, SHF_ */
    struct bytes data;    /* written images; read ones: p points into the file */
    uint64_t link, info, entry_bytes, align;
};

struct elf {
    bool big, wide; /* wide: 64 bit */
    unsigned machine, type;
    bool stripped; /* written images: the table of symbols is that of the dynamic linker */
    bool runs; /* written images: it has a program header for each allocated section, and begins at
                */
    uint64_t entry;
    struct elf_section *sections; /* [0] is the null section */
    size_t n_sections, cap_sections;
    struct elf_symbol *symbols;
    size_t n_symbols, cap_symbols;
    struct bytes strings; /* .strtab of a written image */
    char *file;           /* bytes of a read image */
};

void elf_load(struct elf *e, const char *path);
const struct elf_section *elf_find_section(const struct elf *e, const char *name);
const struct elf_symbol *elf_find_symbol(const struct elf *e, const char *name);

/* An image to be written. Addresses of sections are chosen by the caller. */
void elf_init(struct elf *e, bool wide, bool big, unsigned machine, unsigned type);
unsigned elf_add_section(struct elf *e, const char *name, uint64_t addr, unsigned flags);
/* The name is put into the string table at once: order and neighbours are the caller's choice. */
void elf_add_symbol(struct elf *e, struct elf_symbol s);
/* Local symbols are moved to the front (as ELF wants), otherwise the order stays. */
void elf_save(struct elf *e, const char *path);
void elf_release(struct elf *e);

#endif
