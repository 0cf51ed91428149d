/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* NOLINT: dladdr */
#include "core/load/bfd/door.h"
#include "core/load/code/opcodes.h"

#include <dis-asm.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arch/x86/plain.h"
#include "core/base/mem.h"
#include "core/base/text.h"

struct opcodes {
    void *library;
    disassembler_ftype decode;
    struct disassemble_info info;
    bool long_mode; /* 64-bit code */
};

/* The functions of the library that are called. */
struct calls {
    void (*init)(struct disassemble_info *info, void *stream, fprintf_ftype print,
                 fprintf_styled_ftype print_styled);
    void (*init_for_target)(struct disassemble_info *info);
    disassembler_ftype (*decoder)(enum bfd_architecture arch, bool big, unsigned long mach, bfd *b);
    int (*read_memory)(bfd_vma addr, bfd_byte *to, unsigned n, struct disassemble_info *info);
};

/* Nobody reads the instruction's text. */
static int ATTR_PRINTF(2, 3) no_text(void *stream, const char *format, ...)
{
    return 0;
}

static int ATTR_PRINTF(3, 4)
    no_styled_text(void *stream, enum disassembler_style style, const char *format, ...)
{
    return 0;
}

static void no_address(bfd_vma addr, struct disassemble_info *info) {}

/* ".../libbfd-2.40-system.so" lies beside ".../libopcodes-2.40-system.so". */
static bool library_path(struct text *path)
{
    Dl_info where;
    unsigned (*of_libbfd)(void) = bfd_init;
    void *addr;
    memcpy(&addr, &of_libbfd, sizeof addr);
    if (!dladdr(addr, &where) || !where.dli_fname)
        return false;
    const char *base = strrchr(where.dli_fname, '/');
    const char *name = strstr(base ? base : where.dli_fname, "libbfd");
    if (!name)
        return false;
    text_add(path, where.dli_fname, (size_t)(name - where.dli_fname));
    text_str(path, "libopcodes");
    text_str(path, name + strlen("libbfd"));
    text_char(path, '\0');
    return true;
}

static bool find_function(void *library, const char *name, void *function)
{
    void *addr = dlsym(library, name);
    memcpy(function, &addr, sizeof addr);
    return addr;
}

struct opcodes *opcodes_new(uint16_t machine, bool wide, struct err *e)
{
    struct calls c;
    struct text path = {0};
    if (machine != EM_X86_64 && machine != EM_386)
        return NULL;
    struct opcodes *o = mem_array(1, sizeof *o);
    errno = 0;
    o->library = library_path(&path) ? dlopen(path.p, RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (!o->library && errno == ENOMEM)
        err_memory(e, 0);
    text_release(&path);
    if (o->library && find_function(o->library, "init_disassemble_info", &c.init) &&
        find_function(o->library, "disassemble_init_for_target", &c.init_for_target) &&
        find_function(o->library, "disassembler", &c.decoder) &&
        find_function(o->library, "buffer_read_memory", &c.read_memory)) {
        struct disassemble_info *info = &o->info;
        o->long_mode = machine == EM_X86_64;
        c.init(info, NULL, no_text, no_styled_text);
        info->arch = bfd_arch_i386;
        info->mach = machine == EM_386 ? bfd_mach_i386_i386
                     : wide            ? bfd_mach_x86_64
                                       : bfd_mach_x64_32;
        info->endian = info->endian_code = BFD_ENDIAN_LITTLE;
        info->read_memory_func = c.read_memory;
        info->print_address_func = no_address;
        c.init_for_target(info);
        o->decode = c.decoder(info->arch, false, info->mach, NULL);
    }
    if (o->decode)
        return o;
    opcodes_free(o);
    return NULL;
}

void opcodes_free(struct opcodes *o)
{
    if (o && o->library)
        dlclose(o->library);
    free(o);
}

unsigned opcodes_length(struct opcodes *o, const struct call_bytes *code, uint64_t addr)
{
    struct disassemble_info *info = &o->info;
    info->buffer = (bfd_byte *)code->p; /* the library only reads it */
    info->buffer_vma = code->addr;
    info->buffer_length = code->n;
    info->insn_info_valid = 0;
    info->target = 0;
    int n = o->decode(addr, info);
    return n > 0 ? (unsigned)n : 0;
}

/* The next instruction; true: it is a call. */
static bool decode_next(struct opcodes *o, struct call_scan *s, struct code_call *out)
{
    const struct disassemble_info *info = &o->info;
    const uint64_t site = s->at;
    struct x86_plain x = {0};
    if (code_has(s, site, X86_PLAIN_ROOM))
        x = x86_plain(code_at(s, site), o->long_mode);
    if (x.n_bytes) {
        s->at += x.n_bytes;
        if (!x.away)
            return false;
        uint64_t away = x.away == 4 ? code_signed(code_u32(s, s->at - 4, false), 0, 32, 1)
                                    : code_signed(*code_at(s, s->at - 1), 0, 8, 1);
        return code_transfer(s, out, site, s->at + away, !x.call);
    }
    unsigned n = opcodes_length(o, &s->code, site);
    s->at += n ? n : 1;
    bool jump = info->insn_type == dis_branch || info->insn_type == dis_condbranch;
    bool call = info->insn_type == dis_jsr || info->insn_type == dis_condjsr;
    return n && info->insn_info_valid && info->target && (jump || call) &&
           code_transfer(s, out, site, info->target, jump);
}

bool opcodes_calls(struct opcodes *o, struct call_scan *s, struct code_call *out)
{
    while (code_more(s, 1))
        if (decode_next(o, s, out))
            return true;
    return false;
}

/* Prefixes that such a jump may have: bnd, notrack, and REX. */
static bool is_jump_by_address(const struct call_scan *s, bool long_mode)
{
    enum { PREFIXES = 3, BND = 0xf2, NOTRACK = 0x3e, REX = 0x40, GROUP = 0xff, JUMP = 4 << 3 };
    uint64_t at = s->at;
    for (; at - s->at < PREFIXES && code_has(s, at, 2); at++) {
        uint8_t byte = *code_at(s, at);
        if (byte != BND && byte != NOTRACK && !(long_mode && (byte & 0xf0) == REX))
            break;
    }
    return code_has(s, at, 2) && *code_at(s, at) == GROUP && (*code_at(s, at + 1) & 7 << 3) == JUMP;
}

bool opcodes_jumps_by_address(struct opcodes *o, struct call_scan *s)
{
    struct code_call call;
    while (code_more(s, 1)) {
        if (is_jump_by_address(s, o->long_mode))
            return true;
        decode_next(o, s, &call);
    }
    return false;
}
