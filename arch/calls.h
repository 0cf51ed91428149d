/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arch/calls: calls in machine code.
 *
 * 1. A scanner is a pure function from bytes to calls: it allocates nothing, keeps nothing and
 *    reads no byte outside of its section. One table chooses it by the machine number of ELF.
 * 2. It reports direct transfers to another place, in the order of their addresses, whether or not
 *    something is there. Which of them are calls of functions is for others to say.
 * 3. calls.c of a machine's folder belongs to the analyser; code of the profiling runtime lies in
 *    other files. */
#ifndef GPTUI_ARCH_CALLS_H
#define GPTUI_ARCH_CALLS_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"

/* Contents of a section: `n` bytes from address `addr` on, which do not reach over the end of the
 * address space. */
struct call_bytes {
    const uint8_t *p;
    uint64_t addr;
    size_t n;
};

/* A range of a section on its way to being scanned. */
struct call_scan {
    struct call_bytes code;
    uint64_t at, hi; /* what is left, addresses in the section; at > hi is possible at the end */
    bool big_endian; /* of instructions, where the machine has both */
    bool wide;       /* addresses have 64 bits, not 32 */
    bool thumb;      /* ARM: instructions of 16 and 32 bits */
    bool long_mode;  /* x86: 64-bit code */
};

struct code_call {
    uint64_t site, target; /* addresses */
    uint64_t other;        /* decoded: another address that the target's symbol could have, or the
                              target; gnu: what must lie in a histogram for gprof to take it */
    bool jump;             /* a jump, which may be the last call of a function */
};

/* Find the next call in s and move s past it. False at the end. */
typedef bool call_next(struct call_scan *s, struct code_call *out);

enum call_way {
    CALLS_GNU,     /* what GNU gprof takes for calls, mistakes included */
    CALLS_DECODED, /* instruction by instruction */
};

/* The scanner for a machine number of ELF, or NULL: there is none. */
call_next *calls_scanner(uint16_t machine, enum call_way way);

call_next x86_calls_gnu;
call_next x86_calls;
call_next aarch64_calls_gnu;
call_next aarch64_calls;
call_next arm_calls;
call_next riscv_calls;
call_next ppc_calls;
call_next s390_calls;

/* Is there a jump in s to what a register or memory holds? */
bool x86_jumps_by_address(struct call_scan *s);

/* ---- for scanners ---- */

/* Do n bytes at addr lie in the section? */
static inline bool code_has(const struct call_scan *s, uint64_t addr, size_t n)
{
    uint64_t off = addr - s->code.addr;
    return addr >= s->code.addr && off <= s->code.n && n <= s->code.n - off;
}

/* Is there one more instruction, of at least n bytes? */
static inline bool code_more(const struct call_scan *s, size_t n)
{
    return s->at < s->hi && code_has(s, s->at, n);
}

static inline const uint8_t *code_at(const struct call_scan *s, uint64_t addr)
{
    return s->code.p + (addr - s->code.addr);
}

static inline uint32_t code_u16(const struct call_scan *s, uint64_t addr, bool big)
{
    return bytes_u16(code_at(s, addr), big);
}

static inline uint32_t code_u32(const struct call_scan *s, uint64_t addr, bool big)
{
    return bytes_u32(code_at(s, addr), big);
}

/* The n bits of v above the lowest `shift` as a signed number of bytes, `scale` for each. */
static inline uint64_t code_signed(uint32_t v, unsigned shift, unsigned n, unsigned scale)
{
    uint64_t sign = UINT64_C(1) << (n - 1);
    uint64_t field = v >> shift & ((sign << 1) - 1);
    return ((field ^ sign) - sign) * scale;
}

/* A transfer by the instruction at `site`; addresses of 32 bits wrap around. Returns true. */
static inline bool code_transfer(const struct call_scan *s, struct code_call *out, uint64_t site,
                                 uint64_t target, bool jump)
{
    uint64_t t = s->wide ? target : (uint32_t)target;
    *out = (struct code_call){.site = site, .target = t, .other = t, .jump = jump};
    return true;
}

#endif
