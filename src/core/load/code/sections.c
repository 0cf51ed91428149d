/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/code/sections.h"

#include <stdlib.h>
#include <string.h>

#include "arch/calls.h"
#include "core/base/mem.h"
#include "core/load/bfd/guard.h"

void code_sections_add(struct code_sections *s, struct code_section section)
{
    bool useful = section.bytes.n && section.addr <= UINT64_MAX - section.bytes.n;
    if (!useful) {
        bytes_release(&section.bytes);
        return;
    }
    mem_grow(&s->v, &s->cap, s->n + 1, sizeof *s->v);
    s->v[s->n++] = section;
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
    if (!elf_contents(f, s, &c.bytes, e))
        return false;
    code_sections_add(out, c);
    return true;
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

/* ---- of images that are no ELF files ---- */

struct code_job {
    const struct source *source;
    struct code_sections *out;
    bfd *b;
};

static uint16_t machine(bfd *b)
{
    if (bfd_get_arch(b) != bfd_arch_i386)
        return 0;
    return bfd_get_mach(b) & bfd_mach_x86_64 ? CALLS_X86_64 : CALLS_I386;
}

static void take_section(struct code_job *j, asection *s)
{
    bfd_byte *contents = NULL; /* the library's malloc */
    struct code_section c = {.addr = bfd_section_vma(s),
                             .is_text = strcmp(bfd_section_name(s), ".text") == 0};
    if (!(bfd_section_flags(s) & SEC_CODE) || bfd_section_size(s) > j->source->n_bytes)
        return;
    if (!bfd_get_full_section_contents(j->b, s, &contents))
        return;
    c.bytes = (struct bytes){.p = contents, .n = (size_t)bfd_section_size(s)};
    code_sections_add(j->out, c);
}

static void read_sections(void *ctx)
{
    struct code_job *j = ctx;
    j->b = bfd_door_open(j->source);
    if (!j->b || !bfd_door_check(j->b))
        return;
    j->out->machine = machine(j->b);
    j->out->big_endian = bfd_big_endian(j->b);
    j->out->wide = j->out->machine == CALLS_X86_64;
    j->out->unlinked = !(bfd_get_file_flags(j->b) & EXEC_P);
    for (asection *s = j->b->sections; s; s = s->next)
        take_section(j, s);
}

static void leave(void *ctx)
{
    struct code_job *j = ctx;
    bfd_close(j->b);
}

bool bfd_code_read(struct code_sections *out, const struct source *s)
{
    struct code_job j = {.source = s, .out = out};
    bool done = guard_run(read_sections, &j);
    if (j.b && !guard_run(leave, &j))
        done = false;
    code_sections_sort(out);
    return done;
}
