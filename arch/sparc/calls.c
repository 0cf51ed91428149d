/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPARC, 32 and 64 bit: words of 32 bits, big endian (The SPARC Architecture Manual, version 9,
 * appendix A). */
#include "arch/calls.h"

/* Bytes from a branch to its target; 0 for other instructions. */
static uint64_t branch_away(uint32_t w)
{
    switch (w >> 22 & 7) {
    case 1: /* BPcc */
    case 5: /* FBPfcc */
        return code_signed(w, 0, 19, 4);
    case 2: /* Bicc */
    case 6: /* FBfcc */
        return code_signed(w, 0, 22, 4);
    case 3:
        if (w >> 28 & 1) /* compare and branch, of 2011 */
            return !(w >> 25 & 7) ? 0 : code_signed((w >> 19 & 3) << 8 | (w >> 5 & 0xff), 0, 10, 4);
        if (!(w >> 25 & 3)) /* there are no such conditions */
            return 0;
        return code_signed((w >> 20 & 3) << 14 | (w & 0x3fff), 0, 16, 4); /* BPr */
    default:
        return 0;
    }
}

bool sparc_calls(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 3) & ~UINT64_C(3);
    while (code_more(s, 4)) {
        uint64_t site = s->at;
        uint32_t w = code_u32(s, site, true);
        uint64_t away = w >> 30 == 0 ? branch_away(w) : 0;
        s->at += 4;
        if (w >> 30 == 1) /* CALL */
            return code_transfer(s, out, site, site + code_signed(w, 0, 30, 4), false);
        if (away)
            return code_transfer(s, out, site, site + away, true);
    }
    return false;
}
