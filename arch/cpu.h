/* SPDX-License-Identifier: MIT */
/* cpu: what the machine.h of several CPUs have in common. Each has these names:
 *
 * MACHINE_COUNTS_FUNCTIONS  entry.S has __cyg_profile_func_enter, too
 * MACHINE_COUNTS_BLOCKS     and __sanitizer_cov_trace_pc and __sanitizer_cov_trace_pc_guard
 * machine_syscall           a system call with up to six arguments. The result is the kernel's:
 *                           -errno on failure; errno does not change
 * machine_pc                the address of the instruction that a signal interrupted; context:
 *                           third argument of a handler. 0: not known how to find it here
 *
 * And what their frames.h have in common, which includes it, too. */
#ifndef GPTUI_ARCH_CPU_H
#define GPTUI_ARCH_CPU_H

#include <stdint.h>
#include <ucontext.h>

/* Defines machine_syscall: an instruction that takes a number and arguments in these registers, and
 * leaves the result in that of the first one. */
#define MACHINE_SYSCALL(instruction, n, first, r0, r1, r2, r3, r4, r5)                             \
    static inline long machine_syscall(long number, const long arg[6])                             \
    {                                                                                              \
        register long a0 __asm__(r0) = (first);                                                    \
        register long a1 __asm__(r1) = arg[1];                                                     \
        register long a2 __asm__(r2) = arg[2];                                                     \
        register long a3 __asm__(r3) = arg[3];                                                     \
        register long a4 __asm__(r4) = arg[4];                                                     \
        register long a5 __asm__(r5) = arg[5];                                                     \
        register long call __asm__(n) = number;                                                    \
        __asm__ volatile(instruction                                                               \
                         : "+r"(a0)                                                                \
                         : "r"(call), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)                  \
                         : "memory");                                                              \
        return a0;                                                                                 \
    }

/* Defines machine_pc by the member of what the system saved. */
#define MACHINE_PC(member)                                                                         \
    static inline uintptr_t machine_pc(const void *context)                                        \
    {                                                                                              \
        return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.member;                       \
    }

/* Defines frames_of, for who knows struct walk_place: the expressions say where `registers`, what
 * the system saved, has these. */
#define FRAMES_OF(pc_, sp_, fp_, link_)                                                            \
    static inline void frames_of(const void *context, struct walk_place *place)                    \
    {                                                                                              \
        const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;                 \
        *place = (struct walk_place){.pc = (uintptr_t)(pc_),                                       \
                                     .sp = (uintptr_t)(sp_),                                       \
                                     .fp = (uintptr_t)(fp_),                                       \
                                     .link = (uintptr_t)(link_),                                   \
                                     .is_exact = true};                                            \
    }

#endif
