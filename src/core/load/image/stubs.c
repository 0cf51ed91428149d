/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stubs by which a program calls functions of shared libraries, which have no symbols in its
 * file. Each jumps through a slot that the dynamic linker fills in; the relocation of that slot
 * names the function.
 *
 * Stubs are recognised by their code, since linkers order and size them in many ways (System V ABI,
 * AMD64 and i386 supplements, "Procedure Linkage Table"; ELF for the Arm 64-bit Architecture,
 * "Procedure linkage table"): a jump through an address that a relocation names. */
#include "core/load/image/image_internal.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/file/elf.h"

/* An address that stubs jump through. */
struct slot {
    uint64_t addr;
    uint32_t name; /* in the names of dynamic symbols */
};

struct stub_finder {
    struct elf f;
    struct image *im;
    uint32_t glob_dat; /* type of relocation: the address of a function */
    uint64_t got;      /* what i386's stubs count from */
    struct slot *slots;
    size_t n_slots;
    struct bytes names;
    struct text added; /* names of stubs, after those of the image */
    size_t cap_symbols;
};

/* ---- slots ---- */

static void add_slots(struct stub_finder *x, const struct elf_section *s, const struct bytes *rel,
                      const struct bytes *symbols)
{
    const struct elf *f = &x->f;
    const size_t w = f->is64 ? 8 : 4, entry = w * (s->type == SHT_RELA ? 3 : 2);
    const size_t symbol_bytes = elf_symbol_bytes(f);
    for (size_t at = 0; rel->n - at >= entry; at += entry) {
        uint64_t info = elf_word(f, rel->p + at + w);
        uint64_t symbol = f->is64 ? info >> 32 : info >> 8;
        uint64_t type = f->is64 ? info & UINT32_MAX : info & 255;
        /* Relocations of data are left out: a large program has millions. */
        if (symbol == 0 || symbol >= symbols->n / symbol_bytes ||
            !(type == x->glob_dat || strstr(s->name, ".plt")))
            continue;
        uint32_t name = elf_u32(f, symbols->p + symbol * symbol_bytes);
        if (name >= x->names.n || !memchr(x->names.p + name, '\0', x->names.n - name))
            continue;
        if (image_is_counter((const char *)x->names.p + name)) {
            image_add_address(&x->im->counters, elf_word(f, rel->p + at));
            if (!f->is64)
                image_add_address(&x->im->counters, (uint32_t)(elf_word(f, rel->p + at) - x->got));
        }
        mem_append(&x->slots, &x->n_slots, &(struct slot){elf_word(f, rel->p + at), name},
                   sizeof *x->slots);
    }
}

static bool find_slots(struct stub_finder *x, const struct elf_section *dynamic, struct err *e)
{
    struct bytes symbols = {0};
    bool ok = elf_contents(&x->f, dynamic, &symbols, e);
    for (uint32_t i = 1; ok && i < x->f.n_sections; i++) {
        const struct elf_section *s = &x->f.sections[i];
        struct bytes rel = {0};
        if ((s->type != SHT_RELA && s->type != SHT_REL) ||
            s->link != (size_t)(dynamic - x->f.sections))
            continue;
        ok = elf_contents(&x->f, s, &rel, e);
        if (ok)
            add_slots(x, s, &rel, &symbols);
        bytes_release(&rel);
    }
    bytes_release(&symbols);
    sort_ascending(x->slots, x->n_slots, SEARCH_BY(struct slot, name));
    sort_ascending(x->slots, x->n_slots, SEARCH_BY(struct slot, addr));
    return ok;
}

/* ---- stubs ---- */

/* A jump in code that begins at addr. */
struct stub_jump {
    uint64_t slot;
    size_t begin; /* of the stub */
};

/* Is there a jump at offset i? Before it may stand a prefix, and a mark of where jumps lead. */
static bool x86_jump(const struct stub_finder *x, const struct bytes *code, uint64_t addr, size_t i,
                     struct stub_jump *out)
{
    static const uint8_t mark[] = {0xf3, 0x0f, 0x1e};
    const uint8_t *p = code->p;
    bool wide = x->f.is64;
    if (code->n - i < 6 || p[i] != 0xff || !(p[i + 1] == 0x25 || (!wide && p[i + 1] == 0xa3)))
        return false;
    uint32_t at = elf_u32(&x->f, p + i + 2);
    if (wide)
        out->slot = addr + i + 6 + (uint64_t)(int64_t)(int32_t)at;
    else
        out->slot = p[i + 1] == 0x25 ? at : (uint32_t)(x->got + at);
    out->begin = i - (i > 0 && p[i - 1] == 0xf2);
    if (out->begin >= 4 && memcmp(p + out->begin - 4, mark, sizeof mark) == 0)
        out->begin -= 4;
    return true;
}

/* adrp x16, page; ldr x17, [x16, #offset] */
static bool aarch64_jump(const struct stub_finder *x, const struct bytes *code, uint64_t addr,
                         size_t i, struct stub_jump *out)
{
    enum { BTI_C = 0xd503245f };
    const uint8_t *p = code->p;
    if (i % 4 != 0 || code->n - i < 8)
        return false;
    uint32_t adrp = bytes_u32(p + i, false), ldr = bytes_u32(p + i + 4, false);
    if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211 || !x->f.is64)
        return false;
    uint64_t pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
    pages = (pages ^ 0x100000) - 0x100000; /* 21 bits with a sign */
    out->slot = ((addr + i) & ~UINT64_C(0xfff)) + (pages << 12) + (ldr >> 10 & 0xfff) * 8;
    out->begin = i >= 4 && bytes_u32(p + i - 4, false) == BTI_C ? i - 4 : i;
    return true;
}

static void add_stub(struct stub_finder *x, uint64_t addr, const struct slot *s)
{
    struct image *im = x->im;
    size_t name = im->n_name_bytes + x->added.n;
    if (name > UINT32_MAX / 2 || im->n_symbols >= UINT32_MAX / 2)
        return;
    mem_grow(&im->symbols, &x->cap_symbols, (size_t)im->n_symbols + 1, sizeof *im->symbols);
    text_str(&x->added, (const char *)x->names.p + s->name);
    text_add(&x->added, "@plt", sizeof "@plt");
    im->symbols[im->n_symbols++] =
        (struct raw_symbol){.addr = addr, .name = (uint32_t)name, .flags = SYM_FUNC | SYM_STUB};
}

static void scan_stubs(struct stub_finder *x, const struct elf_section *s, const struct bytes *code)
{
    struct stub_jump j;
    for (size_t i = 0; i < code->n; i++) {
        bool found = x->f.machine == EM_AARCH64 ? aarch64_jump(x, code, s->addr, i, &j)
                                                : x86_jump(x, code, s->addr, i, &j);
        size_t at = found ? search_below(x->slots, x->n_slots, SEARCH_BY(struct slot, addr), j.slot)
                          : x->n_slots;
        if (at < x->n_slots && x->slots[at].addr == j.slot)
            add_stub(x, s->addr + j.begin, &x->slots[at]);
    }
}

static bool find_stubs(struct stub_finder *x, struct err *e)
{
    bool ok = true;
    for (uint32_t i = 1; ok && i < x->f.n_sections; i++) {
        const struct elf_section *s = &x->f.sections[i];
        struct bytes code = {0};
        if (!(s->flags & SHF_EXECINSTR) || strncmp(s->name, ".plt", 4) != 0)
            continue;
        ok = elf_contents(&x->f, s, &code, e);
        if (ok)
            scan_stubs(x, s, &code);
        bytes_release(&code);
    }
    return ok;
}

bool stubs_add(struct image *im, const struct source *s, struct err *e)
{
    struct stub_finder x = {.im = im};
    struct err why = ERR_INIT;
    const bool is_x86 = im->machine == EM_386 || im->machine == EM_X86_64;
    x.glob_dat = is_x86 ? R_X86_64_GLOB_DAT : R_AARCH64_GLOB_DAT; /* that of i386, too */
    if ((!is_x86 && im->machine != EM_AARCH64) || !im->n_symbols)
        return true;
    if (!elf_open(&x.f, s, &why)) {
        err_need_memory(&why);
        return true;
    }
    const struct elf *f = &x.f;
    const struct elf_section *dynamic = elf_find_type(f, SHT_DYNSYM);
    const struct elf_section *got = elf_find_name(f, ".got.plt");
    x.got = got ? got->addr : 0;
    x.cap_symbols = im->n_symbols;
    bool ok = true;
    if (dynamic && !f->big_endian)
        ok = elf_contents(f, &f->sections[dynamic->link], &x.names, e) &&
             find_slots(&x, dynamic, e) && find_stubs(&x, e);
    if (ok && x.added.n) {
        char *names = mem_array_raw(im->n_name_bytes + x.added.n, 1);
        memcpy(names, im->names, im->n_name_bytes);
        memcpy(names + im->n_name_bytes, x.added.p, x.added.n);
        free((char *)im->names);
        im->names = names;
        im->n_name_bytes += x.added.n;
    }
    elf_release(&x.f);
    free(x.slots);
    bytes_release(&x.names);
    text_release(&x.added);
    return ok;
}
