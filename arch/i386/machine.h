/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about i386 on Linux; the names are those of every CPU's. */
#ifndef GPTUI_ARCH_I386_MACHINE_H
#define GPTUI_ARCH_I386_MACHINE_H

#include "arch/cpu.h"

#define MACHINE_COUNTS_BLOCKS    1
#define MACHINE_COUNTS_FUNCTIONS 1

static inline long machine_syscall(long number, const long arg[6])
{
    long result;
    /* The sixth argument goes in ebp, and ebx may be what position-independent code needs. */
    __asm__ volatile("pushl %%ebx\n\t"
                     "pushl %%ebp\n\t"
                     "pushl %%esi\n\t"
                     "pushl %%edi\n\t"
                     "movl (%%esi), %%ebx\n\t"
                     "movl 4(%%esi), %%ecx\n\t"
                     "movl 8(%%esi), %%edx\n\t"
                     "movl 16(%%esi), %%edi\n\t"
                     "movl 20(%%esi), %%ebp\n\t"
                     "movl 12(%%esi), %%esi\n\t"
                     "int $0x80\n\t"
                     "popl %%edi\n\t"
                     "popl %%esi\n\t"
                     "popl %%ebp\n\t"
                     "popl %%ebx"
                     : "=a"(result)
                     : "a"(number), "S"(arg)
                     : "ecx", "edx", "cc", "memory");
    return result;
}

MACHINE_PC(gregs[14]) /* REG_EIP */

#endif
