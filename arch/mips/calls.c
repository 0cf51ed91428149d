/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MIPS: words of 32 bits (MIPS Architecture For Programmers II, "CPU Branch and Jump
 * Instructions"). Addresses count from the delay slot. */
#include "arch/calls.h"

/* Branches that compare registers and go on at an offset of 16 bits, by opcode: BEQ, BNE, BLEZ,
 * BGTZ, their likely forms (of release 6: compact forms), and two of release 6. */
static const uint64_t near_ops = UINT64_C(0xf0) | UINT64_C(0xf) << 20 | UINT64_C(0x101) << 54;

enum { REGIMM = 1, J = 2, JAL = 3, COP1 = 17, COP2 = 18, BC = 50, BALC = 58 };

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
    uint32_t op = w >> 26, rs = w >> 21 & 31;
    bool on_flag = (op == COP1 || op == COP2) && (rs == 8 || rs == 9 || rs == 13);

    if (!on_flag && !(near_ops >> op & 1))
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
    case BC:
    case BALC: /* of release 6; before, other things, which hit no function's entry */
        return code_transfer(s, out, site, next + code_signed(w, 0, 26, 4), w >> 26 == BC);
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
