/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about ARM on Linux; the names are those of every CPU's. */
#ifndef GPTUI_ARCH_ARM_MACHINE_H
#define GPTUI_ARCH_ARM_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_FUNCTIONS 1

MACHINE_SYSCALL("svc #0", "r7", arg[0], "r0", "r1", "r2", "r3", "r4", "r5")
MACHINE_PC(arm_pc)

#endif
