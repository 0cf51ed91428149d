/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel KIND MS [THREADS]: each thread uses so much CPU time, most of it in the kernel, and prints
 * how much of it each function had: "FUNCTION SECONDS", by the thread's CPU clock. read: arithmetic
 * in user(), system calls in kern(). fault: page faults in fault(). share: calls in most() and
 * least(), three of the one for one of the other. sleep: a little of user(), then a short sleep.
 * libc: as read, in read() of libc. short: threads that each live for half a millisecond in user().
 * spin: user() alone. idle: it, in a thread that blocks all signals, beside THREADS that do
 * nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

enum { READ_BYTES = 1 << 22, FAULT_PAGES = 64, N_FUNCTIONS = 5 };

static const char *const names[N_FUNCTIONS] = {"user", "kern", "most", "least", "fault"};
static long long used_ns[N_FUNCTIONS];
static long long clock_ns;
static int zero;
static char *buffer;

static long long now_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* A system call in the function that makes it, where that is easily said. */
static inline __attribute__((always_inline)) long call_kernel(size_t bytes)
{
#if defined __x86_64__ && defined __LP64__
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_read), "D"((long)zero), "S"(buffer), "d"(bytes)
                     : "rcx", "r11", "memory");
    return result;
#else
    return read(zero, buffer, bytes);
#endif
}

APART void user(long n)
{
    for (volatile long i = 0; i < n; i++)
        ;
}

APART long kern(size_t bytes)
{
    return call_kernel(bytes);
}

APART long most(size_t bytes)
{
    return call_kernel(bytes) + 1;
}

APART long least(size_t bytes)
{
    return call_kernel(bytes) + 2;
}

APART void fault(void)
{
    for (long i = 0; i < FAULT_PAGES; i++)
        ((volatile char *)buffer)[i * 4096] = 1;
}

/* What one look at the clock takes. */
static long long cost_of_clock(void)
{
    long long begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < 1000; i++)
        now_ns(CLOCK_THREAD_CPUTIME_ID);
    return (now_ns(CLOCK_THREAD_CPUTIME_ID) - begin) / 1000;
}

/* Adds what the calling thread used since `before` to a function's. */
static long long add(int function, long long before)
{
    long long now = now_ns(CLOCK_THREAD_CPUTIME_ID);
    __atomic_fetch_add(&used_ns[function], now - before - clock_ns, __ATOMIC_RELAXED);
    return now;
}

/* A length around n that changes each time: no clock must keep step with the program. */
static long about(long n)
{
    static _Thread_local unsigned seed = 1;
    seed = seed * 1103515245 + 12345;
    return n / 2 + (long)(seed >> 16) % n;
}

static void round_of(const char *kind)
{
    long long t = now_ns(CLOCK_THREAD_CPUTIME_ID);
    if (strcmp(kind, "share") == 0) {
        for (int i = 0; i < 3; i++)
            most((size_t)about(READ_BYTES / 4));
        t = add(2, t);
        least((size_t)about(READ_BYTES / 4));
        add(3, t);
        return;
    }
    user(about(60000));
    t = add(0, t);
    if (strcmp(kind, "sleep") == 0) {
        usleep((unsigned)about(200));
    } else if (strcmp(kind, "fault") == 0) {
        fault();
        add(4, t);
        madvise(buffer, FAULT_PAGES * 4096, MADV_DONTNEED);
    } else if (strcmp(kind, "read") == 0) {
        kern((size_t)about(READ_BYTES / 2));
        add(1, t);
    } else if (strcmp(kind, "libc") == 0) {
        if (read(zero, buffer, (size_t)about(READ_BYTES / 2)) < 0)
            exit(2);
        add(1, t);
    }
}

static const char *kind;
static long long end_ns;

static void *work(void *unused)
{
    long long begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
    while (now_ns(CLOCK_THREAD_CPUTIME_ID) - begin < end_ns)
        round_of(kind);
    return unused;
}

static void *work_briefly(void *unused)
{
    long long begin = now_ns(CLOCK_THREAD_CPUTIME_ID);
    while (add(0, begin) - begin < 500000) {
        __atomic_fetch_sub(&used_ns[0], now_ns(CLOCK_THREAD_CPUTIME_ID) - begin, __ATOMIC_RELAXED);
        user(20000);
    }
    return unused;
}

static void *rest(void *unused)
{
    while (poll(NULL, 0, -1))
        ;
    return unused;
}

static void run_beside_idle(int n)
{
    pthread_t thread;
    unsigned long all[16];
    for (int i = 0; i < n; i++)
        pthread_create(&thread, NULL, rest, NULL);
    memset(all, 255, sizeof all);
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, 8);
    work(NULL);
}

static void run_threads(void *(*run)(void *), int n)
{
    pthread_t thread[64];
    for (int i = 0; i < n; i++)
        pthread_create(&thread[i], NULL, run, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    int n = argc > 3 ? atoi(argv[3]) : 0;
    if (argc < 3 || n > 64)
        return 2;
    kind = argv[1];
    end_ns = atol(argv[2]) * 1000000LL;
    clock_ns = cost_of_clock();
    zero = open("/dev/zero", O_RDONLY);
    buffer = mmap(NULL, READ_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zero < 0 || buffer == MAP_FAILED)
        return 2;
    if (strcmp(kind, "fault") != 0)
        memset(buffer, 1, READ_BYTES);
    else
        madvise(buffer, READ_BYTES, MADV_NOHUGEPAGE);
    if (strcmp(kind, "short") == 0)
        while (used_ns[0] < end_ns)
            run_threads(work_briefly, 4);
    else if (strcmp(kind, "idle") == 0)
        run_beside_idle(n);
    else if (n > 0)
        run_threads(work, n);
    else
        work(NULL);
    for (int i = 0; i < N_FUNCTIONS; i++)
        if (used_ns[i])
            printf("%s %.3f\n", names[i], (double)used_ns[i] * 1e-9);
    return 0;
}
