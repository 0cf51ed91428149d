/* SPDX-License-Identifier: MIT */
#include "unite/entries.h"

#include <elf.h>

enum { FIRST_ENTRIES = 1024 };

enum unite_result unite_entries_add(struct unite_entries *e, uint64_t addr)
{
    if (e->n == e->cap) {
        const size_t cap = e->cap ? 2 * e->cap : FIRST_ENTRIES;
        uint64_t *v = e->memory->resize(e->memory->ctx, e->v, e->cap * sizeof *v, cap * sizeof *v);
        if (!v)
            return UNITE_NO_MEMORY;
        e->v = v;
        e->cap = cap;
    }
    e->v[e->n++] = addr;
    return UNITE_OK;
}

static int compare_entries(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

void unite_entries_sort(struct unite_entries *e)
{
    unite_sort(e->v, e->n, sizeof *e->v, compare_entries);
}

uint64_t unite_entries_find(const struct unite_entries *e, uint64_t addr)
{
    size_t lo = 0, hi = e->n;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (e->v[middle] <= addr)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo ? e->v[lo - 1] : 0;
}

void unite_entries_release(struct unite_entries *e)
{
    if (e->v)
        e->memory->resize(e->memory->ctx, e->v, e->cap * sizeof *e->v, 0);
    *e = (struct unite_entries){.memory = e->memory};
}

/* ---- ELF ---- */

struct elf_bytes {
    const unsigned char *p;
    size_t n;
    int is_64;
};

/* What a section header says, of either width. */
struct symbol_table {
    uint64_t type, offset, size;
};

/* A number of the file; 0 outside of it. */
static uint64_t number_at(const struct elf_bytes *f, uint64_t at, unsigned bytes)
{
    uint16_t half = 0;
    uint32_t word = 0;
    uint64_t xword = 0;
    unsigned char *to = bytes == 2   ? (unsigned char *)&half
                        : bytes == 4 ? (unsigned char *)&word
                                     : (unsigned char *)&xword;
    if (at > f->n || bytes > f->n - at)
        return 0;
    for (unsigned i = 0; i < bytes; i++)
        to[i] = f->p[at + i];
    return bytes == 2 ? half : bytes == 4 ? word : xword;
}

#define FIELD(f, at, header, name)                                                                 \
    ((f)->is_64 ? number_at(f, (at) + offsetof(Elf64_##header, name),                              \
                            sizeof(((Elf64_##header *)0)->name))                                   \
                : number_at(f, (at) + offsetof(Elf32_##header, name),                              \
                            sizeof(((Elf32_##header *)0)->name)))

static int is_elf(const struct elf_bytes *f)
{
    const uint16_t one = 1;
    const unsigned char order = *(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB;
    return f->n >= sizeof(Elf32_Ehdr) && f->p[0] == 0x7f && f->p[1] == 'E' && f->p[2] == 'L' &&
           f->p[3] == 'F' && f->p[EI_DATA] == order &&
           (f->p[EI_CLASS] == ELFCLASS32 || f->p[EI_CLASS] == ELFCLASS64);
}

/* The section with the table of symbols; size 0: there is none. */
static struct symbol_table find_table(const struct elf_bytes *f, uint64_t type)
{
    const uint64_t first = FIELD(f, 0, Ehdr, e_shoff), n = FIELD(f, 0, Ehdr, e_shnum);
    const uint64_t bytes = f->is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    for (uint64_t i = 0; i < n && first < f->n; i++) {
        const uint64_t at = first + i * bytes;
        const struct symbol_table s = {FIELD(f, at, Shdr, sh_type), FIELD(f, at, Shdr, sh_offset),
                                       FIELD(f, at, Shdr, sh_size)};
        if (s.type == type && s.offset <= f->n && s.size <= f->n - s.offset)
            return s;
    }
    return (struct symbol_table){0, 0, 0};
}

static enum unite_result add_symbols(struct unite_entries *e, const struct elf_bytes *f,
                                     const struct symbol_table *table)
{
    const uint64_t bytes = f->is_64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
    enum unite_result result = UNITE_OK;
    for (uint64_t i = 0; i < table->size / bytes && result == UNITE_OK; i++) {
        const uint64_t at = table->offset + i * bytes;
        const unsigned info =
            f->p[at + (f->is_64 ? offsetof(Elf64_Sym, st_info) : offsetof(Elf32_Sym, st_info))];
        if (ELF64_ST_TYPE(info) == STT_FUNC && FIELD(f, at, Sym, st_shndx) != SHN_UNDEF)
            result = unite_entries_add(e, FIELD(f, at, Sym, st_value));
    }
    return result;
}

enum unite_result unite_entries_read(struct unite_entries *e, const void *file, size_t n_bytes)
{
    struct elf_bytes f = {file, n_bytes, 0};
    if (!is_elf(&f))
        return UNITE_DAMAGED;
    f.is_64 = f.p[EI_CLASS] == ELFCLASS64;
    struct symbol_table table = find_table(&f, SHT_SYMTAB);
    if (table.size == 0)
        table = find_table(&f, SHT_DYNSYM);
    const enum unite_result result = add_symbols(e, &f, &table);
    unite_entries_sort(e);
    return result;
}
