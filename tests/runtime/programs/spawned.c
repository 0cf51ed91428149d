/* SPDX-License-Identifier: MIT */
/* A parallel job that starts another one: its ranks call `leaf` 1000 times each, those of the job
 * that they start by MPI_Comm_spawn, argv[1] of this very program, 10 times. */
#include <mpi.h>
#include <stdlib.h>

static volatile unsigned sum;

static __attribute__((noinline)) void leaf(unsigned i)
{
    sum += i;
}

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, argc > 1 ? atoi(argv[1]) : 1, MPI_INFO_NULL, 0,
                       MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
    else
        children = parent;
    for (unsigned i = 0; i < (parent == MPI_COMM_NULL ? 1000 : 10); i++)
        leaf(i);
    MPI_Barrier(children);
    MPI_Comm_disconnect(&children);
    MPI_Finalize();
    return 0;
}
