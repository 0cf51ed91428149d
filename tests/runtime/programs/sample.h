/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample: gptui_rt_sample() takes a sample of the place where it stands, by the signal and the
 * handler that a timer's samples have. With GPTUI_RT=asked=on, which the runtime's build for tests
 * knows, there are no others: N calls are N samples on any machine, and the CPU time of as many.
 * Without that runtime it does nothing.
 *
 * Compiled where -I or CPATH names the source folder (tests/run). In line, with the system call
 * that sends the signal: what it interrupts is the caller. */
#ifndef GPTUI_TESTS_SAMPLE_H
#define GPTUI_TESTS_SAMPLE_H

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#define IN_LINE static inline __attribute__((always_inline, no_instrument_function, unused))

IN_LINE long machine_syscall(long number, const long arg[6]);

#if defined __x86_64__
#include "arch/x86_64/machine.h"
#elif defined __i386__
#include "arch/i386/machine.h"
#elif defined __aarch64__
#include "arch/aarch64/machine.h"
#elif defined __arm__
#include "arch/arm/machine.h"
#elif defined __riscv
#include "arch/riscv/machine.h"
#elif defined __powerpc64__
#include "arch/ppc/machine.h"
#elif defined __s390x__
#include "arch/s390/machine.h"
#else
#include "arch/generic/machine.h"
#endif

#ifdef __cplusplus
extern "C"
#endif
    __attribute__((weak)) int
    gptui_rt_sample_signal(siginfo_t *info);

IN_LINE void gptui_rt_sample(void)
{
    siginfo_t info = {0};
    const int number = gptui_rt_sample_signal ? gptui_rt_sample_signal(&info) : 0;
    const long send[6] = {getpid(), syscall(SYS_gettid), number, (long)&info};
    if (number)
        machine_syscall(SYS_rt_tgsigqueueinfo, send);
}

#endif
