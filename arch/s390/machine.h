/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about 64-bit s390 on Linux; the names are those of every
 * CPU's. */
#ifndef GPTUI_ARCH_MACHINE_H
#define GPTUI_ARCH_MACHINE_H

#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>

/* entry.S has __cyg_profile_func_enter, too. */
#define MACHINE_COUNTS_FUNCTIONS 1

/* A system call with up to six arguments. The result is the kernel's: -errno on failure; errno does
 * not change. */
static inline long machine_syscall(long number, const long arg[6])
{
    /* mmap finds its arguments in memory. */
    register long a0 __asm__("r2") = number == SYS_mmap ? (long)arg : arg[0];
    register long a1 __asm__("r3") = arg[1];
    register long a2 __asm__("r4") = arg[2];
    register long a3 __asm__("r5") = arg[3];
    register long a4 __asm__("r6") = arg[4];
    register long a5 __asm__("r7") = arg[5];
    register long r1 __asm__("r1") = number;
    __asm__ volatile("svc 0"
                     : "+d"(a0)
                     : "d"(r1), "d"(a1), "d"(a2), "d"(a3), "d"(a4), "d"(a5)
                     : "memory");
    return a0;
}

/* The address of the instruction that a signal interrupted; context: third argument of a handler.
 */
static inline uintptr_t machine_pc(const void *context)
{
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.psw.addr;
}

#endif
