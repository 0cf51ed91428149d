/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/elf_function.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

void elf_functions_read(struct elf_functions *t, const struct elf *f)
{
    const struct elf_section *symtab = elf_find_type(f, SHT_SYMTAB);
    const struct elf_section *text = elf_find_name(f, ".text");
    struct bytes symbols = {0}, names = {0};
    struct err unread = ERR_INIT;
    *t = (struct elf_functions){0};
    if (!symtab || symtab->link >= f->n_sections || !text)
        return;
    if ((!elf_contents(f, symtab, &symbols, &unread) ||
         !elf_contents(f, &f->sections[symtab->link], &names, &unread)) &&
        unread.code == ERR_MEMORY)
        mem_fail();
    t->names = (char *)names.p;
    size_t entry = elf_symbol_bytes(f), n = names.p ? symbols.n / entry : 0, kept = 0;
    t->all = mem_array_raw(n, sizeof *t->all);
    for (size_t i = 1; i < n && t->n < UINT32_MAX; i++) {
        struct elf_symbol s = elf_symbol_at(f, symbols.p + i * entry);
        bool function = s.type == STT_NOTYPE || s.type == STT_FUNC || s.type == STT_GNU_IFUNC;
        if (function && s.section == (uint32_t)(text - f->sections) && s.name < names.n)
            t->all[t->n++] = (struct elf_function){s.value, s.size ? s.size : 1, t->names + s.name};
    }
    bytes_release(&symbols);
    /* The longest of those at one address is kept, of equally long ones the first in the file. */
    sort_ascending(t->all, t->n, SEARCH_BY(struct elf_function, addr));
    for (size_t i = 0; i < t->n; i++)
        if (kept == 0 || t->all[kept - 1].addr != t->all[i].addr)
            t->all[kept++] = t->all[i];
        else if (t->all[kept - 1].size < t->all[i].size)
            t->all[kept - 1] = t->all[i];
    t->n = kept;
}

void elf_functions_release(struct elf_functions *t)
{
    free(t->all);
    free(t->names);
    *t = (struct elf_functions){0};
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
