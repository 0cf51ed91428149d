/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about 64-bit little-endian PowerPC on Linux; the names are
 * those of every CPU's. */
#ifndef GPTUI_ARCH_PPC_MACHINE_H
#define GPTUI_ARCH_PPC_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_FUNCTIONS 1

static inline long machine_syscall(long number, const long arg[6])
{
    register long a0 __asm__("r3") = arg[0];
    register long a1 __asm__("r4") = arg[1];
    register long a2 __asm__("r5") = arg[2];
    register long a3 __asm__("r6") = arg[3];
    register long a4 __asm__("r7") = arg[4];
    register long a5 __asm__("r8") = arg[5];
    register long r0 __asm__("r0") = number;
    /* The overflow bit reports an error, whose number is positive. */
    __asm__ volatile("sc\n\t"
                     "bns+ 1f\n\t"
                     "neg %1, %1\n"
                     "1:"
                     : "+r"(r0), "+r"(a0), "+r"(a1), "+r"(a2), "+r"(a3), "+r"(a4), "+r"(a5)
                     :
                     : "cr0", "ctr", "memory", "r9", "r10", "r11", "r12");
    return a0;
}

MACHINE_PC(gp_regs[32]) /* NIP */

#endif
