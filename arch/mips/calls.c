/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MIPS: words of 32 bits (MIPS Architecture For Programmers II, "CPU Branch and Jump
 * Instructions"). Addresses count from the delay slot. */
#include "arch/calls.h"

/* Branches that compare registers: BEQ, BNE, BLEZ, BGTZ and their likely forms. */
static const uint32_t near_ops = 0xf << 4 | 0xf << 20;

enum { REGIMM = 1, J = 2, JAL = 3, COP1 = 17, COP2 = 18, NEAR_MOST = 23 };

bool mips_scanned(uint32_t flags)
{
    const uint32_t release6 = 0x90000000, micro = 0x02000000, mips16 = 0x04000000;
    return flags < release6 && !(flags & (micro | mips16));
}

static bool regimm(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    uint32_t rt = w >> 16 & 31;
    bool links = rt >= 16 && rt < 20;
    if (rt >= 4 && !links)
        return false;
    return code_transfer(s, out, site, site + 4 + code_signed(w, 0, 16, 4), !links);
}

static bool near_branch(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    uint32_t op = w >> 26, rs = w >> 21 & 31, rt = w >> 16 & 31;
    bool on_flag = (op == COP1 || op == COP2) && rs == 8;
    bool compares = op <= NEAR_MOST && near_ops >> op & 1 && (!(op & 2) || rt == 0);
    if (!on_flag && !compares)
        return false;
    return code_transfer(s, out, site, site + 4 + code_signed(w, 0, 16, 4), true);
}

static bool transfer(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    uint64_t next = site + 4;
    switch (w >> 26) {
    case J:
    case JAL: /* within 256 MiB */
        return code_transfer(s, out, site, (next & ~UINT64_C(0xfffffff)) | (w & 0x3ffffff) << 2,
                             w >> 26 == J);
    case REGIMM:
        return regimm(s, out, site, w);
    default:
        return near_branch(s, out, site, w);
    }
}

bool mips_calls(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 3) & ~UINT64_C(3);
    while (code_more(s, 4)) {
        uint64_t site = s->at;
        s->at += 4;
        if (transfer(s, out, site, code_u32(s, site, s->big_endian)))
            return true;
    }
    return false;
}
