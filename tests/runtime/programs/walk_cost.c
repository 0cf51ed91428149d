/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walk_cost SAMPLES: what one sample costs on ten frames, in nanoseconds, with the walk and the
 * node: as the handler does it, over and over from one place. Linked with the objects of the
 * runtime. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#include "runtime/paths.h"
#include "runtime/sampling.h"

static long n_samples;
static volatile int sink;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

__attribute__((noinline)) static void sample(void)
{
    ucontext_t here;
    getcontext(&here);
    double begun = now_ns();
    for (long i = 0; i < n_samples; i++)
        paths_hit(&here, 1);
    printf("%.0f\n", (now_ns() - begun) / (double)n_samples);
    sink++;
}

#define CALLS(name, callee)                                                                        \
    __attribute__((noinline)) static void name(void)                                               \
    {                                                                                              \
        callee();                                                                                  \
        sink++;                                                                                    \
    }
CALLS(f2, sample)
CALLS(f3, f2)
CALLS(f4, f3)
CALLS(f5, f4)
CALLS(f6, f5)
CALLS(f7, f6)
CALLS(f8, f7)
CALLS(f9, f8)

int main(int argc, char **argv)
{
    n_samples = argc > 1 ? atol(argv[1]) : 1000000;
    f9();
    return 0;
}
