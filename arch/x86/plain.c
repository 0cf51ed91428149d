/* SPDX-License-Identifier: MIT */
#include "arch/x86/plain.h"

/* The maps of opcodes (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
 * appendix A), a letter for each:
 *
 *   1   nothing follows                    ?   not plain
 *   B   immediate of 8 bits                Z   of 16 or 32 bits
 *   V   of 16, 32 or 64 bits               2   the second map follows
 *   j   branch, distance of 8 bits         J   of 32 bits
 *   M   operands (ModR/M)                  m   one of them in memory
 *   b   operands and immediate of 8 bits   z   and of 16 or 32 bits
 *   c d as b, z, if the first of a group   t u group with immediates B, Z for the first
 *   e   group of two                       f   group of seven
 *
 * and in the second map, by the prefixes that the operands go with:
 *
 *   G   none, 66     P   none, 66     Q   66     S   F2, F3     T   none, 66, F3     A   all
 *   g   G and B      p   P and B      r   A and B               h   G and B, upper half of a group
 */
static const char first_map[] = "MMMMBZ??MMMMBZ?2" /* 00 */
                                "MMMMBZ??MMMMBZ??"
                                "MMMMBZ??MMMMBZ??" /* 20 */
                                "MMMMBZ??MMMMBZ??"
                                "1111111111111111" /* 40: not in 64-bit code */
                                "1111111111111111"
                                "???M????ZzBb????" /* 60 */
                                "jjjjjjjjjjjjjjjj"
                                "bz?bMMMMMMMM?m??" /* 80 */
                                "1111111111??11??"
                                "????1111BZ111111" /* a0 */
                                "BBBBBBBBVVVVVVVV"
                                "bb?1??cd?1??1???" /* c0 */
                                "MMMM????????????"
                                "jjjj????JJ?j????" /* e0 */
                                "????11tu111111ef";

static const char second_map[] = "?????1?????1????" /* 00 */
                                 "AA??PP????????AG"
                                 "????????PPS?SSPP" /* 20 */
                                 "????????????????"
                                 "GGGGGGGGGGGGGGGG" /* 40 */
                                 "?A??PPPPAAA?AAAA"
                                 "PPPPPPPPPPPPQQPT" /* 60 */
                                 "r???PPP???????TT"
                                 "JJJJJJJJJJJJJJJJ" /* 80 */
                                 "GGGGGGGGGGGGGGGG"
                                 "??1GgG?????GgG?G" /* a0 */
                                 "GG?G??GG??hGGGGG"
                                 "GGr???p?11111111" /* c0 */
                                 "?PPPPPQ?PPPPPPPP"
                                 "PPPPPP??PPPPPPPP" /* e0 */
                                 "?PPPPPP?PPPPPPP?";

enum { OPERAND_SIZE = 1, REPNE = 2, REP = 4, SEGMENT = 8, REX = 16, REX_W = 32 };

struct decoder {
    const uint8_t *p; /* the next byte */
    unsigned prefixes;
    bool long_mode;
    bool odd; /* not plain */
};

static unsigned prefix_of(uint8_t b)
{
    switch (b) {
    case 0x66:
        return OPERAND_SIZE;
    case 0xf2:
        return REPNE;
    case 0xf3:
        return REP;
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:
        return SEGMENT;
    default:
        return 0;
    }
}

/* Each at most once; REX is the last one. */
static void take_prefixes(struct decoder *d)
{
    for (unsigned one; (one = prefix_of(*d->p)); d->p++) {
        d->odd |= (d->prefixes & one) != 0;
        d->prefixes |= one;
        if (d->odd)
            return;
    }
    if (d->long_mode && (*d->p & 0xf0) == 0x40)
        d->prefixes |= *d->p++ & 8 ? REX | REX_W : REX;
    d->odd |= d->long_mode && (*d->p & 0xf0) == 0x40;
}

/* Move past ModR/M, SIB and displacement; returns the ModR/M byte. */
static uint8_t take_operands(struct decoder *d)
{
    uint8_t modrm = *d->p++, mod = modrm >> 6, rm = modrm & 7;
    if (mod == 3)
        return modrm;
    if (rm == 4)
        rm = *d->p++ & 7;
    d->p += mod == 1 ? 1 : mod == 2 || rm == 5 ? 4 : 0;
    return modrm;
}

static void take_z(struct decoder *d)
{
    d->odd |= (d->prefixes & (OPERAND_SIZE | REX_W)) == (OPERAND_SIZE | REX_W);
    d->p += d->prefixes & OPERAND_SIZE ? 2 : 4;
}

/* Operands of which the middle field of ModR/M says what the instruction is, or that must lie in
 * memory. */
static void take_group(struct decoder *d, char form)
{
    uint8_t modrm = take_operands(d), which = modrm >> 3 & 7;
    bool in_memory = modrm >> 6 != 3;
    switch (form) {
    case 'm':
        d->odd |= !in_memory;
        break;
    case 'e':
        d->odd |= which > 1;
        break;
    case 'f':
        d->odd |= which == 7 || ((which == 3 || which == 5) && !in_memory);
        break;
    case 'h':
        d->odd |= which < 4;
        d->p++;
        break;
    case 'c':
    case 't':
        d->odd |= form == 'c' ? which != 0 : which == 1;
        d->p += which == 0;
        break;
    default: /* d, u */
        d->odd |= form == 'd' ? which != 0 : which == 1;
        if (which == 0)
            take_z(d);
    }
}

static void take_rest(struct decoder *d, char form)
{
    switch (form) {
    case '1':
        break;
    case 'B':
        d->p++;
        break;
    case 'Z':
        take_z(d);
        break;
    case 'V':
        if ((d->prefixes & (REX_W | OPERAND_SIZE)) == REX_W)
            d->p += 8;
        else
            take_z(d);
        break;
    case 'M':
        take_operands(d);
        break;
    case 'b':
        take_operands(d);
        d->p++;
        break;
    case 'z':
        take_operands(d);
        take_z(d);
        break;
    default:
        take_group(d, form);
    }
}

/* The form of the first map that a letter of the second one means with these prefixes. */
static char second_form(char letter, unsigned prefixes)
{
    unsigned one = prefixes & (OPERAND_SIZE | REPNE | REP);
    bool plain = one == 0 || one == OPERAND_SIZE;
    switch (letter) {
    case 'G':
    case 'P':
        return plain ? 'M' : '?';
    case 'g':
    case 'p':
        return plain ? 'b' : '?';
    case 'h':
        return plain ? 'h' : '?';
    case 'Q':
        return one == OPERAND_SIZE ? 'M' : '?';
    case 'S':
        return one == REPNE || one == REP ? 'M' : '?';
    case 'T':
        return plain || one == REP ? 'M' : '?';
    case 'A':
        return plain || one == REPNE || one == REP ? 'M' : '?';
    case 'r':
        return plain || one == REPNE || one == REP ? 'b' : '?';
    default:
        return one == 0 ? letter : '?';
    }
}

/* Repetition is for string instructions, ret and nop only. */
static bool repeats(uint8_t opcode)
{
    return (opcode >= 0xa4 && opcode <= 0xa7) || (opcode >= 0xaa && opcode <= 0xaf) ||
           opcode == 0xc3 || opcode == 0x90;
}

static char take_opcode(struct decoder *d, uint8_t *opcode)
{
    *opcode = *d->p++;
    char form = first_map[*opcode];

    if (form == '2') {
        *opcode = *d->p++;
        return second_form(second_map[*opcode], d->prefixes);
    }
    return d->prefixes & (REPNE | REP) && !repeats(*opcode) ? '?' : form;
}

struct x86_plain x86_plain(const uint8_t *p, bool long_mode)
{
    struct decoder d = {.p = p, .long_mode = long_mode};
    struct x86_plain out = {0};
    uint8_t opcode;
    take_prefixes(&d);
    if (d.odd)
        return out;
    char form = take_opcode(&d, &opcode);
    if (form == '?' || ((form == 'j' || form == 'J') && d.prefixes))
        return out;
    if (form == 'j' || form == 'J') {
        out.away = form == 'j' ? 1 : 4;
        out.call = opcode == 0xe8;
        d.p += out.away;
    } else {
        take_rest(&d, form);
    }
    if (!d.odd)
        out.n_bytes = (unsigned)(d.p - p);
    return out;
}
