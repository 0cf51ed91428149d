/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit PowerPC has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include "arch/cpu.h"
#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (64-Bit ELF V2 ABI, 2.4). */
enum { UNWIND_SP = 1, UNWIND_FP = 31, UNWIND_PC = 64 };

enum { NIP = 32, LINK = 36 };
FRAMES_OF(registers->gp_regs[NIP], registers->gp_regs[UNWIND_SP], registers->gp_regs[UNWIND_FP],
          registers->gp_regs[LINK])

#define FRAMES_SIGNAL_BYTES 144 /* a frame for the handler comes first */

#endif
