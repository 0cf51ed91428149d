/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/elf.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

struct head {
    uint64_t offset;   /* of the section headers, 0: none */
    uint32_t n, names; /* sections; the one with their names */
    unsigned entry;    /* bytes of a section header */
};

bool elf_recognise(const struct source *s)
{
    uint8_t id[EI_NIDENT];
    return source_get(s, 0, id, sizeof id) == EI_NIDENT && memcmp(id, ELFMAG, SELFMAG) == 0;
}

static size_t segment_bytes(const struct elf *f)
{
    return f->is64 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
}

static bool read_elf_head(struct elf *f, struct head *h, struct err *e)
{
    uint8_t b[sizeof(Elf64_Ehdr)] = {0};
    int64_t got = source_get(f->source, 0, b, sizeof b);
    f->is64 = b[4] == 2;
    f->big_endian = b[5] == 2;
    f->type = elf_u16(f, b + 16);
    f->machine = elf_u16(f, b + 18);
    f->entry = elf_word(f, b + 24);
    f->segments_at = elf_word(f, b + (f->is64 ? 32 : 28));
    f->n_segments = elf_u16(f, b + (f->is64 ? 56 : 44));
    f->flags = elf_u32(f, b + (f->is64 ? 48 : 36));
    h->entry = f->is64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    h->offset = elf_word(f, b + (f->is64 ? 40 : 32));
    const uint8_t *tail = b + (f->is64 ? 58 : 46);
    h->n = elf_u16(f, tail + 2);
    h->names = elf_u16(f, tail + 4);
    /* Like libbfd, which reads them all, refuse program headers outside of the file. */
    uint64_t bytes = (uint64_t)f->n_segments * segment_bytes(f);
    bool right = (b[4] == 1 || b[4] == 2) && (b[5] == 1 || b[5] == 2) && b[6] == 1 &&
                 (size_t)got >= (f->is64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)) && got > 0 &&
                 f->type != ET_CORE && (h->offset == 0 || elf_u16(f, tail) == h->entry) &&
                 (bytes == 0 || source_has(f->source, f->segments_at, bytes));
    return right || err_set(e, ERR_IMAGE_FORMAT, f->source->path);
}

static struct elf_section section(const struct elf *f, const uint8_t *b)
{
    const unsigned w = f->is64 ? 8 : 4;
    return (struct elf_section){
        .name = "",
        .type = elf_u32(f, b + 4),
        .flags = elf_word(f, b + 8),
        .addr = elf_word(f, b + 8 + w),
        .offset = elf_word(f, b + 8 + 2 * w),
        .size = elf_word(f, b + 8 + 3 * w),
        .link = elf_u32(f, b + 8 + 4 * w),
    };
}

/* Section names; an unreadable table leaves all names empty. */
static bool read_names(struct elf *f, const struct head *h, const uint8_t *raw, struct err *e)
{
    if (h->names == 0 || h->names >= f->n_sections)
        return true;
    const struct elf_section *s = &f->sections[h->names];
    if (s->type != SHT_STRTAB)
        return true;
    if (!source_has(f->source, s->offset, s->size))
        return source_damaged(f->source, s->offset, "section names", e);
    struct bytes names;
    if (!elf_contents(f, s, &names, e))
        return false;
    f->names = (char *)names.p;
    for (uint32_t i = 1; i < f->n_sections; i++) {
        uint32_t at = elf_u32(f, raw + (size_t)i * h->entry);
        if (at >= s->size)
            return source_damaged(f->source, s->offset + at, "section name", e);
        f->sections[i].name = f->names + at;
    }
    return true;
}

static bool read_sections(struct elf *f, const struct head *h, struct err *e)
{
    size_t bytes = (size_t)h->n * h->entry;
    if (!source_has(f->source, h->offset, bytes))
        return source_damaged(f->source, h->offset, "section headers", e);
    uint8_t *raw = mem_try_array_raw(bytes, 1);
    f->sections = mem_try_array(h->n, sizeof *f->sections);
    bool ok = raw && f->sections;
    if (!ok)
        err_memory(e, bytes);
    ok = ok && source_read(f->source, h->offset, raw, bytes, "section headers", e);
    for (uint32_t i = 0; ok && i < h->n; i++) {
        struct elf_section *s = &f->sections[i];
        *s = section(f, raw + (size_t)i * h->entry);
        if (i > 0 && s->link >= h->n && (s->link < SHN_LORESERVE || s->link > SHN_XINDEX))
            ok = source_damaged(f->source, h->offset + (uint64_t)i * h->entry, "section header", e);
        s->link = s->link < h->n ? s->link : 0;
    }
    f->n_sections = ok ? h->n : 0;
    ok = ok && read_names(f, h, raw, e);
    free(raw);
    return ok;
}

bool elf_open(struct elf *f, const struct source *s, struct err *e)
{
    uint8_t b[sizeof(Elf64_Shdr)];
    struct head h;
    *f = (struct elf){.source = s};
    bool ok = read_elf_head(f, &h, e);
    if (ok && h.offset && (h.n == 0 || h.names == SHN_XINDEX)) {
        /* Numbers that do not fit the file header stand in section 0. */
        ok = source_read(s, h.offset, b, h.entry, "section header", e);
        const struct elf_section zero = ok ? section(f, b) : (struct elf_section){.size = 0};
        if (h.n == 0)
            h.n = zero.size > UINT32_MAX ? UINT32_MAX : (uint32_t)zero.size;
        if (h.names == SHN_XINDEX)
            h.names = zero.link;
    }
    ok = ok && (h.offset == 0 || read_sections(f, &h, e));
    if (!ok)
        elf_release(f);
    return ok;
}

void elf_release(struct elf *f)
{
    free(f->sections);
    free(f->names);
    *f = (struct elf){.source = f->source};
}

const struct elf_section *elf_find_name(const struct elf *f, const char *name)
{
    for (uint32_t i = 1; i < f->n_sections; i++)
        if (f->sections[i].type != SHT_NULL && strcmp(f->sections[i].name, name) == 0)
            return &f->sections[i];
    return NULL;
}

const struct elf_section *elf_find_type(const struct elf *f, uint32_t type)
{
    for (uint32_t i = 1; i < f->n_sections; i++)
        if (f->sections[i].type == type)
            return &f->sections[i];
    return NULL;
}

bool elf_contents(const struct elf *f, const struct elf_section *s, struct bytes *out,
                  struct err *e)
{
    *out = (struct bytes){0};
    if (!s || s->type == SHT_NOBITS || s->size >= SIZE_MAX ||
        !source_has(f->source, s->offset, s->size))
        return true;
    out->p = mem_try_array_raw((size_t)s->size + 1, 1);
    if (!out->p)
        return err_memory(e, s->size);
    out->n = (size_t)s->size;
    out->p[out->n] = 0;
    if (source_read(f->source, s->offset, out->p, out->n, s->name, e))
        return true;
    bytes_release(out);
    return false;
}

size_t elf_segments(const struct elf *f, struct elf_segment *to, size_t most)
{
    const size_t entry = segment_bytes(f);
    uint8_t raw[16 * sizeof(Elf64_Phdr)];
    most = f->n_segments < most ? f->n_segments : most;
    most = most < sizeof raw / entry ? most : sizeof raw / entry;
    if (source_get(f->source, f->segments_at, raw, most * entry) != (int64_t)(most * entry))
        return 0;
    for (size_t i = 0; i < most; i++) {
        const uint8_t *b = raw + i * entry;
        to[i] = (struct elf_segment){.type = elf_u32(f, b),
                                     .flags = elf_u32(f, b + (f->is64 ? 4 : 24)),
                                     .addr = elf_word(f, b + (f->is64 ? 16 : 8)),
                                     .n_bytes = elf_word(f, b + (f->is64 ? 40 : 20))};
    }
    return most;
}

size_t elf_first_bytes(const struct elf *f, const char *name, uint8_t *to, size_t most)
{
    const struct elf_section *s = elf_find_name(f, name);
    if (!s || s->type == SHT_NOBITS)
        return 0;
    size_t n = s->size < most ? (size_t)s->size : most;
    int64_t got = source_get(f->source, s->offset, to, n);
    return got > 0 ? (size_t)got : 0;
}

enum { NOTE_HEAD = 16 };

struct build_id build_id_of(const struct elf *f)
{
    uint8_t b[NOTE_HEAD + BUILD_ID_MOST];
    struct build_id id = {.n = 0};
    size_t n = elf_first_bytes(f, ".note.gnu.build-id", b, sizeof b);
    if (n < NOTE_HEAD || elf_u32(f, b) != 4 || elf_u32(f, b + 8) != NT_GNU_BUILD_ID ||
        memcmp(b + 12, "GNU", 4) != 0)
        return id;
    uint32_t bytes = elf_u32(f, b + 4);
    if (bytes > n - NOTE_HEAD)
        return id;
    id.n = bytes;
    memcpy(id.bytes, b + NOTE_HEAD, bytes);
    return id;
}

bool build_id_same(const struct build_id *a, const struct build_id *b)
{
    return a->n == b->n && memcmp(a->bytes, b->bytes, a->n) == 0;
}

bool build_id_is(const struct build_id *id, const char *digits)
{
    static const char hex[] = "0123456789abcdef";
    size_t i = 0;
    for (; i < id->n && digits[2 * i]; i++)
        if (digits[2 * i] != hex[id->bytes[i] / 16] || digits[2 * i + 1] != hex[id->bytes[i] % 16])
            return false;
    return !digits[2 * i] && (i == id->n || i >= BUILD_ID_NOTED);
}

void elf_functions_read(struct elf_functions *t, const struct elf *f)
{
    const struct elf_section *symtab = elf_find_type(f, SHT_SYMTAB);
    const struct elf_section *text = elf_find_name(f, ".text");
    struct bytes symbols = {0}, names = {0};
    struct err unread = ERR_INIT;
    *t = (struct elf_functions){0};
    if (!symtab || !text)
        return;
    if (!elf_contents(f, symtab, &symbols, &unread) ||
        !elf_contents(f, &f->sections[symtab->link], &names, &unread))
        err_need_memory(&unread);
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
