/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit s390 has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include "arch/cpu.h"
#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (ELF ABI s390x Supplement, "DWARF Register Numbers"). */
enum { UNWIND_SP = 15, UNWIND_FP = 11, UNWIND_PC = 64 };

FRAMES_OF(registers->psw.addr, registers->gregs[UNWIND_SP], registers->gregs[UNWIND_FP],
          registers->gregs[14])

/* Where the kernel keeps the context of a handler is not looked for. */

#endif
