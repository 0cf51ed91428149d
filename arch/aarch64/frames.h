/* SPDX-License-Identifier: MIT */
/* frames: where AArch64 has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include "arch/cpu.h"
#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (DWARF for the Arm 64-bit Architecture, 4.1). */
enum { UNWIND_SP = 31, UNWIND_FP = 29, UNWIND_PC = 32 };

/* x29 points at a record of the caller's x29 and of the return address (Procedure Call Standard for
 * the Arm 64-bit Architecture, "The Frame Pointer"). */
#define FRAMES_HAVE_POINTER 1
enum { FRAME_NEXT = 0, FRAME_RETURN = 8, FRAME_BYTES = 16 };

/* Does a stub for calls of other images go on here? It ends with "br x17". */
static inline bool frames_in_stub(uintptr_t pc)
{
    enum { STEPS = 5 };
    static const uint32_t END = 0xd61f0220, PAGE = 0x90000010, PAGE_MASK = 0x9f00001f;
    const uint32_t *at = (const uint32_t *)pc;
    for (int i = 0; i < STEPS; i++)
        if (at[i] == END)
            return true;
        else if (i > 0 && (at[i] & PAGE_MASK) == PAGE) /* the next one begins */
            return false;
    return false;
}

FRAMES_OF(registers->pc, registers->sp, registers->regs[UNWIND_FP], registers->regs[30])

#define FRAMES_SIGNAL_BYTES 128 /* a siginfo_t comes first */

#endif
