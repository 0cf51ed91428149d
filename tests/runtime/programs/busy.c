/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy spin THREADS N: each thread uses its CPU time until N samples more were taken.
 * busy late: a thread does so for 100 ms, and until a signal waits that it blocks.
 * busy wait MS: waits so long, in a function called hang, and prints how often it was interrupted.
 * busy call N: calls a function that does nothing until N samples were taken.
 * busy touch PAGES: writes to PAGES new pages.
 * Samples are counted by the runtime for tests. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

__attribute__((weak)) unsigned long long gptui_rt_samples(void);

__attribute__((noinline)) void *spin(void *n)
{
    for (const unsigned long long end = gptui_rt_samples() + (unsigned long)n;
         gptui_rt_samples() < end;)
        for (volatile int i = 0; i < 100000; i++)
            ;
    return NULL;
}

__attribute__((noinline)) void touch(char *memory, long n_pages)
{
    for (long i = 0; i < n_pages; i++)
        ((volatile char *)memory)[i * 4096] = 1;
}

static void touch_new(long n_pages)
{
    char *memory = mmap(NULL, (size_t)n_pages * 4096, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || madvise(memory, (size_t)n_pages * 4096, MADV_NOHUGEPAGE) != 0)
        exit(3);
    touch(memory, n_pages);
}

/* Until then, however often a signal comes. */
__attribute__((noinline)) long hang(long ms)
{
    long n_interrupted = 0;
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += ms * 1000000;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL) != 0)
        n_interrupted++;
    return n_interrupted;
}

__attribute__((noinline)) static void nothing(void)
{
    __asm__ volatile("");
}

static void call_often(unsigned long n)
{
    while (gptui_rt_samples() < n)
        for (int i = 0; i < 100000; i++)
            nothing();
}

/* Signals are blocked where nobody sees it. */
static void *spin_late(void *unused)
{
    unsigned long all[16], waiting = 0;
    struct timespec used;
    memset(all, 255, sizeof all);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, 8);
    do {
        for (volatile int i = 0; i < 10000000; i++)
            ;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
        syscall(SYS_rt_sigpending, &waiting, 8);
    } while (!waiting || (!used.tv_sec && used.tv_nsec < 100000000));
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, all, NULL, 8);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread[64];
    const char *what = argc > 1 ? argv[1] : "", *number = argc > 2 ? argv[2] : "0";
    if (strcmp(what, "late") == 0)
        return pthread_create(&thread[0], NULL, spin_late, NULL) != 0 ||
               pthread_join(thread[0], NULL) != 0;
    if (strcmp(what, "touch") == 0)
        touch_new(atol(number));
    if (strcmp(what, "call") == 0)
        call_often(strtoul(number, NULL, 10));
    if (strcmp(what, "wait") == 0)
        printf("%ld\n", hang(atol(number)));
    const int n = argc > 3 ? atoi(number) : 0;
    for (int i = 0; i < n && i < 64; i++)
        pthread_create(&thread[i], NULL, spin, (void *)atol(argv[3]));
    for (int i = 0; i < n && i < 64; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
