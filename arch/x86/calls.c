/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86, 32 and 64 bit: as GNU gprof searches it, and decoded. */
#include "arch/calls.h"

#include <string.h>

enum { CALL = 0xe8, CALL_BYTES = 5 };

/* QUIRK(gnu): every byte e8 is a call, also inside of other instructions, and its displacement has
 * no sign, so that calls backwards are not found; of its target the low 32 bits must lie in a
 * histogram. Pinned by tests/diff/cases/static.case. */
bool x86_calls_gnu(struct call_scan *s, struct code_call *out)
{
    while (code_more(s, CALL_BYTES)) {
        size_t left = (size_t)(s->hi - s->at), have = s->code.n - (size_t)(s->at - s->code.addr);
        const uint8_t *from = code_at(s, s->at);
        const uint8_t *p = memchr(from, CALL, left < have ? left : have);
        s->at = p ? s->at + (uint64_t)(p - from) : s->hi;
        if (!code_more(s, CALL_BYTES))
            return false;
        uint64_t site = s->at++, target = site + CALL_BYTES + code_u32(s, site + 1, false);
        *out = (struct code_call){.site = site, .target = target, .other = (uint32_t)target};
        return true;
    }
    return false;
}

/* ---- decoded ---- */

/* What follows an opcode (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
 * appendix A), a letter for each:
 *
 *   .   nothing                               p   it is a prefix
 *   M   operands (ModR/M)                     r   a prefix in 64-bit code
 *   B   immediate of 8 bits                   b   operands and B
 *   Z   of 16 or 32 bits                      z   operands and Z
 *   V   of 16, 32 or 64 bits                  t u operands, and B, Z for the first two of a group
 *   W   of 16 bits     E   of 24 bits         2   the second map
 *   F   Z and W        O   an address         C c a third map, whose opcodes have M, b
 *   j   branch, distance as B                 J   as Z
 *   x   the rest of a prefix that has the number of a map (VEX, EVEX, XOP), or M
 *
 * What does not exist is as long as what does. */
static const char first_map[] = "MMMMBZ..MMMMBZ.2" /* 00 */
                                "MMMMBZ..MMMMBZ.."
                                "MMMMBZp.MMMMBZp." /* 20 */
                                "MMMMBZp.MMMMBZp."
                                "rrrrrrrrrrrrrrrr" /* 40 */
                                "................"
                                "..xMppppZzBb...." /* 60 */
                                "jjjjjjjjjjjjjjjj"
                                "bzbbMMMMMMMMMMMx" /* 80 */
                                "..........F....."
                                "OOOO....BZ......" /* a0 */
                                "BBBBBBBBVVVVVVVV"
                                "bbW.xxbzE.W..B.." /* c0 */
                                "MMMMBB..MMMMMMMM"
                                "jjjjBBBBJJFj...." /* e0 */
                                "p.pp..tu......MM";

static const char second_map[] = "MMMM.........M.b" /* 00 */
                                 "MMMMMMMMMMMMMMMM"
                                 "MMMMMMMMMMMMMMMM" /* 20 */
                                 "........C.c....."
                                 "MMMMMMMMMMMMMMMM" /* 40 */
                                 "MMMMMMMMMMMMMMMM"
                                 "MMMMMMMMMMMMMMMM" /* 60 */
                                 "bbbbMMM.MMMMMMMM"
                                 "JJJJJJJJJJJJJJJJ" /* 80 */
                                 "MMMMMMMMMMMMMMMM"
                                 "...MbMMM...MbMMM" /* a0 */
                                 "MMMMMMMMMMbMMMMM"
                                 "MMbMbbbM........" /* c0 */
                                 "MMMMMMMMMMMMMMMM"
                                 "MMMMMMMMMMMMMMMM" /* e0 */
                                 "MMMMMMMMMMMMMMMM";

enum { PREFIXES_MOST = 14, ROOM = 32, OPERAND_SIZE = 0x66, ADDRESS_SIZE = 0x67 };

struct insn {
    const uint8_t *p; /* the next byte; ROOM bytes can be read from the first on */
    bool long_mode;   /* 64-bit code */
    bool short_operands, short_addresses, wide; /* prefixes: 66, 67, REX.W */
    uint8_t opcode, of_group; /* the first byte after them; the number in a group */
};

static void take_prefixes(struct insn *x)
{
    for (const uint8_t *end = x->p + PREFIXES_MOST; x->p < end; x->p++) {
        const char form = first_map[*x->p];
        if (form != 'p' && !(form == 'r' && x->long_mode))
            return;
        x->short_operands |= *x->p == OPERAND_SIZE;
        x->short_addresses |= *x->p == ADDRESS_SIZE;
        x->wide = form == 'r' && *x->p & 8;
    }
}

static char take_map(struct insn *x)
{
    const uint8_t first = *x->p, opcode = x->opcode;
    if (opcode == 0x8f ? (first & 0x1f) < 8 : !x->long_mode && first < 0xc0)
        return 'M';
    const unsigned map = opcode == 0xc5 ? 1 : first & (opcode == 0x62 ? 7 : 0x1f);
    x->p += opcode == 0xc5 ? 2 : opcode == 0x62 ? 4 : 3;
    x->short_operands = false;
    return map == 1 ? second_map[x->p[-1]] : map == 3 || map == 8 ? 'b' : map == 10 ? 'z' : 'M';
}

static void take_operands(struct insn *x)
{
    const uint8_t modrm = *x->p++, mod = modrm >> 6;
    const bool narrow = x->short_addresses && !x->long_mode;
    uint8_t rm = modrm & 7;
    x->of_group = modrm >> 3 & 7;
    if (mod != 3 && rm == 4 && !narrow)
        rm = *x->p++ & 7;
    if (mod == 1)
        x->p++;
    else if (mod == 2 || (mod == 0 && rm == (narrow ? 6 : 5)))
        x->p += narrow ? 2 : 4;
}

static unsigned bytes_of_z(const struct insn *x)
{
    return x->short_operands && !x->wide ? 2 : 4;
}

/* The letter of the instruction at x->p, which then stands after it. */
static char decode(struct insn *x)
{
    take_prefixes(x);
    x->opcode = *x->p++;
    char form = first_map[x->opcode];
    if (form == '2')
        form = second_map[*x->p++];
    if (form == 'x')
        form = take_map(x);
    if (form == 'C' || form == 'c') {
        form = form == 'C' ? 'M' : 'b';
        x->p++;
    }
    if (strchr("Mbztu", form))
        take_operands(x);
    if (x->opcode == 0xc7 && x->of_group == 7 && x->p[-1] == 0xf8) /* xbegin */
        form = 'J';
    if (strchr("BbjE", form) || (form == 't' && x->of_group < 2))
        x->p++;
    if (strchr("WEF", form))
        x->p += 2;
    if (strchr("ZzJF", form) || (form == 'u' && x->of_group < 2) || (form == 'V' && !x->wide))
        x->p += bytes_of_z(x);
    else if (form == 'O' || form == 'V')
        x->p += (x->long_mode ? 8 : 4) >> x->short_addresses;
    return form;
}

/* Decode what is at s->at, and go after it. Is it a direct branch? */
static bool decode_next(struct call_scan *s, struct insn *x, struct code_call *out)
{
    uint8_t last[ROOM] = {0};
    const uint64_t site = s->at;
    const size_t left = s->code.n - (size_t)(site - s->code.addr);
    const uint8_t *from = code_at(s, site);
    if (left < ROOM)
        from = memcpy(last, from, left);
    *x = (struct insn){.p = from, .long_mode = s->long_mode};
    const char form = decode(x);
    const size_t n = (size_t)(x->p - from), n_away = form == 'j' ? 1 : bytes_of_z(x);
    s->at += n <= left ? n : 1;
    if (n > left || (form != 'j' && form != 'J'))
        return false;
    const uint32_t away = n_away == 1   ? x->p[-1]
                          : n_away == 2 ? bytes_u16(x->p - 2, false)
                                        : bytes_u32(x->p - 4, false);
    return code_transfer(s, out, site, s->at + code_signed(away, 0, 8 * (unsigned)n_away, 1),
                         x->opcode != CALL);
}

bool x86_calls(struct call_scan *s, struct code_call *out)
{
    struct insn x;
    while (code_more(s, 1))
        if (decode_next(s, &x, out))
            return true;
    return false;
}

bool x86_jumps_by_address(struct call_scan *s)
{
    struct insn x;
    struct code_call ignored;
    while (code_more(s, 1)) {
        decode_next(s, &x, &ignored);
        if (x.opcode == 0xff && x.of_group == 4)
            return true;
    }
    return false;
}
