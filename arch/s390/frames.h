/* SPDX-License-Identifier: MIT */
/* frames: how functions of 64-bit s390 keep the frames of those that called them (ELF ABI s390x
 * Supplement, "The Stack Frame"): a function saves the return address, which is in r14 before that,
 * in the frame of its caller, at 112 from where r15 points then; with -mbackchain, r15 points at
 * the caller's. So the frame pointer here is where the stack pointer of the caller is.
 *
 * What a function does after it has called _mcount tells whether it has a frame, and without
 * -mbackchain where its return address is. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_ARE_KEPT    1
#define FRAMES_EVERYWHERE  0
#define FRAMES_ARE_CHAINED 1

/* In bytes from the frame pointer. */
enum { FRAME_NEXT = 0, FRAME_RETURN = 112, FRAME_BYTES = 120, FRAME_BIAS = 0 };

static inline void frames_of(const void *context, struct walk_place *place)
{
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    uintptr_t sp = (uintptr_t)registers->gregs[15];
    place->pc = (uintptr_t)registers->psw.addr;
    place->sp = sp;
    place->link = (uintptr_t)registers->gregs[14];
    place->fp = sp && sp % 8 == 0 ? *(const uintptr_t *)sp : 0;
}

/* Where the kernel keeps the context of a handler is not looked for. */
#include "runtime/frames_plain.h"

/* The halfwords of an instruction (z/Architecture Principles of Operation, "Instruction Formats").
 */
static inline unsigned s390_length(const uint16_t *code)
{
    return *code < 0x4000 ? 1 : *code < 0xc000 ? 2 : 3;
}

/* How far an instruction moves r15 down: LAY, AGHI, AGFI; 0: another one, or up. */
static inline size_t s390_moves(const uint16_t *code)
{
    int32_t up = 0;
    if (code[0] == 0xe3f0 && code[1] >> 12 == 15 && (code[2] & 0xff) == 0x71)
        up = (int32_t)((uint32_t)code[2] << 16 & 0xff000000) / (1 << 12) + (code[1] & 0xfff);
    else if (code[0] == 0xa7fb)
        up = (int16_t)code[1];
    else if (code[0] == 0xc2f8)
        up = (int32_t)((uint32_t)code[1] << 16 | code[2]);
    return up < 0 ? (size_t)-up : 0;
}

/* What a function that counts calls has done by the time that it comes to pc; `at`: after the call
 * of _mcount. Code after a return has what the function had. */
struct s390_frame {
    size_t bytes, now; /* 0: none */
    bool is_chained;   /* r15 points at the caller's */
};

static inline struct s390_frame s390_read_to(const uint16_t *at, uintptr_t pc)
{
    struct s390_frame frame = {0, 0, false};
    for (; (uintptr_t)at < pc; at += s390_length(at)) {
        size_t moved = s390_moves(at);
        if (moved > 0)
            frame.bytes = frame.now = moved;
        else if ((at[0] & 0xff0f) == 0xe300 && at[1] == 0xf000 && at[2] == 0x0024)
            frame.is_chained = true; /* stg REG, 0(r15) */
        else if ((at[0] & 0xff0f) == 0xeb0f && at[1] >> 12 == 15 && (at[2] & 0xff) == 0x04)
            frame.now = 0; /* lmg REG, r15, N(r15) */
        else if (at[0] == 0x07fe || at[0] == 0xc0f4 || at[0] == 0xa7f4)
            frame.now = frame.bytes; /* br r14, jg, j */
    }
    return frame;
}

/* lg r14, 8(r15): what stands after the call of _mcount. */
static inline bool s390_is_count_end(const uint16_t *at)
{
    return at[0] == 0xe3e0 && at[1] == 0xf008 && at[2] == 0x0004;
}

/* For the function at pc, which has called _mcount with "stg r14, 8(r15); brasl; lg r14, 8(r15)".
 */
static inline size_t frames_missing(struct walk_place *place, const struct walk_code *image)
{
    enum { LOOK_BYTES = 1 << 14 };
    const uint16_t *at = (const uint16_t *)place->pc;
    const uint16_t *end = at;
    for (int i = 0; i < 2 && *end != 0x07f1; i++)
        end += s390_length(end);
    bool is_stub = *end == 0x07f1; /* br r1 */
    if (is_stub || (at[0] == 0xe3e0 && at[1] == 0xf008 && at[2] == 0x0024))
        return FRAMES_IN_LINK;
    for (size_t n = 0; n < LOOK_BYTES && walk_code_has(image, (uintptr_t)--at); n += 2) {
        if (!s390_is_count_end(at) || n < 4)
            continue;
        struct s390_frame frame = s390_read_to(at + 3, place->pc);
        if (frame.now == 0)
            return FRAMES_IN_LINK;
        if (frame.is_chained)
            return FRAMES_WHOLE;
        place->fp = 0;
        return frame.now + FRAME_RETURN;
    }
    return FRAMES_WHOLE;
}

/* Which call the instruction before an address is; stubs begin with "larl r1". That of _mcount is
 * none: its return address is left over on the stack nearly everywhere. */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    const uint16_t *after = (const uint16_t *)address;
    if (address % 2 != 0 || s390_is_count_end(after))
        return FRAMES_CALL_NONE;
    if ((after[-1] & 0xfff0) == 0x0de0) /* basr r14 */
        return FRAMES_CALL_ANY;
    if (after[-3] != 0xc0e5) /* brasl r14 */
        return FRAMES_CALL_NONE;
    int32_t halves = (int32_t)((uint32_t)after[-2] << 16 | after[-1]);
    uintptr_t target = address - 6 + 2 * (uintptr_t)(intptr_t)halves;
    if (!walk_code_has(image, target))
        return FRAMES_CALL_ANY;
    return *(const uint16_t *)target == 0xc010 ? FRAMES_CALL_OUT : FRAMES_CALL_IN;
}

#endif
