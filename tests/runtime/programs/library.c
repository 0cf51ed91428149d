/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shared library that calls known functions and takes samples. PREFIX(name): each library has
 * names of its own. */
#include "sample.h"

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

/* Takes n samples. */
ALONE void PREFIX(burn)(int n)
{
    for (int i = 0; i < n; i++)
        gptui_rt_sample();
    __asm__ volatile("# burn");
}

/* Calls back. */
ALONE void PREFIX(back)(void (*call)(void), int n)
{
    for (int i = 0; i < n; i++)
        call();
    __asm__ volatile("# back");
}
