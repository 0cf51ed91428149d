/* SPDX-License-Identifier: MIT */
/* caller: who called, for clang, which calls mcount after the prologue. The prologue saves r14 and
 * r15 in the caller's frame, at 112 and 120 from where r15 points then, and moves r15 down by the
 * size of the frame (ELF ABI s390x Supplement, "The Stack Frame"). So the instruction that does
 * that, a little before the call, says where to look; r15 as saved there confirms it. */
#include <stdint.h>

#include "runtime/arcs.h"

enum {
    LOOK_BYTES = 256, /* how far before the call */
    FRAME_LEAST = 160,
    FRAME_MOST = 1 << 20,
    SAVED_14 = 112,
    SAVED_15 = 120,
};

/* self: where mcount returns to; stack: r15. */
void caller_call(uintptr_t self, uintptr_t stack);

/* The bytes by which the instruction moves r15 down: AGHI or AGFI (z/Architecture Principles of
 * Operation); 0: another instruction. */
static uintptr_t moved_by(const uint16_t *code)
{
    if (code[0] == 0xa7fb)
        return -(uintptr_t)(int16_t)code[1];
    if (code[0] == 0xc2f8)
        return -(uintptr_t)(int32_t)((uint32_t)code[1] << 16 | code[2]);
    return 0;
}

static uintptr_t saved(uintptr_t address)
{
    return *(const uintptr_t *)address;
}

/* 0: unknown. */
static uintptr_t find_caller(uintptr_t self, uintptr_t stack)
{
    for (unsigned back = 2; back < LOOK_BYTES; back += 2) {
        uintptr_t bytes = moved_by((const uint16_t *)(self - back));
        uintptr_t before = stack + bytes;
        if (bytes >= FRAME_LEAST && bytes <= FRAME_MOST && bytes % 8 == 0 &&
            saved(before + SAVED_15) == before)
            return saved(before + SAVED_14);
    }
    return 0;
}

ARC_ENTRY void caller_call(uintptr_t self, uintptr_t stack)
{
    arcs_call(find_caller(self, stack), self);
}
