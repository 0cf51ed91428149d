/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roomy N: two functions of unlike cost call a library without frames that has more on its
 * stack than a page, until N samples are taken (steps.h); prints for each its name and its
 * share of them, callees included, in percent, by those that were taken at entry and exit. Compiled
 * with LIBRARY it is that library. */
#define APART __attribute__((noinline))

void roomy_work(int n);

#ifdef LIBRARY

APART void roomy_work(int n)
{
    volatile unsigned words[4096];
    for (int i = 0; i < 4096; i += 64)
        words[i] = (unsigned)i;
    for (int i = 0; i < n; i++)
        words[i * 64 & 4095] = words[i * 448 & 4095] * 1664525 + 1013904223;
}

#else

#include <stdio.h>
#include <stdlib.h>

#include "steps.c"

static volatile double sum;

APART static void dear(void)
{
    roomy_work(1000);
    sum *= 0.5;
}

APART static void cheap(void)
{
    for (int i = 0; i < 5; i++)
        roomy_work(5);
    sum *= 0.5;
}

int main(int argc, char **argv)
{
    const long wanted = argc > 1 ? atol(argv[1]) : 0;
    long taken[2] = {0, 0};
    steps_begin(97);
    while (steps_taken() < wanted) {
        long first = steps_taken(), second;
        dear();
        second = steps_taken();
        cheap();
        taken[0] += second - first;
        taken[1] += steps_taken() - second;
    }
    steps_end();
    const double all = (double)steps_taken();
    printf("dear %.2f\ncheap %.2f\n", 100 * (double)taken[0] / all, 100 * (double)taken[1] / all);
    return 0;
}

#endif
