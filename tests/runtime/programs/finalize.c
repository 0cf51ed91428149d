/* SPDX-License-Identifier: MIT */
/* What a job of MPI takes at its end: prints, in microseconds, a bare MPI_Allreduce of argv[1]
 * bytes (median of 11), and MPI_Finalize. Calls functions a million times before that. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 11 };

static volatile unsigned sum;

static __attribute__((noinline)) void leaf(unsigned i)
{
    sum += i;
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

int main(int argc, char **argv)
{
    int rank, n = argc > 1 ? atoi(argv[1]) : 1000;
    double us[ROUNDS];
    char *from = calloc(1, (size_t)n), *to = calloc(1, (size_t)n);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (unsigned i = 0; i < 1000000; i++)
        leaf(i);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = now_us();
        MPI_Allreduce(from, to, n, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD);
        us[i] = now_us() - begin;
    }
    qsort(us, ROUNDS, sizeof *us, by_size);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = now_us();
    MPI_Finalize();
    if (rank == 0)
        printf("%.0f %.0f\n", us[ROUNDS / 2], now_us() - begin);
    free(from);
    free(to);
    return 0;
}
