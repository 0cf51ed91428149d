/* SPDX-License-Identifier: GPL-3.0-or-later */
/* roomy MS: two functions of unlike cost call a library without frames that has more on its stack
 * than a page, until MS milliseconds of CPU time are used; prints for each its name and
 * its share of the time, callees included, in percent, by the clock at entry and exit. Compiled
 * with LIBRARY it is that library. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define APART __attribute__((noinline))

void roomy_work(int n);

#ifdef LIBRARY

APART void roomy_work(int n)
{
    volatile unsigned words[4096];
    for (int i = 0; i < 4096; i++)
        words[i] = (unsigned)i;
    for (int i = 0; i < n; i++)
        words[i & 4095] = words[(i * 7) & 4095] * 1664525 + 1013904223;
}

#else

static volatile double sum;

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

APART static void dear(void)
{
    roomy_work(300000);
    sum *= 0.5;
}

APART static void cheap(void)
{
    for (int i = 0; i < 5; i++)
        roomy_work(3000);
    sum *= 0.5;
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? (uint64_t)atoi(argv[1]) * 1000000 : 0, begun = cpu_ns(),
             ns[2] = {0, 0};
    while (cpu_ns() - begun < wanted) {
        uint64_t t0 = cpu_ns(), t1;
        dear();
        t1 = cpu_ns();
        cheap();
        ns[0] += t1 - t0;
        ns[1] += cpu_ns() - t1;
    }
    double all = (double)(cpu_ns() - begun);
    printf("dear %.2f\ncheap %.2f\n", 100 * (double)ns[0] / all, 100 * (double)ns[1] / all);
    return 0;
}

#endif
