/* SPDX-License-Identifier: GPL-3.0-or-later */
/* handlers: linked beside the runtime's objects with -Wl,--wrap=signals_init, measures by the
 * thread's own CPU clock what the runtime's signal handler takes, and prints at the end to standard
 * error: nanoseconds of the main thread, those in the handler, how often it ran, and nanoseconds of
 * other threads. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef void handler(int, siginfo_t *, void *);
void __real_signals_init(handler *h);
void __wrap_signals_init(handler *h);

static handler *real;
static _Atomic uint64_t spent_ns, n_signals;

static uint64_t now_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void timed(int number, siginfo_t *info, void *context)
{
    uint64_t begun = now_ns(CLOCK_THREAD_CPUTIME_ID);
    real(number, info, context);
    spent_ns += now_ns(CLOCK_THREAD_CPUTIME_ID) - begun;
    n_signals++;
}

void __wrap_signals_init(handler *h)
{
    real = h;
    __real_signals_init(timed);
}

__attribute__((destructor)) static void report(void)
{
    uint64_t main_ns = now_ns(CLOCK_THREAD_CPUTIME_ID), all_ns = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    fprintf(stderr, "%llu %llu %llu %llu\n", (unsigned long long)main_ns,
            (unsigned long long)spent_ns, (unsigned long long)n_signals,
            (unsigned long long)(all_ns > main_ns ? all_ns - main_ns : 0));
}
