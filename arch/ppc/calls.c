/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PowerPC, 32 and 64 bit (Power ISA, book I, "Branch Instructions"; 64-Bit ELF V2 ABI
 * Specification, "Function Prologue"). */
#include "arch/calls.h"

/* A function that sets up r2 has a second entry after the two instructions that do so, for callers
 * with the same r2; its symbol stands at the first. They begin "addis r2,r12" or "lis r2". */
static uint64_t entry_before(const struct call_scan *s, uint64_t target)
{
    if (target < 8 || target % 4 || !code_has(s, target - 8, 8))
        return target;
    uint32_t a = code_u32(s, target - 8, s->big_endian);
    uint32_t b = code_u32(s, target - 4, s->big_endian);
    bool high = a >> 16 == 0x3c4c || a >> 16 == 0x3c40;
    return high && b >> 16 == 0x3842 ? target - 8 : target;
}

static bool branch(const struct call_scan *s, struct code_call *out, uint64_t site, uint64_t away,
                   uint32_t w)
{
    code_transfer(s, out, site, w & 2 ? away : site + away, !(w & 1));
    if (s->wide)
        out->other = entry_before(s, out->target);
    return true;
}

bool ppc_calls(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 3) & ~UINT64_C(3);
    while (code_more(s, 4)) {
        uint64_t site = s->at;
        uint32_t w = code_u32(s, site, s->big_endian);
        s->at += w >> 26 == 1 ? 8 : 4; /* 1: a prefix, and the instruction that it belongs to */
        if (w >> 26 == 18)
            return branch(s, out, site, code_signed(w, 2, 24, 4), w);
        if (w >> 26 == 16)
            return branch(s, out, site, code_signed(w, 2, 14, 4), w);
    }
    return false;
}
