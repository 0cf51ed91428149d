/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/elf_function.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"

enum { SYM32 = 16, SYM64 = 24, STT_NOTYPE = 0, STT_FUNC = 2, STT_GNU_IFUNC = 10 };

/* Symbols being taken. */
struct taking {
    struct elf_functions *t;
    const struct elf *f;
    uint64_t n_names; /* bytes */
    uint32_t text;    /* number of the section */
};

static uint8_t *section_bytes(const struct elf *f, const struct elf_section *s)
{
    if (s->type == ELF_SHT_NOBITS || !source_has(f->source, s->offset, s->size))
        return NULL;
    uint8_t *p = mem_array_raw(s->size + 1, 1);
    if (source_get(f->source, s->offset, p, s->size) == (int64_t)s->size) {
        p[s->size] = 0;
        return p;
    }
    free(p);
    return NULL;
}

static bool is_function(unsigned type)
{
    return type == STT_NOTYPE || type == STT_FUNC || type == STT_GNU_IFUNC;
}

static void take(struct taking *k, const uint8_t *b)
{
    const struct elf *f = k->f;
    const uint8_t *info = b + (f->is64 ? 4 : 12);
    uint32_t name = elf_u32(f, b);
    uint64_t size = f->is64 ? elf_u64(f, b + 16) : elf_u32(f, b + 8);
    if (!is_function(info[0] & 15) || elf_u16(f, info + 2) != k->text || name >= k->n_names)
        return;
    k->t->all[k->t->n++] = (struct elf_function){
        .addr = f->is64 ? elf_u64(f, b + 8) : elf_u32(f, b + 4),
        .size = size ? size : 1,
        .name = k->t->names + name,
    };
}

/* The n symbols of `all`, whose addresses are keys and whose numbers are ids, in order. Of those at
 * one address the longest is kept, of equally long ones the first in the file. */
static void arrange(struct elf_functions *t, uint64_t *keys, uint32_t *ids)
{
    struct elf_function *sorted = mem_array_raw(t->n, sizeof *sorted);
    size_t kept = 0;
    for (size_t i = 0; i < t->n; i++) {
        keys[i] = t->all[i].addr;
        ids[i] = (uint32_t)i;
    }
    sort_radix(keys, ids, t->n);
    for (size_t i = 0; i < t->n; i++) {
        const struct elf_function *s = &t->all[ids[i]];
        if (kept == 0 || sorted[kept - 1].addr != s->addr)
            sorted[kept++] = *s;
        else if (sorted[kept - 1].size < s->size)
            sorted[kept - 1] = *s;
    }
    free(t->all);
    t->all = sorted;
    t->n = kept;
}

static void sort(struct elf_functions *t)
{
    uint64_t *keys = mem_array_raw(t->n, sizeof *keys);
    uint32_t *ids = mem_array_raw(t->n, sizeof *ids);
    arrange(t, keys, ids);
    free(keys);
    free(ids);
}

/* The number of section .text, by which symbols refer to it; 0: none. */
static uint32_t text_section(const struct elf *f)
{
    const struct elf_section *s = elf_find_name(f, ".text");
    return s ? (uint32_t)(s - f->sections) : 0;
}

void elf_functions_read(struct elf_functions *t, const struct elf *f)
{
    const struct elf_section *symtab = elf_find_type(f, ELF_SHT_SYMTAB);
    struct taking k = {.t = t, .f = f, .text = text_section(f)};
    *t = (struct elf_functions){0};
    if (!symtab || symtab->link >= f->n_sections || k.text == 0)
        return;
    const struct elf_section *names = &f->sections[symtab->link];
    k.n_names = names->size;
    uint8_t *raw = section_bytes(f, symtab);
    t->names = (char *)section_bytes(f, names);
    size_t entry = f->is64 ? SYM64 : SYM32;
    size_t n = raw && t->names ? (size_t)(symtab->size / entry) : 0;
    t->all = mem_array_raw(n, sizeof *t->all);
    for (size_t i = 1; i < n && t->n < UINT32_MAX; i++)
        take(&k, raw + i * entry);
    free(raw);
    sort(t);
}

void elf_functions_release(struct elf_functions *t)
{
    free(t->all);
    free(t->names);
    *t = (struct elf_functions){0};
}

const struct elf_function *elf_functions_nearest(const struct elf_functions *t, uint64_t addr)
{
    size_t n = search_upto(t->all, t->n, SEARCH_BY(struct elf_function, addr), addr);
    return n ? &t->all[n - 1] : NULL;
}

const struct elf_function *elf_functions_walk(const struct elf_functions *t, struct elf_cursor *c,
                                              uint64_t addr, uint64_t *until)
{
    const struct elf_function *at = c->at;
    if (!at || addr < at->addr || addr - at->addr >= at->size) {
        c->n = search_upto_near(t->all, t->n, SEARCH_BY(struct elf_function, addr), addr, c->n);
        at = c->at = c->n ? &t->all[c->n - 1] : NULL;
    }
    if (at && addr - at->addr < at->size)
        *until = at->size > UINT64_MAX - at->addr ? UINT64_MAX : at->addr + at->size;
    else
        *until = c->n < t->n ? t->all[c->n].addr : UINT64_MAX;
    return at;
}
