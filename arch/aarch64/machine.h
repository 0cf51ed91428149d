/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about AArch64 on Linux; the names are those of every CPU's.
 */
#ifndef GPTUI_ARCH_AARCH64_MACHINE_H
#define GPTUI_ARCH_AARCH64_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_FUNCTIONS 1

MACHINE_SYSCALL("svc #0", "x8", arg[0], "x0", "x1", "x2", "x3", "x4", "x5")
MACHINE_PC(pc)

#endif
