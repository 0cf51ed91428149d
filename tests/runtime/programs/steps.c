/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "steps.h"

#include <string.h>

#define STEPS_APART __attribute__((noinline, no_instrument_function))

static __thread struct {
    unsigned long n_steps;
    unsigned n, n_raised;
    int raised; /* a signal */
    int is_on;
    long taken;
} steps;

STEPS_APART int steps_turn(void)
{
    if (!steps.is_on)
        return 0;
    steps.n_steps++;
    if (steps.raised && steps.n_steps % steps.n_raised == 0)
        syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), steps.raised);
    int is_turn = steps.n_steps % steps.n == 0;
    steps.taken += is_turn;
    return is_turn;
}

#if defined __x86_64__ || defined __i386__
/* What is sent here waits until this handler returns, and interrupts what it did. */
STEPS_APART static void on_trap(int number)
{
    enum { MASK_BYTES = 8 };
    unsigned long next = steps.n_steps + 1, all[64 / sizeof(long)];
    (void)number;
    memset(all, 255, sizeof all);
    if (next % steps.n == 0 || (steps.raised && next % steps.n_raised == 0))
        syscall(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, MASK_BYTES);
    if (steps_turn())
        gptui_rt_sample();
}

#ifdef __x86_64__
#define READ_FLAGS  __builtin_ia32_readeflags_u64
#define WRITE_FLAGS __builtin_ia32_writeeflags_u64
#else
#define READ_FLAGS  __builtin_ia32_readeflags_u32
#define WRITE_FLAGS __builtin_ia32_writeeflags_u32
#endif

STEPS_APART static void trap(int is_on)
{
    enum { TRAPS = 0x100 };
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_trap;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTRAP, &action, NULL);
    WRITE_FLAGS(is_on ? READ_FLAGS() | TRAPS : READ_FLAGS() & ~(unsigned)TRAPS);
}
#else
static void trap(int is_on)
{
    (void)is_on;
}
#endif

STEPS_APART void steps_begin(unsigned n)
{
    steps.n = n;
    steps.is_on = 1;
    trap(1);
}

STEPS_APART void steps_end(void)
{
    trap(0);
    steps.is_on = 0;
}

STEPS_APART long steps_taken(void)
{
    return steps.taken;
}

STEPS_APART void steps_raise(int number, unsigned n)
{
    steps.n_raised = n;
    steps.raised = number;
}
