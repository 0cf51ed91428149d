/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit RISC-V has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (RISC-V DWARF, "DWARF Register Numbers"). */
enum { UNWIND_SP = 2, UNWIND_FP = 8, UNWIND_PC = 64 };

static inline void frames_of(const void *context, struct walk_place *place)
{
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    *place = (struct walk_place){
        .pc = (uintptr_t)registers->__gregs[REG_PC],
        .sp = (uintptr_t)registers->__gregs[REG_SP],
        .fp = (uintptr_t)registers->__gregs[REG_S0],
        .link = (uintptr_t)registers->__gregs[REG_RA],
        .is_exact = true,
    };
}

#define FRAMES_SIGNAL_BYTES 128 /* a siginfo_t comes first */

#endif
