/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stale: a stack on which addresses of code stand that nothing returns to. */
#ifndef GPTUI_TESTS_STALE_H
#define GPTUI_TESTS_STALE_H

#include <time.h>

#define KEPT __attribute__((noinline, noclone, unused))

KEPT static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

KEPT static void *get_return(void)
{
    return __builtin_return_address(0);
}

/* What stands after a call in it, which libraries could have come from. */
KEPT static void *do_other(void)
{
    void *(*volatile call)(void) = get_return;
    void *after = call();
    __asm__ volatile("" : : "r"(after));
    return after;
}

/* All of the stack that the next function takes. */
KEPT static void leave(void *word)
{
    void *volatile room[512];
    for (size_t i = 0; i < sizeof room / sizeof room[0]; i++)
        room[i] = word;
}

#endif
