/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit PowerPC has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (64-Bit ELF V2 ABI, 2.4). */
enum { UNWIND_SP = 1, UNWIND_FP = 31, UNWIND_PC = 64 };

static inline void frames_of(const void *context, struct walk_place *place)
{
    enum { NIP = 32, LINK = 36 };
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    *place = (struct walk_place){
        .pc = (uintptr_t)registers->gp_regs[NIP],
        .sp = (uintptr_t)registers->gp_regs[UNWIND_SP],
        .fp = (uintptr_t)registers->gp_regs[UNWIND_FP],
        .link = (uintptr_t)registers->gp_regs[LINK],
        .is_exact = true,
    };
}

#define FRAMES_SIGNAL_BYTES 144 /* a frame for the handler comes first */

#endif
