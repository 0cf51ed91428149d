/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about 64-bit RISC-V on Linux; the names are those of every
 * CPU's. */
#ifndef GPTUI_ARCH_RISCV_MACHINE_H
#define GPTUI_ARCH_RISCV_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_FUNCTIONS 1

MACHINE_SYSCALL("ecall", "a7", arg[0], "a0", "a1", "a2", "a3", "a4", "a5")
MACHINE_PC(__gregs[REG_PC])

#endif
