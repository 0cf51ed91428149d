/* SPDX-License-Identifier: MIT */
/* machine: what the runtime must know about x86-64 on Linux. Every CPU has a folder of its own with
 * these names in it; src/runtime includes them as "machine.h". */
#ifndef GPTUI_ARCH_MACHINE_H
#define GPTUI_ARCH_MACHINE_H

#include <stdint.h>
#include <ucontext.h>

/* entry.S has __sanitizer_cov_trace_pc and __sanitizer_cov_trace_pc_guard, too. */
#define MACHINE_COUNTS_BLOCKS 1

/* And __cyg_profile_func_enter. */
#define MACHINE_COUNTS_FUNCTIONS 1

/* A system call with up to six arguments. The result is the kernel's: -errno on failure. Neither
 * errno nor any register but the result changes. */
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

/* The address of the instruction that a signal interrupted; context: third argument of a handler.
 */
static inline uintptr_t machine_pc(const void *context)
{
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[16]; /* REG_RIP */
}

#endif
