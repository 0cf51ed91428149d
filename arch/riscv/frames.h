/* SPDX-License-Identifier: MIT */
/* frames: how functions of 64-bit RISC-V keep the frames of those that called them (RISC-V ELF
 * psABI, "Frame Pointer Convention"): s0 points past a record of the caller's s0 and of the return
 * address, if -fno-omit-frame-pointer asks for that. The frame pointer here is where that record
 * begins.
 *
 * Without, the beginning of a function that counts calls tells where its return address is. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_ARE_KEPT    1
#define FRAMES_EVERYWHERE  0
#define FRAMES_ARE_CHAINED 0

/* In bytes from the frame pointer; BIAS is added to what is kept there, or in s0. */
enum { FRAME_NEXT = 0, FRAME_RETURN = 8, FRAME_BYTES = 16, FRAME_BIAS = -16 };

static inline void frames_of(const void *context, struct walk_place *place)
{
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    place->pc = (uintptr_t)registers->__gregs[REG_PC];
    place->sp = (uintptr_t)registers->__gregs[REG_SP];
    place->fp = (uintptr_t)registers->__gregs[REG_S0] + (uintptr_t)FRAME_BIAS;
    place->link = (uintptr_t)registers->__gregs[REG_RA];
}

/* Where the kernel keeps the context of a handler is not looked for. */
#include "runtime/frames_plain.h"

/* The offset of "sd REG, N(sp)" with 32 or 16 bits; SIZE_MAX: another instruction. */
static inline size_t riscv_saves(const uint16_t *at, unsigned reg)
{
    uint32_t code = at[0] | (uint32_t)at[1] << 16;
    if ((at[0] & 0xe07f) == (0xe002 | reg << 2))
        return (size_t)((at[0] >> 7 & 0x38) | (at[0] >> 1 & 0x1c0));
    if ((code & 0x01fff07f) == (0x00013023 | reg << 20))
        return code >> 25 << 5 | (code >> 7 & 0x1f);
    return SIZE_MAX;
}

/* Is it "ld REG, N(sp)"? */
static inline bool riscv_loads(const uint16_t *at, unsigned reg)
{
    uint32_t code = at[0] | (uint32_t)at[1] << 16;
    return (at[0] & 0xef83) == (0x6002 | reg << 7) || (code & 0xfffff) == (0x00013003 | reg << 7);
}

enum riscv_step {
    RISCV_OTHER,
    RISCV_FRAME,  /* addi s0, sp, N */
    RISCV_COUNT,  /* mv a0, ra: _mcount is called next */
    RISCV_LOAD_0, /* s0 */
    RISCV_LOAD_1, /* ra */
    RISCV_RETURN,
    RISCV_AWAY
};

static inline enum riscv_step riscv_step(const uint16_t *at)
{
    enum { RA = 1, S0 = 8 };
    uint32_t code = at[0] | (uint32_t)at[1] << 16;
    if ((code & 0xfffff) == 0x10413 || ((at[0] & 0xe01f) == 0 && (at[0] & 0x1fe0)))
        return RISCV_FRAME;
    if (at[0] == 0x8506 || code == 0x00008513)
        return RISCV_COUNT;
    if (riscv_loads(at, S0))
        return RISCV_LOAD_0;
    if (riscv_loads(at, RA))
        return RISCV_LOAD_1;
    if (at[0] == 0x8082 || code == 0x00008067)
        return RISCV_RETURN;
    bool is_long = (at[0] & 3) == 3;
    unsigned opcode = at[0] & 0x7f;
    bool is_jump = is_long ? opcode == 0x6f || opcode == 0x67 || opcode == 0x63
                           : (at[0] & 0xe003) == 0xa001 || (at[0] & 0xc003) == 0xc001 ||
                                 ((at[0] & 0xe07f) == 0x8002 && (at[0] & 0xf80));
    return is_jump ? RISCV_AWAY : RISCV_OTHER;
}

/* What the beginning of a function says. */
struct riscv_begin {
    size_t saved;   /* bytes from sp to the return address; SIZE_MAX: not known */
    bool is_framed; /* s0 points at a frame */
};

/* From where ra is saved to the call of _mcount, where sp may move further down. */
static inline bool riscv_read_begin(const uint16_t *at, struct riscv_begin *begin)
{
    enum { STEPS = 24 };
    begin->saved = riscv_saves(at, 1);
    begin->is_framed = false;
    for (int i = 0; i < STEPS; i++, at += (*at & 3) == 3 ? 2 : 1) {
        uint32_t code = at[0] | (uint32_t)at[1] << 16;
        if ((code & 0xfffff) == 0x10113) /* addi sp, sp, -N */
            begin->saved += 0 - (size_t)(intptr_t)((int32_t)code >> 20);
        else if ((at[0] & 0xff83) == 0x9102 || (at[0] & 0xef83) == 0x0101 ||
                 (at[0] & 0xef83) == 0x6101) /* add to sp, in short */
            begin->saved = SIZE_MAX;
        switch (riscv_step(at)) {
        case RISCV_FRAME:
            begin->is_framed = true;
            break;
        case RISCV_COUNT:
            return true;
        case RISCV_AWAY:
        case RISCV_RETURN:
            return false;
        default:
            break;
        }
    }
    return false;
}

/* What the function at pc says, which begins where ra was saved last; false: it does not count
 * calls. */
static inline bool riscv_find_begin(uintptr_t pc, const struct walk_code *image,
                                    struct riscv_begin *begin)
{
    enum { LOOK_BYTES = 1 << 14 };
    const uint16_t *at = (const uint16_t *)pc;
    for (size_t n = 0; n < LOOK_BYTES && walk_code_has(image, (uintptr_t)--at); n += 2)
        if (riscv_saves(at, 1) != SIZE_MAX)
            return riscv_read_begin(at, begin);
    return false;
}

/* In the middle of a function: with a frame that is whole; else the caller alone is known. */
static inline size_t riscv_missing_inside(struct walk_place *place, const struct walk_code *image)
{
    struct riscv_begin begin;
    if (!riscv_find_begin(place->pc, image, &begin) || begin.is_framed)
        return FRAMES_WHOLE;
    place->fp = 0;
    return begin.saved == SIZE_MAX ? FRAMES_WHOLE : begin.saved;
}

/* Is the return address of the function at pc still in ra, or there again? What comes next decides,
 * if something is there to be seen. */
static inline size_t frames_missing(struct walk_place *place, const struct walk_code *image)
{
    enum { STEPS = 24 };
    const uint16_t *at = (const uint16_t *)place->pc;
    bool is_loaded = false; /* ra is, later */
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)at);
         i++, at += (*at & 3) == 3 ? 2 : 1)
        switch (riscv_step(at)) {
        case RISCV_FRAME:
            return FRAMES_IN_LINK;
        case RISCV_COUNT: {
            struct riscv_begin begin;
            bool is_framed = riscv_find_begin(place->pc, image, &begin) && begin.is_framed;
            return is_framed ? FRAMES_WHOLE : FRAMES_IN_LINK;
        }
        case RISCV_RETURN:
            return is_loaded ? riscv_missing_inside(place, image) : FRAMES_IN_LINK;
        case RISCV_LOAD_1:
            is_loaded = true;
            break;
        case RISCV_AWAY:
            if (at[0] == 0x0367 && at[1] == 0x000e) /* jr t3: the end of a stub */
                return FRAMES_IN_LINK;
            return riscv_missing_inside(place, image);
        case RISCV_LOAD_0:
            return riscv_missing_inside(place, image);
        case RISCV_OTHER:
            break;
        }
    return riscv_missing_inside(place, image);
}

/* Which call the instruction before an address is; stubs begin with "auipc t3". That of
 * _mcount, after "mv a0, ra", is none: its return address is left over on the stack nearly
 * everywhere. */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    if (address % 2 != 0)
        return FRAMES_CALL_NONE;
    const uint16_t *after = (const uint16_t *)address;
    if (after[-5] == 0x8506 || after[-3] == 0x8506)
        return FRAMES_CALL_NONE;
    uint32_t code = after[-2] | (uint32_t)after[-1] << 16,
             before = after[-4] | (uint32_t)after[-3] << 16;
    uintptr_t target;
    if ((code & 0xfff) == 0x0ef) { /* jal ra */
        uint32_t distance = (code >> 31 ? 0xfff00000u : 0) | (code & 0xff000) |
                            (code >> 9 & 0x800) | (code >> 20 & 0x7fe);
        target = address - 4 + (uintptr_t)(intptr_t)(int32_t)distance;
    } else if ((code & 0xfffff) == 0x080e7 && (before & 0xfff) == 0x097) /* auipc ra; jalr ra */
        target = address - 8 + (uintptr_t)(intptr_t)(int32_t)(before & 0xfffff000) +
                 (uintptr_t)(intptr_t)((int32_t)code >> 20);
    else
        return (code & 0x7fff) == 0x00e7 || ((after[-1] & 0xf07f) == 0x9002 && (after[-1] & 0xf80))
                   ? FRAMES_CALL_ANY
                   : FRAMES_CALL_NONE;
    if (!walk_code_has(image, target))
        return FRAMES_CALL_ANY;
    return (*(const uint16_t *)target & 0xfff) == 0xe17 ? FRAMES_CALL_OUT : FRAMES_CALL_IN;
}

#endif
