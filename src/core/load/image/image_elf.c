/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of an ELF file, straight from its tables: several times faster than through libbfd,
 * which makes an object of every symbol. tests/unit/load/test_image.c compares the two. */
#include "core/load/image/image_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/file/elf.h"
#include "core/load/image/local_name.h"

enum {
    SLAB = 1 << 14, /* symbols read at a time */
    SHN_X86_64_LCOMMON = 0xff02,
};

struct elf_reader {
    struct elf f;
    struct image *im;
    const struct progress *p;
    const struct elf_section *symtab;
    uint64_t n;        /* symbols in the file, the first (empty) one included */
    bool *code;        /* by section: letter t or T */
    struct bytes more; /* section numbers beyond 16 bit */
    bool relative;     /* addresses count from the section's start: no program and no library */
    struct local_names locals;
};

/* Is the letter of a symbol W, T or t? `reserved`: its section is one of the special numbers. */
static bool has_letter(const struct elf_reader *r, const struct elf_symbol *s, bool reserved)
{
    if (s->type == STT_SECTION || s->type == STT_FILE || s->type == STT_GNU_IFUNC)
        return false;
    if (s->bind != STB_WEAK)
        return s->bind <= STB_GLOBAL && !reserved && s->section < r->f.n_sections &&
               r->code[s->section];
    bool large = s->section == SHN_X86_64_LCOMMON && r->f.machine == EM_X86_64 && !r->f.big_endian;
    bool common = reserved && (s->section == SHN_COMMON || large);
    return s->type != STT_OBJECT && s->type != STT_COMMON && s->section != SHN_UNDEF && !common;
}

/* Take symbol number i, which stands at b, if it is one to take. */
static bool take_symbol(struct elf_reader *r, const uint8_t *b, uint64_t i, struct err *e)
{
    struct image *im = r->im;
    const struct elf *f = &r->f;
    struct elf_symbol s = elf_symbol_at(f, b);
    uint64_t at = r->symtab->offset + i * elf_symbol_bytes(f);
    bool reserved = s.section >= SHN_LORESERVE && s.section != SHN_XINDEX;
    if (s.section == SHN_XINDEX) {
        if (i >= r->more.n / 4)
            return source_damaged(f->source, at, "section number of a symbol", e);
        s.section = elf_u32(f, r->more.p + 4 * i);
    }
    /* Symbols without a type may mark bounds of the code. */
    if (s.type == STT_NOTYPE && s.section != SHN_UNDEF && s.name < im->n_name_bytes &&
        (im->names[s.name] == '_' || im->names[s.name] == 'e'))
        image_see_symbol(im, im->names + s.name, s.value);
    if (!has_letter(r, &s, reserved))
        return true;
    if (s.name >= im->n_name_bytes)
        return source_damaged(f->source, at, "name of a symbol", e);
    bool local = s.bind == STB_LOCAL, function = s.type == STT_FUNC;
    bool clone = local && !local_name_taken(&r->locals, s.name);
    if (clone && !(function && local_name_is_clone(&r->locals, s.name)))
        return true;
    if (im->n_symbols == UINT32_MAX)
        return err_what(e, ERR_LIMIT, im->path, "symbols", NULL);
    bool relative = r->relative && !reserved && s.section < f->n_sections;
    im->symbols[im->n_symbols++] = (struct raw_symbol){
        .addr = (relative ? f->sections[s.section].addr : 0) + s.value,
        .name = s.name,
        .flags = (local ? SYM_STATIC : 0) | (function ? SYM_FUNC : 0) | (clone ? SYM_CLONE : 0),
    };
    return true;
}

static bool take_symbols(struct elf_reader *r, struct err *e)
{
    const size_t slab = r->n < SLAB ? r->n : SLAB, entry = elf_symbol_bytes(&r->f);
    uint8_t *buf = mem_array_raw(slab, entry);
    bool ok = true;
    for (uint64_t from = 1; ok && from < r->n; from += slab) {
        const size_t n = r->n - from < slab ? r->n - from : slab;
        ok = progress_step(r->p, "symbols", from, r->n) || err_set(e, ERR_CANCELLED, r->im->path);
        ok = ok && source_read(r->f.source, r->symtab->offset + from * entry, buf, n * entry,
                               "symbol table", e);
        for (uint64_t i = 0; ok && i < n; i++)
            ok = take_symbol(r, buf + i * entry, from + i, e);
    }
    free(buf);
    return ok;
}

/* A whole section in memory, with a zero byte after it. */
static bool section_bytes(const struct elf *f, struct elf_section s, const char *what,
                          struct bytes *out, struct err *e)
{
    s.name = what;
    return source_has(f->source, s.offset, s.size) ? elf_contents(f, &s, out, e)
                                                   : source_damaged(f->source, s.offset, what, e);
}

static bool read_strings(struct elf_reader *r, struct err *e)
{
    const struct elf_section *s = &r->f.sections[r->symtab->link];
    if (s->type != SHT_STRTAB)
        return source_damaged(r->f.source, r->symtab->offset, "string table of the symbols", e);
    struct elf_section there = *s; /* libbfd makes do with what the file has of it */
    uint64_t n_bytes = r->f.source->n_bytes;
    if (s->offset < n_bytes && s->size > n_bytes - s->offset)
        there.size = n_bytes - s->offset;
    struct bytes names;
    if (!section_bytes(&r->f, there, "string table of the symbols", &names, e))
        return false;
    r->im->names = (char *)names.p;
    r->im->n_name_bytes = names.n + 1;
    local_names_init(&r->locals, r->im->names, r->im->n_name_bytes, r->im->leading_char);
    return true;
}

/* Do symbols of an executable section of this name have the letter t of nm? */
static bool has_code_letter(const char *name)
{
    static const char *const apart[] = {".drectve", ".edata", ".idata", ".pdata"};
    for (size_t i = 0; i < ARRAY_LEN(apart); i++) {
        size_t n = strlen(apart[i]);
        if (strncmp(name, apart[i], n) != 0)
            continue;
        char c = name[n];
        if (c == '\0' || c == '.' || c == '$' || char_is_digit(c))
            return false;
    }
    return true;
}

static bool make_room(struct elf_reader *r, struct err *e)
{
    const struct elf *f = &r->f;
    if (!source_has(f->source, r->symtab->offset, r->symtab->size))
        return source_damaged(f->source, r->symtab->offset, "symbol table", e);
    r->n = r->symtab->size / elf_symbol_bytes(f);
    r->code = mem_array(f->n_sections, sizeof *r->code);
    r->im->symbols = mem_try_array_raw(r->n, sizeof *r->im->symbols);
    if (!r->im->symbols)
        return err_memory(e, r->n * sizeof *r->im->symbols);
    for (uint32_t i = 1; i < f->n_sections; i++)
        r->code[i] = (f->sections[i].flags & SHF_EXECINSTR) && has_code_letter(f->sections[i].name);
    return true;
}

static bool read_symbols(struct elf_reader *r, struct err *e)
{
    const struct elf_section *more = elf_find_type(&r->f, SHT_SYMTAB_SHNDX);
    if (!r->symtab)
        return true;
    bool ok = make_room(r, e) && read_strings(r, e);
    if (ok && more)
        ok = section_bytes(&r->f, *more, "section numbers of the symbols", &r->more, e);
    ok = ok && take_symbols(r, e);
    local_names_release(&r->locals);
    free(r->code);
    bytes_release(&r->more);
    if (ok) {
        /* Give back what the symbols left out do not need. */
        struct image *im = r->im;
        size_t n = im->n_symbols ? im->n_symbols : 1;
        void *p = realloc(im->symbols, n * sizeof *im->symbols);
        if (p)
            im->symbols = p;
    }
    return ok;
}

/* libbfd knows the machines whose C names begin with an underscore. It is not asked about the most
 * common machines, whose C names do not. */
static bool find_leading_char(struct image *im, const struct source *s)
{
    static const uint16_t plain[] = {EM_386,   EM_MIPS,    EM_PPC,    EM_PPC64,   EM_S390, EM_ARM,
                                     EM_SPARC, EM_SPARCV9, EM_X86_64, EM_AARCH64, EM_RISCV};
    for (size_t i = 0; i < ARRAY_LEN(plain); i++)
        if (im->machine == plain[i])
            return true;
    return image_ask_leading_char(im, s);
}

/* ---- the code ---- */

static void see_segment(struct image_bounds *b, const struct elf_segment *s)
{
    if (s->type != PT_LOAD || s->n_bytes == 0 || s->addr > UINT64_MAX - s->n_bytes)
        return;
    if (b->page_bytes == 0)
        b->base = s->addr;
    b->page_bytes = 4096;
    if (!(s->flags & PF_X))
        return;
    bool first = b->code_lo == b->code_hi;
    uint64_t hi = s->addr + s->n_bytes;
    b->code_lo = first || s->addr < b->code_lo ? s->addr : b->code_lo;
    b->code_hi = first || hi > b->code_hi ? hi : b->code_hi;
}

/* Is it for the machine that this program was compiled for? */
static bool is_native(const struct elf *f)
{
#if defined(__x86_64__)
    const uint16_t machine = EM_X86_64;
#elif defined(__i386__)
    const uint16_t machine = EM_386;
#elif defined(__aarch64__)
    const uint16_t machine = EM_AARCH64;
#elif defined(__arm__)
    const uint16_t machine = EM_ARM;
#elif defined(__riscv)
    const uint16_t machine = EM_RISCV;
#elif defined(__powerpc64__)
    const uint16_t machine = EM_PPC64;
#elif defined(__s390x__)
    const uint16_t machine = EM_S390;
#else
    const uint16_t machine = EM_NONE;
#endif
    return machine && f->machine == machine && f->is64 == (sizeof(void *) == 8) &&
           f->big_endian == bytes_host_big();
}

bool image_read_elf(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e)
{
    struct elf_reader r = {.im = im, .p = p};
    if (!elf_open(&r.f, s, e))
        return false;
    im->machine = r.f.machine;
    im->addr_bytes = r.f.is64 ? 8 : 4;
    im->big_endian = r.f.big_endian;
    im->is_x86 = im->machine == EM_X86_64 || im->machine == EM_386;
    r.relative = r.f.type != ET_EXEC && r.f.type != ET_DYN;
    r.symtab = elf_find_type(&r.f, SHT_SYMTAB);
    const struct elf *f = &r.f;
    const struct elf_section *text = elf_find_name(f, ".text");
    text = text ? text : elf_find_name(f, "$CODE$");
    if (text) {
        im->text_lo = text->addr;
        im->text_hi = text->addr + text->size;
    }
    bool ok = (text || err_set(e, ERR_IMAGE_NO_TEXT, im->path)) && find_leading_char(im, s) &&
              read_symbols(&r, e);
    for (uint32_t i = 1; ok && f->n_segments > 0 && i < f->n_sections; i++) {
        const struct elf_section *code = &f->sections[i];
        if (code->flags & SHF_EXECINSTR && code->type != SHT_NOBITS &&
            source_has(s, code->offset, code->size))
            image_add_code(im, (struct image_code){code->addr, code->size, code->offset});
    }
    sort_ascending(im->code, im->n_code, SEARCH_BY(struct image_code, addr));
    /* Only after the symbols were seen: etext goes before the end of .fini. */
    struct elf_segment segments[16];
    size_t n = elf_segments(f, segments, ARRAY_LEN(segments));
    const struct elf_section *fini = elf_find_name(f, ".fini");
    for (size_t i = 0; i < n; i++)
        see_segment(&im->bounds, &segments[i]);
    for (size_t i = 0; i < n; i++)
        im->can_record |= segments[i].type == PT_INTERP && is_native(f);
    image_add_address(&im->bounds.starts, f->entry);
    image_add_address(&im->bounds.starts, im->bounds.base);
    if (im->bounds.ends.n == 0 && fini)
        image_add_address(&im->bounds.ends, fini->addr + fini->size);
    elf_release(&r.f);
    return ok;
}
