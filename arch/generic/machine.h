/* SPDX-License-Identifier: MIT */
/* machine: for processors without a folder of their own. What C cannot say is done by libc, or not
 * at all. */
#ifndef GPTUI_ARCH_MACHINE_H
#define GPTUI_ARCH_MACHINE_H

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* A system call with up to six arguments. The result is the kernel's: -errno on failure; errno does
 * not change. */
static inline long machine_syscall(long number, const long arg[6])
{
    int before = errno;
    long result = syscall(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
    if (result == -1)
        result = -errno;
    errno = before;
    return result;
}

/* The address of the instruction that a signal interrupted; context: third argument of a handler.
 * 0: not known how to find it here. */
static inline uintptr_t machine_pc(const void *context)
{
#if defined(__x86_64__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[16]; /* REG_RIP */
#elif defined(__loongarch__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.__pc;
#elif defined(__mips__)
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

#endif
