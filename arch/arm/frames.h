/* SPDX-License-Identifier: MIT */
/* frames: how functions of ARM keep the frames of those that called them. With -marm and
 * -fno-omit-frame-pointer, as gcc has it, r11 points at the return address, and below that is the
 * caller's r11; the frame pointer here is where that is. A function that calls nothing keeps the
 * caller's r11 alone, where its own points, and has its return address in lr. clang lets r11 point
 * at the caller's r11, with the return address above it; a word of the stack is never the address
 * of code, so which of the two a frame is can be seen.
 *
 * Functions that count calls do so with "push {lr}; bl" after their prologue, which tells what they
 * have; those of clang say it by how far above sp they let r11 point. Nothing of this is known of
 * Thumb code, where r7 is no chain. */
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

/* In bytes from the frame pointer; BIAS is added to what is kept there, or in r11. */
enum { FRAME_NEXT = 0, FRAME_RETURN = 4, FRAME_BYTES = 8, FRAME_BIAS = -4 };
#define FRAME_OTHER_BIAS 0 /* clang's */

/* Thumb code has none of these instructions: pc there is odd here. */
static inline void frames_of(const void *context, struct walk_place *place)
{
    enum { THUMB = 0x20 };
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    bool is_thumb = registers->arm_cpsr & THUMB;
    place->pc = (uintptr_t)registers->arm_pc;
    place->sp = (uintptr_t)registers->arm_sp;
    place->fp = is_thumb ? 0 : (uintptr_t)registers->arm_fp + (uintptr_t)FRAME_BIAS;
    place->link = (uintptr_t)registers->arm_lr;
}

/* Where the kernel keeps the context of a handler is not looked for. */
#include "runtime/frames_plain.h"

enum {
    ARM_COUNT_1 = (int)0xe52de004, /* push {lr} */
    ARM_FP = 1 << 11,
    ARM_LR = 1 << 14,
    ARM_PC = 1 << 15,
};

/* The immediate operand: 8 bits, rotated. */
static inline size_t arm_immediate(uint32_t code)
{
    unsigned turn = code >> 7 & 30;
    uint32_t byte = code & 0xff;
    return turn ? byte >> turn | byte << (32 - turn) : byte;
}

/* The bytes that a push of several registers takes. */
static inline size_t arm_pushed(uint32_t code)
{
    size_t bytes = 0;
    for (unsigned list = code & 0xffff; list; list &= list - 1)
        bytes += 4;
    return bytes;
}

static inline bool arm_is_count(const uint32_t *at)
{
    return at[0] == (uint32_t)ARM_COUNT_1 && (at[1] & 0xff000000) == 0xeb000000;
}

/* Is it "add fp, sp, N" or "mov fp, sp" after a push, so that r11 points at the caller's r11, as
 * clang has it? */
static inline bool arm_is_by_clang(const uint32_t *at)
{
    uint32_t push = at[-1];
    bool is_pushed = (push & 0xffff0000) == 0xe92d0000 && (push & ARM_FP) && (push & ARM_LR);
    size_t below = arm_pushed(push & (ARM_FP - 1));
    bool is_add = (*at & 0xfffff000) == 0xe28db000 && arm_immediate(*at) == below;
    return is_pushed && (is_add || (*at == 0xe1a0b00d && below == 0));
}

/* What a function's prologue has done. */
struct arm_begin {
    size_t saved;   /* bytes from sp to the return address; SIZE_MAX: it is in lr */
    bool is_framed; /* r11 points at a frame */
};

/* From the call that counts back to where lr is pushed, or to what belongs to no prologue. */
static inline struct arm_begin arm_read_begin(const uint32_t *at, const struct walk_code *image)
{
    enum { STEPS = 12 };
    struct arm_begin begin = {SIZE_MAX, false};
    size_t bytes = 0;
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)--at); i++) {
        if ((*at & 0xfffff000) == 0xe24dd000) { /* sub sp, sp, N */
            bytes += arm_immediate(*at);
        } else if ((*at & 0xfffff000) == 0xe28db000) { /* add fp, sp, N */
            begin.is_framed = true;
        } else if ((*at & 0xffbf0f00) == 0xed2d0b00) { /* vpush */
            bytes += 4 * (*at & 0xff);
        } else if (*at == (uint32_t)ARM_COUNT_1) {
            begin.saved = bytes;
            return begin;
        } else if ((*at & 0xffff0000) == 0xe92d0000) { /* push */
            bytes += arm_pushed(*at);
            if (*at & ARM_LR) {
                begin.saved = bytes - 4;
                return begin;
            }
        } else if (*at != 0xe52db004) { /* push {fp} */
            return begin;
        } else {
            bytes += 4;
        }
    }
    return begin;
}

/* Has the instruction before taken the caller's registers off the stack? */
static inline bool arm_is_popped(const uint32_t *at, bool is_framed)
{
    uint32_t before = at[-1];
    bool is_pop = (before & 0xffff0000) == 0xe8bd0000;
    return before == 0xe49de004 || before == 0xe49db004 || /* pop {lr}, {fp} */
           (is_pop && (before & (is_framed ? ARM_FP : ARM_LR)));
}

/* In the middle of a function that has begun like that. */
static inline size_t arm_missing_inside(struct walk_place *place, const struct arm_begin *begin)
{
    const uint32_t *at = (const uint32_t *)place->pc;
    if (arm_is_popped(at, begin->is_framed))
        return FRAMES_IN_LINK;
    if (begin->is_framed)
        return begin->saved == SIZE_MAX ? FRAMES_IN_LINK_OVER : FRAMES_WHOLE;
    if (begin->saved == SIZE_MAX)
        return FRAMES_IN_LINK;
    size_t bytes = begin->saved;
    while ((*--at & 0xfffff000) == 0xe28dd000) /* add sp, sp, N */
        bytes -= arm_immediate(*at);
    return bytes;
}

/* Does the function go elsewhere? */
static inline bool arm_is_away(uint32_t code)
{
    return (code & 0x0e000000) == 0x0a000000 || (code & 0x0ffffff0) == 0x012fff10 ||
           code == 0xe49df004 || ((code & 0xffff0000) == 0xe8bd0000 && (code & ARM_PC));
}

/* Is the prologue still going on? Then lr is what it was. */
static inline bool arm_is_beginning(const uint32_t *at, const struct walk_code *image,
                                    size_t *missing)
{
    enum { STEPS = 12 };
    bool is_framed = true;
    at -= arm_is_count(at - 1);
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)at); i++, at++) {
        if (arm_is_by_clang(at)) {
            *missing = FRAMES_IN_LINK;
            return true;
        }
        if ((*at & 0xfffff000) == 0xe28db000) /* add fp, sp, N */
            is_framed = false;
        if (arm_is_count(at)) {
            struct arm_begin begin = arm_read_begin(at, image);
            is_framed = is_framed && begin.is_framed;
            *missing = !is_framed                ? FRAMES_IN_LINK
                       : begin.saved == SIZE_MAX ? FRAMES_IN_LINK_OVER
                                                 : FRAMES_WHOLE;
            return true;
        }
        if ((*at & 0xfffff000) == 0xe5bcf000) { /* ldr pc, [ip, N]!: the end of a stub */
            *missing = FRAMES_IN_LINK;
            return true;
        }
        if (arm_is_away(*at))
            return false;
    }
    return false;
}

static inline size_t frames_missing(struct walk_place *place, const struct walk_code *image)
{
    enum { LOOK_BYTES = 1 << 14 };
    const uint32_t *at = (const uint32_t *)place->pc;
    size_t missing;
    if (place->fp == 0 || place->pc % 4 != 0)
        return FRAMES_WHOLE;
    if (arm_is_beginning(at, image, &missing))
        return missing;
    bool is_popped = arm_is_popped(at, true);
    for (size_t n = 0; n < LOOK_BYTES && walk_code_has(image, (uintptr_t)--at); n += 4) {
        if (arm_is_by_clang(at))
            return is_popped ? FRAMES_IN_LINK : FRAMES_WHOLE;
        if (arm_is_count(at)) {
            struct arm_begin begin = arm_read_begin(at, image);
            return arm_missing_inside(place, &begin);
        }
    }
    return FRAMES_WHOLE;
}

/* Which call the instruction before an address is; stubs begin with "add ip, pc". That
 * which counts is none: its return address is left over on the stack nearly everywhere. */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    if (address % 4 != 0 || arm_is_count((const uint32_t *)address - 2))
        return FRAMES_CALL_NONE;
    uint32_t code = ((const uint32_t *)address)[-1];
    if ((code & 0x0ffffff0) == 0x012fff30) /* blx REG */
        return FRAMES_CALL_ANY;
    if ((code & 0xfe000000) == 0xfa000000) /* blx, to Thumb code */
        return FRAMES_CALL_IN;
    if ((code & 0x0f000000) != 0x0b000000) /* bl */
        return FRAMES_CALL_NONE;
    uint32_t distance = code << 8;
    uintptr_t target = address + 4 + (uintptr_t)(intptr_t)((int32_t)distance >> 6);
    if (!walk_code_has(image, target))
        return FRAMES_CALL_ANY;
    return (*(const uint32_t *)target & 0xfffff000) == 0xe28fc000 ? FRAMES_CALL_OUT
                                                                  : FRAMES_CALL_IN;
}

#endif
