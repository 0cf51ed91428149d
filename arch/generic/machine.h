/* SPDX-License-Identifier: MIT */
/* machine: for processors without a folder of their own. What C cannot say is done by libc, or not
 * at all. */
#ifndef GPTUI_ARCH_GENERIC_MACHINE_H
#define GPTUI_ARCH_GENERIC_MACHINE_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arch/cpu.h"

static inline long machine_syscall(long number, const long arg[6])
{
    int before = errno;
    long result = syscall(number, arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
    if (result == -1)
        result = -errno;
    errno = before;
    return result;
}

#if defined(__x86_64__)
MACHINE_PC(gregs[16]) /* REG_RIP */
#elif defined(__loongarch__)
MACHINE_PC(__pc)
#elif defined(__mips__)
MACHINE_PC(pc)
#else
static inline uintptr_t machine_pc(const void *context)
{
    return 0;
}
#endif

#endif
