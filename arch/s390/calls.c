/* SPDX-License-Identifier: GPL-3.0-or-later */
/* s390 and s390x: instructions of 2, 4 and 6 bytes, as the first two bits say (z/Architecture
 * Principles of Operation, "Instruction Lengths", "Relative Branching"). */
#include "arch/calls.h"

static unsigned insn_bytes(uint8_t first)
{
    return first < 0x40 ? 2 : first < 0xc0 ? 4 : 6;
}

static bool near(const struct call_scan *s, struct code_call *out, uint64_t site, bool jump)
{
    return code_transfer(s, out, site, site + code_signed(code_u16(s, site + 2, true), 0, 16, 2),
                         jump);
}

/* Instructions of 4 bytes: BRAS is a call; BRC, BRCT, BRCTG, BRXH and BRXLE are jumps. */
static bool four(const struct call_scan *s, struct code_call *out, uint64_t site, const uint8_t *p)
{
    unsigned op = p[1] & 15u;
    if (p[0] == 0x84 || p[0] == 0x85)
        return near(s, out, site, true);
    if (p[0] != 0xa7 || op < 4 || op > 7)
        return false;
    return near(s, out, site, op != 5);
}

/* Does an instruction EC with `op` as its last byte compare and branch, or branch on an index? */
static bool is_compare(uint8_t op)
{
    return op == 0x44 || op == 0x45 || op == 0x64 || op == 0x65 || op == 0x76 || op == 0x77 ||
           (op >= 0x7c && op <= 0x7f);
}

/* Instructions of 6 bytes: BRASL is a call; BRCL, BRCTH and those that compare are jumps. */
static bool six(const struct call_scan *s, struct code_call *out, uint64_t site, const uint8_t *p)
{
    unsigned op = p[1] & 15u;
    if (p[0] == 0xc0 && (op == 4 || op == 5))
        return code_transfer(s, out, site,
                             site + code_signed(code_u32(s, site + 2, true), 0, 32, 2), op == 4);
    if (p[0] == 0xcc && op == 6) /* BRCTH */
        return near(s, out, site, true);
    return p[0] == 0xec && is_compare(p[5]) && near(s, out, site, true);
}

bool s390_calls(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 1) & ~UINT64_C(1);
    while (code_more(s, 2)) {
        uint64_t site = s->at;
        const uint8_t *p = code_at(s, site);
        unsigned n = insn_bytes(*p);
        s->at += n;
        if (!code_has(s, site, n))
            return false;
        if (n == 4 ? four(s, out, site, p) : n == 6 && six(s, out, site, p))
            return true;
    }
    return false;
}
