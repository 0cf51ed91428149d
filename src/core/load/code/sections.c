/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/code/sections.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

/* Append a section and take its bytes, or release them if they are of no use. */
static void add_section(struct code_sections *s, struct code_section section)
{
    if (section.bytes.n == 0 || section.addr > UINT64_MAX - section.bytes.n) {
        bytes_release(&section.bytes);
        return;
    }
    mem_append(&s->v, &s->n, &section, sizeof *s->v);
}

static void sort_sections(struct code_sections *s)
{
    sort_ascending(s->v, s->n, SEARCH_BY(struct code_section, bytes.n));
    sort_ascending(s->v, s->n, SEARCH_BY(struct code_section, addr));
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

bool code_sections_read(struct code_sections *out, const struct elf *f, struct err *e)
{
    out->machine = f->machine;
    out->big_endian = f->big_endian && !(f->machine == EM_ARM && f->flags & EF_ARM_BE8);
    out->wide = f->is64;
    out->unlinked = f->type == ET_REL;
    const struct elf_section *text = elf_find_name(f, ".text");
    for (uint32_t i = 1; i < f->n_sections; i++) {
        const struct elf_section *s = &f->sections[i];
        struct code_section c = {.addr = s->addr, .is_text = s == text};
        bool code = s->flags & SHF_EXECINSTR && s->type != SHT_NOBITS;
        if (s->type == SHT_NULL || (!code && !c.is_text))
            continue;
        if (!elf_contents(f, s, &c.bytes, e))
            return false;
        add_section(out, c);
    }
    sort_sections(out);
    return true;
}

/* ---- where data lies between instructions ---- */

/* The letter of a mapping symbol, or 0: "$t", also "$t.12", and "$xrv64i..." on RISC-V. */
static char mark_kind(const struct elf *f, const struct bytes *names, uint32_t at)
{
    if (at >= names->n || names->n - at < 3)
        return 0;
    const char *name = (const char *)names->p + at;
    if (name[0] != '$' || !name[1] || !strchr("atxd", name[1]))
        return 0;
    bool isa = f->machine == EM_RISCV && name[1] == 'x' && name[2] == 'r';
    return name[2] == '\0' || name[2] == '.' || isa ? name[1] : '\0';
}

bool code_marks_read(struct code_marks *m, const struct elf *f, struct err *e)
{
    struct bytes symbols = {0}, names = {0};
    const struct elf_section *s = elf_find_type(f, SHT_SYMTAB);
    const size_t step = elf_symbol_bytes(f);
    *m = (struct code_marks){0};
    if ((f->machine != EM_ARM && f->machine != EM_AARCH64 && f->machine != EM_RISCV) || !s)
        return true;
    bool ok = elf_contents(f, s, &symbols, e) && elf_contents(f, &f->sections[s->link], &names, e);
    for (size_t at = 0; ok && symbols.n - at >= step; at += step) {
        struct elf_symbol y = elf_symbol_at(f, symbols.p + at);
        char kind = mark_kind(f, &names, y.name);
        if (!kind)
            continue;
        mem_append(&m->v, &m->n, &(struct code_mark){y.value, (uint32_t)kind}, sizeof *m->v);
    }
    sort_ascending(m->v, m->n, SEARCH_BY(struct code_mark, kind));
    sort_ascending(m->v, m->n, SEARCH_BY(struct code_mark, addr));
    bytes_release(&symbols);
    bytes_release(&names);
    return ok;
}

size_t code_marks_after(const struct code_marks *m, uint64_t addr)
{
    return search_upto(m->v, m->n, SEARCH_BY(struct code_mark, addr), addr);
}

/* ---- of images that are no ELF files ---- */

static void read_sections(bfd *b, void *ctx)
{
    struct code_sections *out = ctx;
    if (!b)
        return;
    if (bfd_get_arch(b) == bfd_arch_i386)
        out->machine = bfd_get_mach(b) & bfd_mach_x86_64 ? EM_X86_64 : EM_386;
    out->big_endian = bfd_big_endian(b);
    out->wide = out->machine == EM_X86_64;
    out->unlinked = !(bfd_get_file_flags(b) & EXEC_P);
    for (asection *s = b->sections; s; s = s->next) {
        bfd_byte *contents = NULL; /* the library's malloc */
        struct code_section c = {.addr = bfd_section_vma(s),
                                 .is_text = strcmp(bfd_section_name(s), ".text") == 0};
        /* A section of a file is no longer than the file. */
        if (!(bfd_section_flags(s) & SEC_CODE) ||
            bfd_section_size(s) > (bfd_size_type)bfd_get_size(b) ||
            !bfd_get_full_section_contents(b, s, &contents))
            continue;
        c.bytes = (struct bytes){.p = contents, .n = (size_t)bfd_section_size(s)};
        add_section(out, c);
    }
}

bool bfd_code_read(struct code_sections *out, const struct source *s)
{
    bool done = bfd_door_visit(s, 0, read_sections, out);
    sort_sections(out);
    return done;
}
