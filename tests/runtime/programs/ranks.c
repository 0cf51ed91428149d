/* SPDX-License-Identifier: MIT */
/* A rank of a parallel job: `work` calls `leaf` 1000 times for each rank up to its own, and is
 * called once. Arguments, each a letter and a number:
 *     dN  wait before MPI_Finalize: up to 30 ms, by rank and N
 *     wR  rank R waits until all others have written profiles of their own
 *     aR  rank R calls MPI_Abort            sN  take N samples
 *     kR  rank R kills itself               lN  all call `leaf` N times after MPI_Finalize
 *     tN  N threads (OpenMP's) call `leaf`, too
 *     cN  work on N ms of CPU time          mN  all wait for each other */
#include <mpi.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "sample.h"

static int rank, size;
static volatile unsigned sum;

static __attribute__((noinline)) void leaf(unsigned i)
{
    sum += i;
}

static __attribute__((noinline)) void work(void)
{
    for (unsigned i = 0; i < 1000u * (unsigned)(rank + 1); i++)
        leaf(i);
}

static __attribute__((noinline)) void burn(long ms)
{
    struct timespec now;
    do {
        for (unsigned i = 0; i < 10000; i++)
            sum += i;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    } while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

static void threads(int n)
{
#pragma omp parallel for num_threads(n)
    for (int i = 0; i < 1000 * n; i++)
        leaf((unsigned)i);
}

/* What others have written, whole. */
static int count_runs(void)
{
    glob_t found;
    int n = glob("gmon.out.d/*.run", 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
    n += access("gmon.out.run", F_OK) == 0;
    globfree(&found);
    return n;
}

static void do_one(const char *what)
{
    int n = atoi(what + 1);
    if (what[0] == 'd')
        usleep((unsigned)((rank + 1) * 7919 + n * 104729) % 30000);
    while (what[0] == 'w' && n == rank && count_runs() < size - 1)
        usleep(10000);
    if (what[0] == 'a' && n == rank)
        MPI_Abort(MPI_COMM_WORLD, 7);
    if (what[0] == 'k' && n == rank)
        raise(SIGKILL);
    if (what[0] == 't')
        threads(n);
    if (what[0] == 'm')
        MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; what[0] == 's' && i < n; i++)
        gptui_rt_sample();
    if (what[0] == 'c')
        burn(n);
}

int main(int argc, char **argv)
{
    int late = 0, provided;
    if (argc % 2)
        MPI_Init(&argc, &argv);
    else
        MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    work();
    for (int i = 1; i < argc; i++) {
        do_one(argv[i]);
        late += argv[i][0] == 'l' ? atoi(argv[i] + 1) : 0;
    }
    MPI_Finalize();
    for (int i = 0; i < late; i++)
        leaf((unsigned)i);
    return 0;
}
