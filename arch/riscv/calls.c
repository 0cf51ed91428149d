/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RISC-V with compressed instructions; parcels of 16 bits, little endian (The RISC-V Instruction
 * Set Manual I, "Base Instruction-Length Encoding", "C" extension). */
#include "arch/calls.h"

enum { JAL = 0x6f, BRANCH = 0x63, AUIPC = 0x17, JALR = 0x67 };

static unsigned insn_bytes(uint32_t w)
{
    if ((w & 3) != 3)
        return 2;
    if ((w & 0x1c) != 0x1c)
        return 4;
    if ((w & 0x3f) == 0x1f)
        return 6;
    if ((w & 0x7f) == 0x3f)
        return 8;
    uint32_t more = w >> 12 & 7; /* longer instructions; 7 is reserved */
    return more < 7 ? 10 + 2 * more : 2;
}

static uint32_t bits(uint32_t w, unsigned from, unsigned n, unsigned to)
{
    return (w >> from & ((1u << n) - 1)) << to;
}

static uint64_t jal_away(uint32_t w)
{
    uint32_t v = bits(w, 31, 1, 20) | bits(w, 12, 8, 12) | bits(w, 20, 1, 11) | bits(w, 21, 10, 1);
    return code_signed(v, 0, 21, 1);
}

static uint64_t branch_away(uint32_t w)
{
    uint32_t v = bits(w, 31, 1, 12) | bits(w, 7, 1, 11) | bits(w, 25, 6, 5) | bits(w, 8, 4, 1);
    return code_signed(v, 0, 13, 1);
}

static uint64_t cj_away(uint32_t w)
{
    uint32_t v = bits(w, 12, 1, 11) | bits(w, 8, 1, 10) | bits(w, 9, 2, 8) | bits(w, 6, 1, 7) |
                 bits(w, 7, 1, 6) | bits(w, 2, 1, 5) | bits(w, 11, 1, 4) | bits(w, 3, 3, 1);
    return code_signed(v, 0, 12, 1);
}

static uint64_t cb_away(uint32_t w)
{
    uint32_t v = bits(w, 12, 1, 8) | bits(w, 5, 2, 6) | bits(w, 2, 1, 5) | bits(w, 10, 2, 3) |
                 bits(w, 3, 2, 1);
    return code_signed(v, 0, 9, 1);
}

/* The compressed calls and jumps: C.J, C.BEQZ, C.BNEZ, and C.JAL, which 64-bit machines lack. */
static bool short_call(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    switch (w & 0xe003) {
    case 0xa001:
        return code_transfer(s, out, site, site + cj_away(w), true);
    case 0xc001:
    case 0xe001:
        return code_transfer(s, out, site, site + cb_away(w), true);
    case 0x2001:
        return !s->wide && code_transfer(s, out, site, site + cj_away(w), false);
    default:
        return false;
    }
}

/* AUIPC and the JALR after it that uses its register. */
static bool far_call(struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    uint32_t reg = w >> 7 & 31, next;
    if (s->at >= s->hi || !code_has(s, s->at, 4))
        return false;
    next = code_u32(s, s->at, false);
    if ((next & 0x707f) != JALR || (next >> 15 & 31) != reg)
        return false;
    uint64_t high = code_signed(w, 12, 20, 4096);
    s->at += 4;
    return code_transfer(s, out, site, site + high + code_signed(next, 20, 12, 1),
                         (next >> 7 & 31) == 0);
}

static bool long_call(struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    switch (w & 0x7f) {
    case JAL:
        return code_transfer(s, out, site, site + jal_away(w), (w >> 7 & 31) == 0);
    case BRANCH: /* two conditions do not exist */
        return (w >> 13 & 3) != 1 && code_transfer(s, out, site, site + branch_away(w), true);
    case AUIPC:
        return far_call(s, out, site, w);
    default:
        return false;
    }
}

bool riscv_calls(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 1) & ~UINT64_C(1);
    while (code_more(s, 2)) {
        uint64_t site = s->at;
        uint32_t w = code_u16(s, site, false);
        unsigned n = insn_bytes(w);
        s->at += n;
        if (n == 2 ? short_call(s, out, site, w)
                   : n == 4 && code_has(s, site, 4) &&
                         long_call(s, out, site, code_u32(s, site, false)))
            return true;
    }
    return false;
}
