/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbols of an ELF file, straight from its tables: several times faster than through libbfd,
 * which makes an object of every symbol. tests/unit/load/test_image.c compares the two. */
#include "core/load/image/image_internal.h"

#include <stdlib.h>
#include <string.h>

#include "arch/calls.h"
#include "core/base/attr.h"
#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/load/file/elf.h"
#include "core/load/image/local_name.h"

enum {
    SYM32 = 16,
    SYM64 = 24,
    SLAB = 1 << 14, /* symbols read at a time */

    SHN_UNDEF = 0,
    SHN_COMMON = 0xfff2,
    SHN_X86_64_LCOMMON = 0xff02,
    SHN_RESERVED = 0xff00, /* from here on no section, but for XINDEX */
    SHN_XINDEX = 0xffff,

    EM_SPARC = 2,
    EM_386 = 3,
    EM_MIPS = 8,
    EM_PPC = 20,
    EM_PPC64 = 21,
    EM_S390 = 22,
    EM_ARM = 40,
    EM_SPARCV9 = 43,
    EM_X86_64 = 62,
    EM_AARCH64 = 183,
    EM_RISCV = 243,

    STB_LOCAL = 0,
    STB_GLOBAL = 1,
    STB_WEAK = 2,
    STT_NOTYPE = 0,
    STT_OBJECT = 1,
    STT_FUNC = 2,
    STT_SECTION = 3,
    STT_FILE = 4,
    STT_COMMON = 5,
    STT_GNU_IFUNC = 10,
};

struct elf_symbol {
    uint64_t value;
    uint32_t name, section; /* section: SHN_XINDEX resolved */
    uint8_t bind, type;
    bool reserved; /* section is one of the special numbers */
};

struct elf_reader {
    struct elf f;
    struct image *im;
    const struct progress *p;
    const struct elf_section *symtab;
    uint64_t n;    /* symbols in the file, the first (empty) one included */
    bool *code;    /* by section: letter t or T */
    uint8_t *more; /* section numbers beyond 16 bit, NULL: none */
    size_t n_more;
    bool relative; /* addresses count from the section's start: no program and no library */
    struct local_names locals;
};

static struct elf_symbol decode(const struct elf *f, const uint8_t *b)
{
    struct elf_symbol s = {.name = elf_u32(f, b)};
    const uint8_t *info = b + (f->is64 ? 4 : 12);
    s.value = f->is64 ? elf_u64(f, b + 8) : elf_u32(f, b + 4);
    s.section = elf_u16(f, info + 2);
    s.bind = info[0] >> 4;
    s.type = info[0] & 15;
    s.reserved = s.section >= SHN_RESERVED;
    return s;
}

/* False: the section's number is missing. */
static bool resolve(const struct elf_reader *r, struct elf_symbol *s, uint64_t i)
{
    if (s->section != SHN_XINDEX)
        return true;
    if (i >= r->n_more)
        return false;
    s->section = elf_u32(&r->f, r->more + 4 * i);
    s->reserved = false;
    return true;
}

static bool is_common(const struct elf_reader *r, const struct elf_symbol *s)
{
    bool large = s->section == SHN_X86_64_LCOMMON && r->f.machine == EM_X86_64 && !r->f.big_endian;
    return s->reserved && (s->section == SHN_COMMON || large);
}

/* The letter is W, T or t. */
static bool has_letter(const struct elf_reader *r, const struct elf_symbol *s)
{
    if (s->type == STT_SECTION || s->type == STT_FILE || s->type == STT_GNU_IFUNC)
        return false;
    if (s->bind == STB_WEAK)
        return s->type != STT_OBJECT && s->type != STT_COMMON && s->section != SHN_UNDEF &&
               !is_common(r, s);
    return s->bind <= STB_GLOBAL && !s->reserved && s->section < r->f.n_sections &&
           r->code[s->section];
}

static bool add(struct elf_reader *r, const struct elf_symbol *s, struct err *e)
{
    struct image *im = r->im;
    bool clone = s->bind == STB_LOCAL && !local_name_taken(&r->locals, s->name);
    if (clone && !(s->type == STT_FUNC && local_name_is_clone(&r->locals, s->name)))
        return true;
    if (im->n_symbols == UINT32_MAX)
        return err_what(e, ERR_LIMIT, im->path, "symbols", NULL);
    uint64_t base = r->relative && !s->reserved && s->section < r->f.n_sections
                        ? r->f.sections[s->section].addr
                        : 0;
    im->symbols[im->n_symbols++] = (struct raw_symbol){
        .addr = base + s->value,
        .name = s->name,
        .flags = (s->bind == STB_LOCAL ? SYM_STATIC : 0) | (s->type == STT_FUNC ? SYM_FUNC : 0) |
                 (clone ? SYM_CLONE : 0),
    };
    return true;
}

/* Take note of a symbol without a type if it marks a bound of the code. */
static void see(struct elf_reader *r, const struct elf_symbol *s)
{
    if (s->type != STT_NOTYPE || s->section == SHN_UNDEF || s->name >= r->im->n_name_bytes)
        return;
    const char *name = r->im->names + s->name;
    if (name[0] == '_' || name[0] == 'e')
        image_see_symbol(r->im, name, s->value);
}

static bool take(struct elf_reader *r, const uint8_t *b, uint64_t i, struct err *e)
{
    struct elf_symbol s = decode(&r->f, b);
    uint64_t at = r->symtab->offset + i * (r->f.is64 ? SYM64 : SYM32);
    if (!resolve(r, &s, i))
        return source_damaged(r->f.source, at, "section number of a symbol", e);
    see(r, &s);
    if (!has_letter(r, &s))
        return true;
    if (s.name >= r->im->n_name_bytes)
        return source_damaged(r->f.source, at, "name of a symbol", e);
    return add(r, &s, e);
}

static bool take_slab(struct elf_reader *r, uint8_t *buf, uint64_t from, uint64_t n, struct err *e)
{
    size_t entry = r->f.is64 ? SYM64 : SYM32;
    if (!progress_step(r->p, "symbols", from, r->n))
        return err_set(e, ERR_CANCELLED, r->im->path);
    if (!source_read(r->f.source, r->symtab->offset + from * entry, buf, n * entry, "symbol table",
                     e))
        return false;
    for (uint64_t i = 0; i < n; i++)
        if (!take(r, buf + i * entry, from + i, e))
            return false;
    return true;
}

static bool take_all(struct elf_reader *r, struct err *e)
{
    uint64_t slab = r->n < SLAB ? r->n : SLAB;
    uint8_t *buf = mem_array_raw(slab, SYM64);
    bool ok = true;
    for (uint64_t i = 1; ok && i < r->n; i += slab)
        ok = take_slab(r, buf, i, r->n - i < slab ? r->n - i : slab, e);
    free(buf);
    return ok;
}

/* A whole section in memory, with a zero byte after it. */
static uint8_t *section_bytes(const struct elf *f, const struct elf_section *s, const char *what,
                              struct err *e)
{
    if (!source_has(f->source, s->offset, s->size)) {
        source_damaged(f->source, s->offset, what, e);
        return NULL;
    }
    uint8_t *p = mem_try_array_raw(s->size + 1, 1);
    if (!p) {
        err_memory(e, s->size + 1);
        return NULL;
    }
    p[s->size] = 0;
    if (source_read(f->source, s->offset, p, s->size, what, e))
        return p;
    free(p);
    return NULL;
}

static bool read_strings(struct elf_reader *r, struct err *e)
{
    const struct elf_section *s = NULL;
    if (r->symtab->link < r->f.n_sections)
        s = &r->f.sections[r->symtab->link];
    if (!s || s->type != ELF_SHT_STRTAB)
        return source_damaged(r->f.source, r->symtab->offset, "string table of the symbols", e);
    struct elf_section there = *s; /* libbfd makes do with what the file has of it */
    uint64_t n_bytes = r->f.source->n_bytes;
    if (s->offset < n_bytes && s->size > n_bytes - s->offset)
        there.size = n_bytes - s->offset;
    r->im->names = (char *)section_bytes(&r->f, &there, "string table of the symbols", e);
    if (!r->im->names)
        return false;
    r->im->n_name_bytes = there.size + 1;
    local_names_init(&r->locals, r->im->names, r->im->n_name_bytes, r->im->leading_char);
    return true;
}

static bool read_more(struct elf_reader *r, struct err *e)
{
    const struct elf_section *s = elf_find_type(&r->f, ELF_SHT_SYMTAB_SHNDX);
    if (!s)
        return true;
    r->more = section_bytes(&r->f, s, "section numbers of the symbols", e);
    r->n_more = s->size / 4;
    return r->more;
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
    r->n = r->symtab->size / (f->is64 ? SYM64 : SYM32);
    r->code = mem_array(f->n_sections, sizeof *r->code);
    r->im->symbols = mem_try_array_raw(r->n, sizeof *r->im->symbols);
    if (!r->im->symbols)
        return err_memory(e, r->n * sizeof *r->im->symbols);
    for (uint32_t i = 1; i < f->n_sections; i++)
        r->code[i] =
            (f->sections[i].flags & ELF_SHF_EXECINSTR) && has_code_letter(f->sections[i].name);
    return true;
}

static bool read_symbols(struct elf_reader *r, struct err *e)
{
    if (!r->symtab)
        return true;
    bool ok = make_room(r, e) && read_strings(r, e) && read_more(r, e) && take_all(r, e);
    local_names_release(&r->locals);
    free(r->code);
    free(r->more);
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

static bool find_text(const struct elf *f, struct image *im, struct err *e)
{
    const struct elf_section *text = elf_find_name(f, ".text");
    if (!text)
        text = elf_find_name(f, "$CODE$");
    if (!text)
        return err_set(e, ERR_IMAGE_NO_TEXT, im->path);
    im->text_lo = text->addr;
    im->text_hi = text->addr + text->size;
    return true;
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

static void list_code(const struct elf *f, struct image *im)
{
    for (uint32_t i = 1; f->n_segments > 0 && i < f->n_sections; i++) {
        const struct elf_section *s = &f->sections[i];
        const struct image_code c = {s->addr, s->size, s->offset};
        bool there = s->type != ELF_SHT_NOBITS && source_has(f->source, s->offset, s->size);
        if (s->flags & ELF_SHF_EXECINSTR && there)
            image_add_code(im, c);
    }
    image_sort_code(im);
}

static void see_segment(struct image_bounds *b, const struct elf_segment *s)
{
    if (s->type != ELF_PT_LOAD || s->n_bytes == 0 || s->addr > UINT64_MAX - s->n_bytes)
        return;
    if (b->page_bytes == 0)
        b->base = s->addr;
    b->page_bytes = 4096;
    if (!(s->flags & ELF_PF_X))
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
    const uint16_t machine = CALLS_X86_64;
#elif defined(__i386__)
    const uint16_t machine = CALLS_I386;
#elif defined(__aarch64__)
    const uint16_t machine = CALLS_AARCH64;
#elif defined(__arm__)
    const uint16_t machine = CALLS_ARM;
#elif defined(__riscv)
    const uint16_t machine = CALLS_RISCV;
#elif defined(__powerpc64__)
    const uint16_t machine = CALLS_PPC64;
#elif defined(__s390x__)
    const uint16_t machine = CALLS_S390;
#else
    const uint16_t machine = 0; /* no file has it */
#endif
    const uint16_t one = 1;
    bool is_big = *(const uint8_t *)&one == 0;
    return machine && f->machine == machine && f->is64 == (sizeof(void *) == 8) &&
           f->big_endian == is_big;
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
    im->is_x86 = im->machine == CALLS_X86_64 || im->machine == CALLS_I386;
    r.relative = r.f.type != ELF_EXEC && r.f.type != ELF_DYN;
    r.symtab = elf_find_type(&r.f, ELF_SHT_SYMTAB);
    bool ok = find_text(&r.f, im, e) && find_leading_char(im, s) && read_symbols(&r, e);
    if (ok)
        list_code(&r.f, im);
    /* Only after the symbols were seen: etext goes before the end of .fini. */
    const struct elf *f = &r.f;
    struct elf_segment segments[16];
    size_t n = elf_segments(f, segments, ARRAY_LEN(segments));
    const struct elf_section *fini = elf_find_name(f, ".fini");
    for (size_t i = 0; i < n; i++)
        see_segment(&im->bounds, &segments[i]);
    for (size_t i = 0; i < n; i++)
        im->can_record |= segments[i].type == ELF_PT_INTERP && is_native(f);
    image_add_start(im, f->entry);
    image_add_start(im, im->bounds.base);
    if (im->bounds.n_ends == 0 && fini)
        image_add_end(im, fini->addr + fini->size);
    elf_release(&r.f);
    return ok;
}
