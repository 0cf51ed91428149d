/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loops US MS: a loop of about US microseconds of CPU time, of which arithmetic(), reads() and
 * faults() each have about a third, for MS milliseconds. Prints what each had: "FUNCTION SECONDS".
 *
 * By real time without the turns of other programs: whoever reads his CPU clock on a busy machine
 * may lose the processor by that, at the same places again and again and before the tick that
 * samples. Time is read after some steps, of about 20 microseconds; a tenth of a millisecond
 * between two looks was not ours. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define APART __attribute__((noinline))

enum { N_PARTS = 3, PAGES = 64, PAGE_BYTES = 4096, READ_BYTES = 16384, LOOK_NS = 20000 };

static char *memory;
static char buffer[READ_BYTES];
static int zero;

APART static void arithmetic(long n)
{
    for (volatile long i = 0; i < 100 * n; i++)
        ;
}

APART static void reads(long n)
{
    for (long i = 0; i < n; i++)
        if (read(zero, buffer, sizeof buffer) < 0)
            exit(2);
}

APART static void faults(long n)
{
    static long at;
    for (long i = 0; i < n; i++, at++) {
        if (at % PAGES == 0)
            madvise(memory, (size_t)PAGES * PAGE_BYTES, MADV_DONTNEED);
        ((volatile char *)memory)[at % PAGES * PAGE_BYTES] = 1;
    }
}

static const struct {
    char name[12];
    void (*run)(long n);
} parts[N_PARTS] = {{"arithmetic", arithmetic}, {"reads", reads}, {"faults", faults}};

static long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* How many steps take so long: by the fastest of some tries. */
static long steps(int part, long long ns)
{
    enum { TRIES = 20, STEPS = 50 };
    long long best = 1000000000;
    for (int i = 0; i < TRIES; i++) {
        long long before = now_ns();
        parts[part].run(STEPS);
        long long used = now_ns() - before;
        best = used < best ? used : best;
    }
    long n = (long)(ns * STEPS / (best > 0 ? best : 1));
    return n > 0 ? n : 1;
}

/* Runs n steps, and adds what they took. */
static void run(int part, long n, long look, long long *used_ns)
{
    enum { TURN_NS = 5 * LOOK_NS };
    for (long long before = now_ns(); n > 0; n -= look) {
        parts[part].run(n < look ? n : look);
        long long now = now_ns(), ns = now - before;
        *used_ns += ns < TURN_NS ? ns : LOOK_NS;
        before = now;
    }
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    long long part_ns = atol(argv[1]) * 1000LL / N_PARTS, end_ns = atol(argv[2]) * 1000000LL,
              used_ns[N_PARTS] = {0};
    long n[N_PARTS], look[N_PARTS];
    zero = open("/dev/zero", O_RDONLY);
    memory = mmap(NULL, (size_t)PAGES * PAGE_BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (zero < 0 || memory == MAP_FAILED)
        return 2;
    madvise(memory, (size_t)PAGES * PAGE_BYTES, MADV_NOHUGEPAGE);
    for (int i = 0; i < N_PARTS; i++) {
        n[i] = steps(i, part_ns);
        look[i] = steps(i, LOOK_NS);
    }
    while (used_ns[0] + used_ns[1] + used_ns[2] < end_ns)
        for (int i = 0; i < N_PARTS; i++)
            run(i, n[i], look[i], &used_ns[i]);
    for (int i = 0; i < N_PARTS; i++)
        printf("%s %.4f\n", parts[i].name, (double)used_ns[i] * 1e-9);
    return 0;
}
