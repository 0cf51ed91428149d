/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit s390 has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (ELF ABI s390x Supplement, "DWARF Register Numbers"). */
enum { UNWIND_SP = 15, UNWIND_FP = 11, UNWIND_PC = 64 };

static inline void frames_of(const void *context, struct walk_place *place)
{
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    *place = (struct walk_place){
        .pc = (uintptr_t)registers->psw.addr,
        .sp = (uintptr_t)registers->gregs[UNWIND_SP],
        .fp = (uintptr_t)registers->gregs[UNWIND_FP],
        .link = (uintptr_t)registers->gregs[14],
        .is_exact = true,
    };
}

/* Where the kernel keeps the context of a handler is not looked for. */

#endif
