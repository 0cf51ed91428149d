/* SPDX-License-Identifier: MIT */
/* A rank of a parallel job that asks for samples (sample.h): 10 for each rank up to its own beside
 * MPI, 30 in what MPI calls back, which is inside it, and 7 in a thread that never calls MPI. */
#include <mpi.h>
#include <pthread.h>

#include "sample.h"

static __attribute__((noinline)) void take(int n)
{
    for (int i = 0; i < n; i++)
        gptui_rt_sample();
    __asm__ volatile("");
}

static void reduce(void *from, void *to, int *n, MPI_Datatype *type)
{
    *(int *)to += *(int *)from + *n + !type;
    take(30);
    __asm__ volatile(""); /* no jump: it is on the path */
}

static void *beside(void *arg)
{
    take(7);
    return arg;
}

int main(int argc, char **argv)
{
    int rank, from = 1, to = 2;
    pthread_t thread;
    MPI_Op op;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    take(10 * (rank + 1));
    pthread_create(&thread, NULL, beside, NULL);
    pthread_join(thread, NULL);
    MPI_Op_create(reduce, 1, &op);
    MPI_Reduce_local(&from, &to, 1, MPI_INT, op);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
