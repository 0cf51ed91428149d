/* SPDX-License-Identifier: MIT */
/* frames: where 64-bit RISC-V has what a walk of the stack begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include "arch/cpu.h"
#include "runtime/walk_place.h"

#define FRAMES_HAVE_TABLES 1

/* Their numbers in tables for exceptions (RISC-V DWARF, "DWARF Register Numbers"). */
enum { UNWIND_SP = 2, UNWIND_FP = 8, UNWIND_PC = 64 };

FRAMES_OF(registers->__gregs[REG_PC], registers->__gregs[REG_SP], registers->__gregs[REG_S0],
          registers->__gregs[REG_RA])

#define FRAMES_SIGNAL_BYTES 128 /* a siginfo_t comes first */

#endif
