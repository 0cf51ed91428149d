/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about 64-bit s390 on Linux; the names are those of every
 * CPU's. */
#ifndef GPTUI_ARCH_S390_MACHINE_H
#define GPTUI_ARCH_S390_MACHINE_H

#include <sys/syscall.h>

#include "arch/cpu.h"

#define MACHINE_COUNTS_FUNCTIONS 1

/* mmap finds its arguments in memory. */
MACHINE_SYSCALL("svc 0", "r1", number == SYS_mmap ? (long)arg : arg[0], "r2", "r3", "r4", "r5",
                "r6", "r7")
MACHINE_PC(psw.addr)

#endif
