/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/dynamic_symbols.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"
#include "core/base/text.h"

enum {
    SYM32 = 16,
    SYM64 = 24,
    STB_LOCAL = 0,
    STT_FUNC = 2,
    STT_GNU_IFUNC = 10,
    FILLING = 16, /* functions begin at multiples of it; fewer bytes before them are no code */
};

struct function {
    uint64_t lo, size; /* size 0: unknown */
    uint32_t name;
};

struct dynamic_reader {
    const struct elf *f;
    struct image *im;
    struct text names;
    struct function *v;
    uint32_t *ids; /* of v, by address */
    uint32_t n;
    size_t cap; /* of im->symbols */
    struct err *e;
};

static bool has_code(const struct elf *f, uint32_t section)
{
    return section > 0 && section < f->n_sections && f->sections[section].flags & ELF_SHF_EXECINSTR;
}

static bool sort_functions(struct dynamic_reader *r)
{
    uint64_t *keys = mem_array_raw(r->n, sizeof *keys);
    r->ids = mem_array_raw(r->n, sizeof *r->ids);
    for (uint32_t i = 0; keys && r->ids && i < r->n; i++) {
        r->ids[i] = i;
        keys[i] = r->v[i].lo;
    }
    bool ok = keys && r->ids && sort_radix(keys, r->ids, r->n);
    free(keys);
    return ok || err_memory(r->e, 0);
}

static bool take_all(struct dynamic_reader *r, const struct bytes *symbols)
{
    size_t entry = r->f->is64 ? SYM64 : SYM32, n = symbols->n / entry;
    if (n > UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, r->im->path, "symbols", NULL);
    r->v = mem_array_raw(n, sizeof *r->v);
    if (!r->v)
        return err_memory(r->e, n * sizeof *r->v);
    for (size_t i = 1; i < n; i++) {
        const uint8_t *b = symbols->p + i * entry;
        const struct elf *f = r->f;
        const uint8_t *info = b + (f->is64 ? 4 : 12);
        unsigned type = info[0] & 15;
        struct function s = {.name = elf_u32(f, b)};
        s.lo = f->is64 ? elf_u64(f, b + 8) : elf_u32(f, b + 4);
        s.size = f->is64 ? elf_u64(f, b + 16) : elf_u32(f, b + 8);
        if ((type == STT_FUNC || type == STT_GNU_IFUNC) && info[0] >> 4 != STB_LOCAL &&
            has_code(f, elf_u16(f, info + 2)) && s.name < r->names.n)
            r->v[r->n++] = s;
    }
    return sort_functions(r);
}

static bool add(struct dynamic_reader *r, struct raw_symbol s)
{
    struct image *im = r->im;
    if (im->n_symbols == UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, im->path, "symbols", NULL);
    if (!mem_grow(&im->symbols, &r->cap, (size_t)im->n_symbols + 1, sizeof s))
        return err_memory(r->e, 0);
    im->symbols[im->n_symbols++] = s;
    return true;
}

/* Code from lo up to hi that nobody names. */
static bool add_gap(struct dynamic_reader *r, uint64_t lo, uint64_t hi)
{
    if (hi <= lo || hi - lo < FILLING)
        return true;
    struct raw_symbol s = {
        .addr = lo, .name = (uint32_t)r->names.n, .flags = SYM_STATIC | SYM_FUNC};
    if (r->names.n > UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, r->im->path, "symbols", NULL);
    text_str(&r->names, path_base(r->im->path));
    text_str(&r->names, "+0x");
    text_hex(&r->names, lo);
    text_char(&r->names, '\0');
    return add(r, s);
}

/* Where the next function may begin, at s itself if its size is unknown. */
static uint64_t end_of(const struct function *s, uint64_t section_hi)
{
    uint64_t room = section_hi - s->lo;
    if (s->size == 0)
        return s->lo;
    if (s->size >= room || room - s->size < FILLING)
        return section_hi;
    return (s->lo + s->size + FILLING - 1) & ~(uint64_t)(FILLING - 1);
}

/* The functions of a section, from *at on, and what is between them. One of unknown size reaches
 * up to the next. */
static bool add_section(struct dynamic_reader *r, const struct elf_section *s, uint32_t *at)
{
    uint64_t known = s->addr, hi = s->addr + s->size;
    bool open = false, ok = true;
    while (*at < r->n && r->v[r->ids[*at]].lo < s->addr)
        ++*at;
    for (; ok && *at < r->n && r->v[r->ids[*at]].lo < hi; ++*at) {
        const struct function *next = &r->v[r->ids[*at]];
        uint64_t end = end_of(next, hi);
        ok = (open || add_gap(r, known, next->lo)) &&
             add(r, (struct raw_symbol){.addr = next->lo, .name = next->name, .flags = SYM_FUNC});
        known = end > known ? end : known;
        open = known <= next->lo;
    }
    return ok && (open || add_gap(r, known, hi));
}

/* A linker's sections ascend; one that does not is left out. */
static bool add_sections(struct dynamic_reader *r)
{
    const struct elf *f = r->f;
    uint64_t last_hi = 0;
    uint32_t at = 0;
    bool ok = true;
    for (uint32_t i = 1; ok && i < f->n_sections; i++) {
        const struct elf_section *s = &f->sections[i];
        if (!has_code(f, i) || s->addr < last_hi || s->addr + s->size <= s->addr)
            continue;
        ok = add_section(r, s, &at);
        last_hi = s->addr + s->size;
    }
    return ok;
}

static bool read(struct dynamic_reader *r, const struct bytes *symbols, const struct bytes *names)
{
    text_add(&r->names, (const char *)names->p, names->n);
    text_char(&r->names, '\0');
    if (!take_all(r, symbols) || (r->n > 0 && !add_sections(r)))
        return false;
    if (r->names.failed)
        return err_memory(r->e, r->names.n);
    if (r->n > 0) {
        free((char *)r->im->names);
        r->im->names = r->names.p;
        r->im->n_name_bytes = r->names.n;
        r->names = (struct text){0};
    }
    return true;
}

bool dynamic_symbols_read(struct image *im, const struct elf *f, struct err *e)
{
    const struct elf_section *table = elf_find_type(f, ELF_SHT_DYNSYM);
    struct dynamic_reader r = {.f = f, .im = im, .e = e, .cap = 0};
    struct bytes symbols = {0}, names = {0};
    if (!table || table->link >= f->n_sections)
        return true;
    free(im->symbols);
    im->symbols = NULL;
    bool ok = elf_contents(f, table, &symbols, e) &&
              elf_contents(f, &f->sections[table->link], &names, e) && read(&r, &symbols, &names);
    bytes_release(&symbols);
    bytes_release(&names);
    text_release(&r.names);
    free(r.v);
    free(r.ids);
    return ok;
}
