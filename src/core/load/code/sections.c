/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/code/sections.h"

#include <stdlib.h>

#include "arch/calls.h"
#include "core/base/mem.h"

bool code_sections_add(struct code_sections *s, struct code_section section)
{
    bool useful = section.bytes.n && section.addr <= UINT64_MAX - section.bytes.n;
    if (useful && mem_grow(&s->v, &s->cap, s->n + 1, sizeof *s->v)) {
        s->v[s->n++] = section;
        return true;
    }
    bytes_release(&section.bytes);
    return !useful;
}

static int by_address(const void *a, const void *b)
{
    const struct code_section *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return x->bytes.n < y->bytes.n ? -1 : x->bytes.n > y->bytes.n;
}

void code_sections_sort(struct code_sections *s)
{
    if (s->n)
        qsort(s->v, s->n, sizeof *s->v, by_address);
    for (s->text = 0; s->text < s->n && !s->v[s->text].is_text;)
        s->text++;
}

void code_sections_release(struct code_sections *s)
{
    for (size_t i = 0; i < s->n; i++)
        bytes_release(&s->v[i].bytes);
    free(s->v);
    *s = (struct code_sections){0};
}

static bool add_section(struct code_sections *out, const struct elf *f, const struct elf_section *s,
                        struct err *e)
{
    struct code_section c = {.addr = s->addr, .is_text = s == elf_find_name(f, ".text")};
    bool code = s->flags & ELF_SHF_EXECINSTR && s->type != ELF_SHT_NOBITS;
    if (!code && !c.is_text)
        return true;
    return elf_contents(f, s, &c.bytes, e) && (code_sections_add(out, c) || err_memory(e, 0));
}

bool code_sections_read(struct code_sections *out, const struct elf *f, struct err *e)
{
    out->machine = f->machine;
    out->big_endian = f->big_endian && !(f->machine == CALLS_ARM && f->flags & CALLS_ARM_BE8);
    out->wide = f->is64;
    out->unlinked = f->type == ELF_REL;
    for (uint32_t i = 1; i < f->n_sections; i++)
        if (f->sections[i].type != ELF_SHT_NULL && !add_section(out, f, &f->sections[i], e))
            return false;
    code_sections_sort(out);
    return true;
}
