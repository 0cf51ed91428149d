/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/code/marks.h"

#include <stdlib.h>
#include <string.h>

#include "arch/calls.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/search.h"

enum { SYM32 = 16, SYM64 = 24 };

/* The letter of a mapping symbol, or 0: "$t", also "$t.12", and "$xrv64i..." on RISC-V. */
static char mark_kind(const struct elf *f, const struct bytes *names, uint32_t at)
{
    if (at >= names->n || names->n - at < 3)
        return 0;
    const char *name = (const char *)names->p + at;
    if (name[0] != '$' || !name[1] || !strchr("atxd", name[1]))
        return 0;
    bool isa = f->machine == CALLS_RISCV && name[1] == 'x' && name[2] == 'r';
    return name[2] == '\0' || name[2] == '.' || isa ? name[1] : '\0';
}

static void add_marks(struct code_marks *m, const struct elf *f, const struct bytes *symbols,
                      const struct bytes *names)
{
    const size_t step = f->is64 ? SYM64 : SYM32;
    for (size_t at = 0; symbols->n - at >= step; at += step) {
        const uint8_t *p = symbols->p + at;
        char kind = mark_kind(f, names, elf_u32(f, p));
        if (!kind)
            continue;
        mem_grow(&m->v, &m->cap, m->n + 1, sizeof *m->v);
        uint64_t addr = f->is64 ? elf_u64(f, p + 8) : elf_u32(f, p + 4);
        m->v[m->n++] = (struct code_mark){addr, kind};
    }
}

static int by_address(const void *a, const void *b)
{
    const struct code_mark *x = a, *y = b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return x->kind - y->kind;
}

bool code_marks_read(struct code_marks *m, const struct elf *f, struct err *e)
{
    struct bytes symbols = {0}, names = {0};
    const struct elf_section *s = elf_find_type(f, ELF_SHT_SYMTAB);
    *m = (struct code_marks){0};
    if (f->machine != CALLS_ARM && f->machine != CALLS_AARCH64 && f->machine != CALLS_RISCV)
        return true;
    if (!s || s->link >= f->n_sections)
        return true;
    bool ok = elf_contents(f, s, &symbols, e) && elf_contents(f, &f->sections[s->link], &names, e);
    if (ok)
        add_marks(m, f, &symbols, &names);
    if (m->n)
        qsort(m->v, m->n, sizeof *m->v, by_address);
    bytes_release(&symbols);
    bytes_release(&names);
    return ok;
}

void code_marks_release(struct code_marks *m)
{
    free(m->v);
    *m = (struct code_marks){0};
}

size_t code_marks_after(const struct code_marks *m, uint64_t addr)
{
    return search_upto(m->v, m->n, SEARCH_BY(struct code_mark, addr), addr);
}
