/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf: the few parts of an ELF file that hold its function symbols, every size checked.
 *
 * Nothing is read that is not needed: headers, section names, and then whatever the caller asks
 * for. Offsets and sizes of sections may lie outside the file until they are asked for. */
#ifndef GPTUI_LOAD_FILE_ELF_H
#define GPTUI_LOAD_FILE_ELF_H

#include <elf.h>

#include "core/base/bytes.h"
#include "core/load/file/image_file.h"

struct elf_section {
    const char *name; /* "" if it has none */
    uint64_t flags, addr, offset, size;
    uint32_t type, link; /* link: the number of a section */
};

/* What a program header describes: a part of the file that is loaded, for example. */
struct elf_segment {
    uint64_t addr, n_bytes; /* in memory */
    uint32_t type, flags;
};

struct elf {
    const struct source *source;
    bool is64, big_endian;
    uint16_t type, machine;
    uint64_t entry;
    uint32_t flags;               /* what they mean depends on the machine */
    struct elf_section *sections; /* by their number, 0 included */
    uint32_t n_sections;
    uint64_t segments_at; /* offset of the program headers */
    uint32_t n_segments;
    char *names;
};

/* Does the file begin like an ELF file that libbfd would take for an object? */
bool elf_recognise(const struct source *s);

/* Read the headers of an ELF file. Fails with ERR_IMAGE_FORMAT, ERR_IMAGE_DAMAGED, ERR_READ,
 * ERR_MEMORY; e is then released. */
bool elf_open(struct elf *f, const struct source *s, struct err *e) ATTR_MUST_USE;
void elf_release(struct elf *f);

/* The first section of that name or type, or NULL. */
const struct elf_section *elf_find_name(const struct elf *f, const char *name);
const struct elf_section *elf_find_type(const struct elf *f, uint32_t type);

/* All bytes of section s (NULL: none), malloc'ed, and a zero byte after them; empty if the file has
 * not got them. Fails with ERR_MEMORY, ERR_READ. */
bool elf_contents(const struct elf *f, const struct elf_section *s, struct bytes *out,
                  struct err *e) ATTR_MUST_USE;

/* The program headers, as many as there is room for; their number, 0 if they cannot be read. */
size_t elf_segments(const struct elf *f, struct elf_segment *to, size_t most);

/* The first bytes of the section of that name; their number, 0 if there is none. */
size_t elf_first_bytes(const struct elf *f, const char *name, uint8_t *to, size_t most);

/* Numbers in the file's order of bytes, all of which can be read. */
static inline uint16_t elf_u16(const struct elf *f, const uint8_t *p)
{
    return bytes_u16(p, f->big_endian);
}

static inline uint32_t elf_u32(const struct elf *f, const uint8_t *p)
{
    return bytes_u32(p, f->big_endian);
}

static inline uint64_t elf_u64(const struct elf *f, const uint8_t *p)
{
    return bytes_u64(p, f->big_endian);
}

/* One of as many bytes as an address has. */
static inline uint64_t elf_word(const struct elf *f, const uint8_t *p)
{
    return f->is64 ? elf_u64(f, p) : elf_u32(f, p);
}

/* An entry of a table of symbols. */
struct elf_symbol {
    uint64_t value, size;
    uint32_t name;    /* offset in the strings that go with the table */
    uint32_t section; /* as it stands there */
    uint8_t bind, type;
};

static inline size_t elf_symbol_bytes(const struct elf *f)
{
    return f->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

/* The one at b, all of which can be read. */
static inline struct elf_symbol elf_symbol_at(const struct elf *f, const uint8_t *b)
{
    const uint8_t *info = b + (f->is64 ? 4 : 12);
    return (struct elf_symbol){.value = elf_word(f, b + (f->is64 ? 8 : 4)),
                               .size = elf_word(f, b + (f->is64 ? 16 : 8)),
                               .name = elf_u32(f, b),
                               .section = elf_u16(f, info + 2),
                               .bind = info[0] >> 4,
                               .type = info[0] & 15};
}

/* The number that linkers give an ELF file, the same in its separate debug file. */

enum { BUILD_ID_MOST = 64, BUILD_ID_NOTED = 32 }; /* bytes; how many of them the runtime notes */

struct build_id {
    uint8_t bytes[BUILD_ID_MOST];
    size_t n; /* 0: the file has none */
};

struct build_id build_id_of(const struct elf *f);

bool build_id_same(const struct build_id *a, const struct build_id *b);

/* Is it the one written in hexadecimal digits? */
bool build_id_is(const struct build_id *id, const char *digits);

/* The nearest symbol at or before an address: the function's name where debug
 * information knows none. */

struct elf_function {
    uint64_t addr, size; /* size is never 0 */
    const char *name;    /* in the table's names */
};

/* All-zero holds none. */
struct elf_functions {
    struct elf_function *all; /* ascending by address, one for each */
    size_t n;
    char *names;
};

/* Read the symbols of f for its section .text. What is damaged is left out. */
void elf_functions_read(struct elf_functions *t, const struct elf *f);
void elf_functions_release(struct elf_functions *t);

/* Where a walk in ascending order is. All-zero is ready. */
struct elf_cursor {
    const struct elf_function *at; /* NULL: none */
    size_t n;                      /* symbols at or before the address that was looked up last */
};

/* The symbol for addr, NULL: none. It holds up to *until. QUIRK(gnu): a symbol that was found keeps
 * all addresses of its size, whatever others begin there; pinned by
 * tests/unit/load/test_line_oracle_random.c. */
const struct elf_function *elf_functions_walk(const struct elf_functions *t, struct elf_cursor *c,
                                              uint64_t addr, uint64_t *until);

#endif
