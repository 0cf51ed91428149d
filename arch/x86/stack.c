/* SPDX-License-Identifier: MIT */
#include "arch/x86/stack.h"

#include "arch/x86/plain.h"

enum {
    LONG_MODE = sizeof(uintptr_t) == 8,
    WORD = sizeof(uintptr_t),
    STEPS_MOST = 256, /* instructions in all, */
    WAYS_MOST = 16,   /* and branches that are tried, from one place */
    BEGIN_STEPS = 16, /* of a function, until it has made its frame */
    SP = 4,           /* numbers of registers in instructions */
    FP = 5,
};

/* ---- one instruction ---- */

enum effect {
    EFFECT_NONE,
    EFFECT_MOVES, /* the stack pointer, by `moved` */
    EFFECT_POPS_FP,
    EFFECT_RETURNS,
    EFFECT_GOES,    /* elsewhere, to `target`; 0: not known */
    EFFECT_MAY_GO,  /* to target */
    EFFECT_FRAMES,  /* the frame pointer is the stack pointer now */
    EFFECT_UNKNOWN, /* to us */
};

struct instruction {
    enum effect effect;
    int32_t moved; /* up */
    uintptr_t target;
    size_t n_bytes;
};

static int32_t number_at(const uint8_t *p)
{
    return (int32_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                     (uint32_t)p[3] << 24);
}

static struct instruction plainly(enum effect effect, int32_t moved)
{
    return (struct instruction){.effect = effect, .moved = moved};
}

/* add, sub and their like, of an immediate and what ModR/M says. */
static struct instruction of_immediate(const uint8_t *p)
{
    int32_t value = p[0] == 0x83 ? (int8_t)p[2] : number_at(p + 2);
    unsigned which = p[1] >> 3 & 7;
    if ((p[1] & 0xc7) != (0xc0 | SP) || which == 7) /* cmp */
        return plainly(EFFECT_NONE, 0);
    return which == 0   ? plainly(EFFECT_MOVES, value)
           : which == 5 ? plainly(EFFECT_MOVES, -value)
                        : plainly(EFFECT_UNKNOWN, 0);
}

/* lea of an address that counts from the stack pointer into it. */
static struct instruction of_lea(const uint8_t *p)
{
    if ((p[1] & 0x38) != SP << 3)
        return plainly(EFFECT_NONE, 0);
    if (p[1] == 0x64 && p[2] == 0x24)
        return plainly(EFFECT_MOVES, (int8_t)p[3]);
    if (p[1] == 0xa4 && p[2] == 0x24)
        return plainly(EFFECT_MOVES, number_at(p + 3));
    return plainly(EFFECT_UNKNOWN, 0);
}

/* What has ff before ModR/M. */
static struct instruction of_ff(const uint8_t *p)
{
    unsigned which = p[1] >> 3 & 7;
    return which == 4 || which == 5 ? plainly(EFFECT_GOES, 0)
           : which == 6             ? plainly(EFFECT_MOVES, -WORD)
                                    : plainly(EFFECT_NONE, 0);
}

/* The opcode at p and what follows it; extra: the bit of REX that makes registers others. */
static struct instruction of_opcode(const uint8_t *p, bool is_other_reg, bool is_other_rm)
{
    if ((p[0] & 0xf8) == 0x50 || p[0] == 0x68 || p[0] == 0x6a) /* push */
        return plainly(EFFECT_MOVES, -WORD);
    if (p[0] == (0x58 | FP) && !is_other_rm)
        return plainly(EFFECT_POPS_FP, WORD);
    if ((p[0] & 0xf8) == 0x58) /* pop */
        return plainly(p[0] == (0x58 | SP) && !is_other_rm ? EFFECT_UNKNOWN : EFFECT_MOVES, WORD);
    switch (p[0]) {
    case 0x81:
    case 0x83:
        return is_other_rm ? plainly(EFFECT_NONE, 0) : of_immediate(p);
    case 0x89: /* mov to register or memory */
        if (p[1] == (0xc0 | SP << 3 | FP) && !is_other_reg && !is_other_rm)
            return plainly(EFFECT_FRAMES, 0);
        return plainly((p[1] & 0xc7) == (0xc0 | SP) && !is_other_rm ? EFFECT_UNKNOWN : EFFECT_NONE,
                       0);
    case 0x8b: /* mov to register */
        return plainly((p[1] & 0x38) == SP << 3 && !is_other_reg ? EFFECT_UNKNOWN : EFFECT_NONE, 0);
    case 0x8d:
        return is_other_reg ? plainly(EFFECT_NONE, 0) : of_lea(p);
    case 0x8f:
        return plainly(EFFECT_MOVES, WORD);
    case 0xc2:
    case 0xc3:
        return plainly(EFFECT_RETURNS, 0);
    case 0xc9: /* leave, int3, hlt */
    case 0xcc:
    case 0xf4:
        return plainly(EFFECT_UNKNOWN, 0);
    case 0xff:
        return of_ff(p);
    default:
        return plainly(EFFECT_NONE, 0);
    }
}

/* What comes before the opcode: prefixes, of which REX is the last. */
static const uint8_t *skip_prefixes(const uint8_t *p, uint8_t *rex)
{
    *rex = 0;
    while (*p == 0x66 || *p == 0xf2 || *p == 0xf3 || *p == 0x2e || *p == 0x3e || *p == 0x64 ||
           *p == 0x65)
        p++;
    if (LONG_MODE && (*p & 0xf0) == 0x40)
        *rex = *p++;
    return p;
}

static struct instruction branch(const uint8_t *code, uintptr_t at, const struct x86_plain *plain)
{
    const uint8_t *end = code + plain->n_bytes;
    int32_t away = plain->away == 1 ? (int8_t)end[-1] : number_at(end - 4);
    bool is_jump = code[0] == 0xe9 || code[0] == 0xeb;
    struct instruction i = plainly(plain->call ? EFFECT_NONE
                                   : is_jump   ? EFFECT_GOES
                                               : EFFECT_MAY_GO,
                                   0);
    i.target = at + plain->n_bytes + (uintptr_t)(intptr_t)away;
    return i;
}

/* The instruction at an address, of which the bytes are code. What no plain one has before it:
 * lock, and addr32 before a call, as linkers put it there. */
static struct instruction decode(const uint8_t *code, uintptr_t at)
{
    size_t before = code[0] == 0xf0 || (LONG_MODE && code[0] == 0x67 && code[1] == 0xe8);
    bool is_endbr = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e && code[3] >= 0xfa;
    struct x86_plain plain = x86_plain(code + before, LONG_MODE);
    struct instruction i;
    uint8_t rex;
    if (is_endbr)
        return (struct instruction){.effect = EFFECT_NONE, .n_bytes = 4};
    if (plain.n_bytes == 0)
        return plainly(EFFECT_UNKNOWN, 0);
    if (plain.away) {
        i = branch(code + before, at + before, &plain);
    } else {
        const uint8_t *opcode = skip_prefixes(code + before, &rex);
        i = of_opcode(opcode, rex & 4, rex & 1);
    }
    i.n_bytes = before + plain.n_bytes;
    return i;
}

/* ---- from a place to the end of the function ---- */

/* Code that was read. */
struct chunk {
    x86_read *read;
    uintptr_t lo;
    size_t n;
    uint8_t code[X86_CODE_BYTES];
};

static void begin_chunk(struct chunk *chunk, x86_read *read)
{
    chunk->read = read;
    chunk->lo = chunk->n = 0;
}

/* NULL: it cannot be read. */
static const uint8_t *code_at(struct chunk *w, uintptr_t at)
{
    if (at < w->lo || at - w->lo + X86_PLAIN_ROOM > w->n) {
        w->lo = at;
        w->n = w->read(at, w->code, X86_CODE_BYTES);
    }
    return w->n >= X86_PLAIN_ROOM ? w->code + (at - w->lo) : NULL;
}

/* A way that is being gone. */
struct way {
    uintptr_t at;
    struct x86_exit end;
};

struct ways {
    struct chunk chunk;
    struct way left[WAYS_MOST]; /* to be tried, the last one first */
    size_t n_left, n_steps;
};

static void keep_way(struct ways *ways, const struct way *way, uintptr_t target)
{
    if (ways->n_left == WAYS_MOST)
        return;
    struct way *other = &ways->left[ways->n_left++];
    *other = *way;
    other->at = target;
}

/* True: the way has come to an end of the function. */
static bool go_way(struct ways *ways, struct way *way)
{
    while (ways->n_steps++ < STEPS_MOST) {
        const uint8_t *code = code_at(&ways->chunk, way->at);
        if (!code)
            return false;
        struct instruction i = decode(code, way->at);
        way->at += i.n_bytes;
        if (i.effect == EFFECT_UNKNOWN || i.effect == EFFECT_FRAMES)
            return false;
        if (i.effect == EFFECT_RETURNS || (i.effect == EFFECT_GOES && !i.target))
            return true;
        if (i.effect == EFFECT_GOES)
            way->at = i.target;
        if (i.effect == EFFECT_MAY_GO)
            keep_way(ways, way, i.target);
        if (i.effect == EFFECT_POPS_FP)
            way->end.fp = way->end.after;
        if (i.moved < 0 && (size_t)-i.moved > SIZE_MAX / 4)
            return false;
        way->end.after += (size_t)i.moved;
    }
    return false;
}

bool x86_find_exit(uintptr_t pc, x86_read *read, x86_accept *accept, void *data,
                   struct x86_exit *found)
{
    struct ways ways;
    struct way way = {.at = pc, .end = {0, SIZE_MAX}};
    begin_chunk(&ways.chunk, read);
    ways.n_left = ways.n_steps = 0;
    keep_way(&ways, &way, pc);
    while (ways.n_left > 0) {
        way = ways.left[--ways.n_left];
        if (go_way(&ways, &way) && accept(&way.end, data)) {
            *found = way.end;
            return true;
        }
    }
    return false;
}

/* ---- from the beginning of a function ---- */

size_t x86_below_frame(uintptr_t lo, x86_read *read)
{
    struct chunk chunk;
    size_t below = SIZE_MAX;
    begin_chunk(&chunk, read);
    for (unsigned n = 0; n < BEGIN_STEPS; n++) {
        const uint8_t *code = code_at(&chunk, lo);
        struct instruction i = code ? decode(code, lo) : plainly(EFFECT_UNKNOWN, 0);
        if (i.effect == EFFECT_FRAMES)
            below = 0;
        else if (i.effect == EFFECT_MOVES && below != SIZE_MAX)
            below -= (size_t)i.moved;
        else if (i.effect != EFFECT_NONE && i.effect != EFFECT_MOVES)
            break;
        if (i.effect == EFFECT_NONE && i.target) /* a call */
            break;
        lo += i.n_bytes;
        if (i.effect == EFFECT_MOVES && -i.moved != WORD) /* room for all that is on the stack */
            break;
    }
    return below;
}

/* ---- calls ---- */

bool x86_calls_any(const uint8_t *after)
{
    /* ff /2 with each kind of operand. */
    static const struct {
        uint8_t back, mask, value;
    } forms[] = {{6, 0xff, 0x15}, {2, 0xf8, 0xd0}, {2, 0xf8, 0x10}, {3, 0xf8, 0x50},
                 {6, 0xf8, 0x90}, {3, 0xff, 0x14}, {4, 0xff, 0x54}, {7, 0xff, 0x94}};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const uint8_t *call = after - forms[i].back;
        if (call[0] == 0xff && (call[1] & forms[i].mask) == forms[i].value)
            return true;
    }
    return false;
}
