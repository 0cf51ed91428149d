/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about x86-64 on Linux. Every CPU has a folder of its own with
 * these names in it; src/runtime includes them as "machine.h". */
#ifndef GPTUI_ARCH_X86_64_MACHINE_H
#define GPTUI_ARCH_X86_64_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_BLOCKS    1
#define MACHINE_COUNTS_FUNCTIONS 1

/* No register but the result changes. */
static inline long machine_syscall(long number, const long arg[6])
{
    long result;
    register long r10 __asm__("r10") = arg[3];
    register long r8 __asm__("r8") = arg[4];
    register long r9 __asm__("r9") = arg[5];
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(arg[0]), "S"(arg[1]), "d"(arg[2]), "r"(r10), "r"(r8),
                       "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

MACHINE_PC(gregs[16]) /* REG_RIP */

#endif
