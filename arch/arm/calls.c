/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ARM, in both of its instruction sets (ARM Architecture Reference Manual ARMv7-A, A5, A6). The
 * address of a function in Thumb code has its lowest bit set, in some symbol tables. */
#include "arch/calls.h"

/* A target in Thumb code, or not. */
static bool arm_call(const struct call_scan *s, struct code_call *out, uint64_t site,
                     uint64_t target, bool thumb, bool jump)
{
    code_transfer(s, out, site, target, jump);
    if (thumb)
        out->other |= 1;
    return true;
}

static bool arm_word(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    uint64_t target = site + 8 + code_signed(w, 0, 24, 4);
    if (w >> 28 == 0xf) /* BLX, which changes to Thumb */
        return (w & 0x0e000000) == 0x0a000000 &&
               arm_call(s, out, site, target + (w >> 23 & 2), true, false);
    if ((w & 0x0e000000) != 0x0a000000)
        return false;
    return arm_call(s, out, site, target, false, !(w >> 24 & 1));
}

static bool next_arm(struct call_scan *s, struct code_call *out)
{
    s->at = (s->at + 3) & ~UINT64_C(3);
    while (code_more(s, 4)) {
        uint64_t site = s->at;
        s->at += 4;
        if (arm_word(s, out, site, code_u32(s, site, s->big_endian)))
            return true;
    }
    return false;
}

/* Instructions of 16 bits. */
static bool thumb_short(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t w)
{
    if (w >> 11 == 0x1c) /* B */
        return arm_call(s, out, site, site + 4 + code_signed(w, 0, 11, 2), true, true);
    if (w >> 12 == 0xd &&
        (w >> 9 & 7) != 7) /* B with a condition; the two others are no branches */
        return arm_call(s, out, site, site + 4 + code_signed(w, 0, 8, 2), true, true);
    if ((w & 0xf500) == 0xb100) /* CBZ, CBNZ: forwards only */
        return arm_call(s, out, site, site + 4 + (w >> 3 & 0x40) + (w >> 2 & 0x3e), true, true);
    return false;
}

/* B, BL and BLX of 32 bits: sign, two bits that the sign turns round, ten and eleven bits. */
static uint64_t thumb_far(uint32_t a, uint32_t b)
{
    uint32_t sign = a >> 10 & 1, i1 = ~(b >> 13 ^ sign) & 1, i2 = ~(b >> 11 ^ sign) & 1;
    uint32_t v = sign << 23 | i1 << 22 | i2 << 21 | (a & 0x3ff) << 11 | (b & 0x7ff);
    return code_signed(v, 0, 24, 2);
}

static uint64_t thumb_conditional(uint32_t a, uint32_t b)
{
    uint32_t v = (a >> 10 & 1) << 19 | (b >> 11 & 1) << 18 | (b >> 13 & 1) << 17 |
                 (a & 0x3f) << 11 | (b & 0x7ff);
    return code_signed(v, 0, 20, 2);
}

static bool thumb_long(const struct call_scan *s, struct code_call *out, uint64_t site, uint32_t a,
                       uint32_t b)
{
    uint64_t pc = site + 4;
    if (a >> 11 != 0x1e || !(b & 0x8000))
        return false;
    switch (b >> 12 & 5) {
    case 5: /* BL */
        return arm_call(s, out, site, pc + thumb_far(a, b), true, false);
    case 4: /* BLX, which changes to ARM */
        return !(b & 1) &&
               arm_call(s, out, site, (pc & ~UINT64_C(3)) + thumb_far(a, b), false, false);
    case 1: /* B */
        return arm_call(s, out, site, pc + thumb_far(a, b), true, true);
    default: /* B with a condition; the others are no branches */
        return (a >> 7 & 7) != 7 &&
               arm_call(s, out, site, pc + thumb_conditional(a, b), true, true);
    }
}

static bool next_thumb(struct call_scan *s, struct code_call *out)
{
    s->at &= ~UINT64_C(1);
    while (code_more(s, 2)) {
        uint64_t site = s->at;
        uint32_t a = code_u16(s, site, s->big_endian);
        bool is_long = a >> 11 > 0x1c;
        s->at += is_long ? 4 : 2;
        if (!is_long) {
            if (thumb_short(s, out, site, a))
                return true;
        } else if (code_has(s, site, 4) &&
                   thumb_long(s, out, site, a, code_u16(s, site + 2, s->big_endian))) {
            return true;
        }
    }
    return false;
}

bool arm_calls(struct call_scan *s, struct code_call *out)
{
    return s->thumb ? next_thumb(s, out) : next_arm(s, out);
}
