/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/stripped.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/file/debug_file.h"
#include "core/load/image/image.h"
#include "core/load/image/image_internal.h"

/* ---- dynamic symbols ---- */

enum { FILLING = 16 }; /* functions begin at multiples of it; fewer bytes before are no code */

struct function {
    uint64_t lo, size; /* size 0: unknown */
    uint32_t name;
};

struct dynamic_reader {
    const struct elf *f;
    struct image *im;
    struct text names;
    struct function *v; /* by address */
    uint32_t n;
    size_t cap; /* of im->symbols */
    struct err *e;
};

static bool has_code(const struct elf *f, uint32_t section)
{
    return section > 0 && section < f->n_sections && f->sections[section].flags & SHF_EXECINSTR;
}

static bool take_functions(struct dynamic_reader *r, const struct bytes *symbols)
{
    size_t entry = elf_symbol_bytes(r->f), n = symbols->n / entry;
    if (n > UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, r->im->path, "symbols", NULL);
    r->v = mem_array_raw(n, sizeof *r->v);
    for (size_t i = 1; i < n; i++) {
        struct elf_symbol s = elf_symbol_at(r->f, symbols->p + i * entry);
        if ((s.type == STT_FUNC || s.type == STT_GNU_IFUNC) && s.bind != STB_LOCAL &&
            has_code(r->f, s.section) && s.name < r->names.n)
            r->v[r->n++] = (struct function){s.value, s.size, s.name};
    }
    sort_ascending(r->v, r->n, SEARCH_BY(struct function, lo));
    return true;
}

static bool add_raw_symbol(struct dynamic_reader *r, struct raw_symbol s)
{
    struct image *im = r->im;
    if (im->n_symbols == UINT32_MAX)
        return err_what(r->e, ERR_LIMIT, im->path, "symbols", NULL);
    mem_grow(&im->symbols, &r->cap, (size_t)im->n_symbols + 1, sizeof s);
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
    return add_raw_symbol(r, s);
}

/* The functions of a section, from *at on, and what is between them. One of unknown size reaches
 * up to the next. */
static bool add_section(struct dynamic_reader *r, const struct elf_section *s, uint32_t *at)
{
    uint64_t known = s->addr, hi = s->addr + s->size;
    bool open = false, ok = true;
    while (*at < r->n && r->v[*at].lo < s->addr)
        ++*at;
    for (; ok && *at < r->n && r->v[*at].lo < hi; ++*at) {
        const struct function *next = &r->v[*at];
        /* Where the next function may begin, at this one itself if its size is unknown. */
        uint64_t end = next->lo, room = hi - next->lo;
        if (next->size >= room || (next->size && room - next->size < FILLING))
            end = hi;
        else if (next->size)
            end = (next->lo + next->size + FILLING - 1) & ~(uint64_t)(FILLING - 1);
        ok = (open || add_gap(r, known, next->lo)) &&
             add_raw_symbol(
                 r, (struct raw_symbol){.addr = next->lo, .name = next->name, .flags = SYM_FUNC});
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

/* Give im, which has no symbols, those of f. There may be none: then nothing changes. Fails with
 * ERR_READ, ERR_LIMIT; im is then still good to be freed. */
static bool dynamic_symbols_read(struct image *im, const struct elf *f, struct err *e)
{
    const struct elf_section *table = elf_find_type(f, SHT_DYNSYM);
    struct dynamic_reader r = {.f = f, .im = im, .e = e, .cap = 0};
    struct bytes symbols = {0}, names = {0};
    if (!table)
        return true;
    free(im->symbols);
    im->symbols = NULL;
    bool ok = elf_contents(f, table, &symbols, e) &&
              elf_contents(f, &f->sections[table->link], &names, e);
    text_add(&r.names, (const char *)names.p, names.n);
    text_char(&r.names, '\0');
    ok = ok && take_functions(&r, &symbols) && (r.n == 0 || add_sections(&r));
    if (ok && r.n > 0) {
        free((char *)im->names);
        im->names = r.names.p;
        im->n_name_bytes = r.names.n;
        r.names = (struct text){0};
    }
    bytes_release(&symbols);
    bytes_release(&names);
    text_release(&r.names);
    free(r.v);
    return ok;
}

/* From the file with its debug information; NULL without a reason: there is none. */
static struct image *load_separate(const struct source *s, const struct progress *p, struct err *e)
{
    struct debug_file own, separate = {.source.fd = -1};
    struct image *im = NULL;
    if (!debug_file_open(&own, s->path, false))
        return NULL;
    if (debug_file_follow(&own, &separate, p)) {
        im = image_load_source(&separate.source, false, p, e);
        debug_file_close(&separate);
    }
    debug_file_close(&own);
    if (separate.cancelled)
        err_set(e, ERR_CANCELLED, s->path);
    if (im && im->n_symbols) {
        free(im->path);
        im->path = mem_text(s->path, strlen(s->path));
        return im;
    }
    image_free(im);
    return NULL;
}

struct image *stripped_load(const struct source *s, const struct elf *f, const struct progress *p,
                            struct err *e)
{
    struct image *im = image_load_source(s, false, p, e);
    if (!im || im->n_symbols)
        return im;
    struct err why = ERR_INIT;
    struct image *separate = load_separate(s, p, &why);
    if (separate || err_is_fatal(&why)) {
        image_free(im);
        *e = separate ? *e : why;
        return separate;
    }
    if (dynamic_symbols_read(im, f, e))
        return im;
    image_free(im);
    return NULL;
}

bool stripped_restore(struct image **im, const struct progress *p, struct err *e)
{
    struct source s;
    struct elf f;
    struct image *found = NULL;
    struct err why = ERR_INIT;
    if ((*im)->n_symbols || !source_open(&s, (*im)->path, &why))
        return true;
    if (elf_recognise(&s) && elf_open(&f, &s, &why)) {
        found = stripped_load(&s, &f, p, &why);
        elf_release(&f);
    }
    source_close(&s);
    if (found && found->n_symbols) {
        found->is_stripped = true;
        found->mtime_sec = s.mtime_sec;
        found->file_bytes = s.n_bytes;
        found->can_record = (*im)->can_record;
        image_free(*im);
        *im = found;
    } else {
        image_free(found);
    }
    if (!err_is_fatal(&why))
        return true;
    *e = why;
    return false;
}

bool stripped_is_not(const char *path)
{
    struct err ignored = ERR_INIT;
    struct source s;
    struct elf f;
    bool is = source_open(&s, path, &ignored) && elf_recognise(&s) && elf_open(&f, &s, &ignored);
    if (is) {
        is = elf_find_type(&f, SHT_SYMTAB) != NULL;
        elf_release(&f);
    }
    source_close(&s);
    return is;
}

bool stripped_is_readable(const char *path)
{
    struct err ignored = ERR_INIT;
    if (stripped_is_not(path)) /* large programs need not be read for that */
        return true;
    struct image *im = image_load(path, NULL, &ignored);
    const bool is = im && stripped_restore(&im, NULL, &ignored) && im->n_symbols > 0;
    image_free(im);
    return is;
}
