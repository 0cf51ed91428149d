/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AArch64: words of 32 bits, little endian on all systems (Arm Architecture Reference Manual,
 * "Branches, Exception Generating and System instructions"). */
#include "arch/calls.h"

/* Walks over whole words. */
static bool next_word(struct call_scan *s, uint32_t *w)
{
    s->at = (s->at + 3) & ~UINT64_C(3);
    if (!code_more(s, 4))
        return false;
    *w = code_u32(s, s->at, false);
    s->at += 4;
    return true;
}

static bool is_b(uint32_t w)
{
    return (w & 0x7c000000) == 0x14000000;
}

/* B and BL: for gprof both are calls. */
bool aarch64_calls_gnu(struct call_scan *s, struct code_call *out)
{
    uint32_t w;
    while (next_word(s, &w))
        if (is_b(w))
            return code_transfer(s, out, s->at - 4, s->at - 4 + code_signed(w, 0, 26, 4), false);
    return false;
}

/* Bytes from a conditional branch to its target, 0 for other instructions. */
static uint64_t conditional(uint32_t w)
{
    /* B.cond, BC.cond; CBZ, CBNZ */
    if ((w & 0xff000000) == 0x54000000 || (w & 0x7e000000) == 0x34000000)
        return code_signed(w, 5, 19, 4);
    if ((w & 0x7e000000) == 0x36000000) /* TBZ, TBNZ */
        return code_signed(w, 5, 14, 4);
    return 0;
}

bool aarch64_calls(struct call_scan *s, struct code_call *out)
{
    uint32_t w;
    while (next_word(s, &w)) {
        uint64_t away = is_b(w) ? code_signed(w, 0, 26, 4) : conditional(w);
        if (is_b(w) || away)
            return code_transfer(s, out, s->at - 4, s->at - 4 + away, !is_b(w) || !(w >> 31));
    }
    return false;
}
