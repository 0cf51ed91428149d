/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/elf_function.h"

#include <stdlib.h>

#include "core/base/mem.h"

enum { SYM32 = 16, SYM64 = 24, STT_NOTYPE = 0, STT_FUNC = 2 };

static uint8_t *section_bytes(const struct elf *f, const struct elf_section *s, bool *failed)
{
    if (s->type == ELF_SHT_NOBITS || !source_has(f->source, s->offset, s->size))
        return NULL;
    uint8_t *p = mem_array_raw(s->size + 1, 1);
    *failed |= !p;
    if (p && source_get(f->source, s->offset, p, s->size) == (int64_t)s->size) {
        p[s->size] = 0;
        return p;
    }
    free(p);
    return NULL;
}

static int by_addr(const void *a, const void *b)
{
    const struct elf_function *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

static bool is_code(const struct elf *f, unsigned section)
{
    return section && section < f->n_sections && f->sections[section].flags & ELF_SHF_EXECINSTR;
}

static void take(struct elf_functions *t, const struct elf *f, const uint8_t *b, uint64_t n_names)
{
    const uint8_t *info = b + (f->is64 ? 4 : 12);
    unsigned type = info[0] & 15;
    struct elf_function s = {.addr = f->is64 ? elf_u64(f, b + 8) : elf_u32(f, b + 4),
                             .name = elf_u32(f, b)};
    if ((type == STT_FUNC || type == STT_NOTYPE) && is_code(f, elf_u16(f, info + 2)) &&
        s.name < n_names)
        t->all[t->n++] = s;
}

static void sort(struct elf_functions *t)
{
    size_t kept = 0;
    if (t->n)
        qsort(t->all, t->n, sizeof *t->all, by_addr);
    for (size_t i = 0; i < t->n; i++)
        if (kept == 0 || t->all[kept - 1].addr != t->all[i].addr)
            t->all[kept++] = t->all[i];
    t->n = kept;
}

bool elf_functions_read(struct elf_functions *t, const struct elf *f)
{
    const struct elf_section *symtab = elf_find_type(f, ELF_SHT_SYMTAB);
    bool failed = false;
    *t = (struct elf_functions){0};
    if (!symtab || symtab->link >= f->n_sections)
        return true;
    const struct elf_section *names = &f->sections[symtab->link];
    size_t entry = f->is64 ? SYM64 : SYM32, n = symtab->size / entry;
    uint8_t *raw = section_bytes(f, symtab, &failed);
    t->names = (char *)section_bytes(f, names, &failed);
    t->all = mem_array_raw(n, sizeof *t->all);
    if (raw && t->names && t->all)
        for (size_t i = 1; i < n; i++)
            take(t, f, raw + i * entry, names->size);
    failed |= !t->all;
    sort(t);
    free(raw);
    return !failed;
}

void elf_functions_release(struct elf_functions *t)
{
    free(t->all);
    free(t->names);
    *t = (struct elf_functions){0};
}

const char *elf_functions_find(const struct elf_functions *t, uint64_t addr, uint64_t *until)
{
    size_t a = 0, b = t->n;
    while (a < b) {
        size_t mid = a + (b - a) / 2;
        if (t->all[mid].addr <= addr)
            a = mid + 1;
        else
            b = mid;
    }
    *until = a < t->n ? t->all[a].addr : UINT64_MAX;
    return a ? t->names + t->all[a - 1].name : NULL;
}
