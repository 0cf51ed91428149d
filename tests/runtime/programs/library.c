/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shared library that calls known functions and spends CPU time. PREFIX(name): each library has
 * names of its own. */
#include <time.h>

#ifndef PREFIX
#define PREFIX(name) lib_##name
#endif
#define ALONE __attribute__((noinline))

ALONE void PREFIX(leaf)(void)
{
    __asm__ volatile("# leaf");
}

/* Calls leaf n times. */
ALONE void PREFIX(work)(int n)
{
    for (int i = 0; i < n; i++)
        PREFIX(leaf)();
    __asm__ volatile("# work");
}

/* At its start and end, if LIFE is a number of calls. */
#ifdef LIFE
__attribute__((constructor)) static void begin(void)
{
    PREFIX(work)(LIFE);
}

__attribute__((destructor)) static void end(void)
{
    PREFIX(work)(LIFE);
}
#endif

/* Wait until the process has used `ms` more milliseconds of CPU time. */
ALONE void PREFIX(burn)(int ms)
{
    clock_t end = clock() + ms * (CLOCKS_PER_SEC / 1000);
    while (clock() < end)
        for (volatile int i = 0; i < 1000000; i++)
            ;
}

/* Calls back. */
ALONE void PREFIX(back)(void (*call)(void), int n)
{
    for (int i = 0; i < n; i++)
        call();
    __asm__ volatile("# back");
}
