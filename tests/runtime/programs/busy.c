/* SPDX-License-Identifier: GPL-3.0-or-later */
/* busy spin THREADS MS: each thread uses MS milliseconds of its CPU time.
 * busy late MS: a thread does so while no signal finds it, and for as long again.
 * busy wait MS: waits so long, in a function called hang, and prints how often it was interrupted.
 * busy call TIMES: calls a function that does nothing so often.
 * busy touch PAGES: writes to PAGES new pages. */
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

/* Between two looks at a clock of CPU time, in iterations: some ticks. Who looks often is found
 * seldom on a busy machine, see CLOCKS in gptui_rt(3). */
enum { SELDOM = 40000000 };

__attribute__((noinline)) void *spin(void *ms)
{
    struct timespec now;
    do {
        for (volatile int i = 0; i < SELDOM; i++)
            ;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < (long)ms);
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
    end.tv_sec += ms / 1000;
    end.tv_nsec += ms % 1000 * 1000000;
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

static void call_often(long n_times)
{
    for (long i = 0; i < n_times; i++)
        nothing();
}

/* Signals are blocked where nobody sees it. */
static void spin_blocked(long until_ms)
{
    unsigned long all[16];
    memset(all, 255, sizeof all);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, 8);
    spin((void *)until_ms);
    syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, all, NULL, 8);
}

static void *spin_late(void *ms)
{
    spin_blocked((long)ms);
    spin((void *)(2 * (long)ms));
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[64];
    if (argc > 2 && strcmp(argv[1], "late") == 0) {
        pthread_create(&thread[0], NULL, spin_late, (void *)atol(argv[2]));
        pthread_join(thread[0], NULL);
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "touch") == 0) {
        touch_new(atol(argv[2]));
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "call") == 0) {
        call_often(atol(argv[2]));
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "wait") == 0) {
        printf("%ld\n", hang(atol(argv[2])));
        return 0;
    }
    int n = argc > 3 ? atoi(argv[2]) : 0;
    for (int i = 0; i < n && i < 64; i++)
        pthread_create(&thread[i], NULL, spin, (void *)atol(argv[3]));
    for (int i = 0; i < n && i < 64; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
