/* SPDX-License-Identifier: MIT */
/* library: the MPI library that the program runs with, whichever it is: what of it is used here.
 *
 * Built without mpi.h. Two ABIs are known: that of Open MPI, whose handles are addresses of its own
 * objects, and that of MPICH, Intel MPI, MVAPICH and Cray MPICH, whose handles are numbers. */
#ifndef GPTUI_RUNTIME_MPI_LIBRARY_H
#define GPTUI_RUNTIME_MPI_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

enum mpi_abi { MPI_UNKNOWN, MPI_ADDRESSES, MPI_NUMBERS };

/* A communicator, datatype, request, ... */
union mpi_handle {
    int number;
    void *address;
};

/* The functions that are called, by their names without MPI_. */
enum mpi_function {
    MPI_COMM_GET_PARENT,
    MPI_COMM_RANK,
    MPI_COMM_SIZE,
    MPI_COMM_SPLIT,
    MPI_COMM_SET_ERRHANDLER,
    MPI_BCAST,
    MPI_ISEND,
    MPI_IRECV,
    MPI_IPROBE,
    MPI_TEST,
    MPI_TESTANY,
    MPI_CANCEL,
    MPI_INITIALIZED,
    MPI_FINALIZED,
    N_MPI_FUNCTIONS
};

enum { MPI_REQUESTS_MOST = 32 }; /* that are looked at together */

struct mpi {
    enum mpi_abi abi;
    union mpi_handle world, no_comm, byte, errors_return;
    void *no_status;
    void *at[N_MPI_FUNCTIONS];
};

/* The function or object that would be found if this library were not there; NULL: none. Libraries
 * that were opened for themselves alone are searched, too. Not for handlers. */
void *mpi_next(const char *name);

/* Finds out which library it is. False: none that is known; mpi->abi is MPI_UNKNOWN then. */
bool mpi_find(struct mpi *mpi);

/* Between MPI_Init and MPI_Finalize? mpi_find() need not have been called. */
bool mpi_is_on(void);

/* As in MPI; false: it failed. */
bool mpi_rank(const struct mpi *mpi, union mpi_handle comm, int *rank);
bool mpi_size(const struct mpi *mpi, union mpi_handle comm, int *size);

/* Was the job started by another one's MPI_Comm_spawn? */
bool mpi_is_spawned(const struct mpi *mpi);

/* All ranks of comm call them. Those that give the same color get a communicator of their own, in
 * the order of their ranks, on which errors are reported and not fatal. */
bool mpi_split(const struct mpi *mpi, union mpi_handle comm, int color, union mpi_handle *own);
bool mpi_bcast(const struct mpi *mpi, union mpi_handle comm, void *bytes, int n, int root);

/* None of these waits. Until mpi_test() says that a request is done, the bytes belong to the
 * library. */
bool mpi_isend(const struct mpi *mpi, union mpi_handle comm, const void *bytes, int n, int to,
               int tag, union mpi_handle *request);
bool mpi_irecv(const struct mpi *mpi, union mpi_handle comm, void *bytes, int n, int from, int tag,
               union mpi_handle *request);
bool mpi_iprobe(const struct mpi *mpi, union mpi_handle comm, int from, int tag, bool *is_there);
bool mpi_test(const struct mpi *mpi, union mpi_handle *request, bool *is_done);

/* Which of n requests, 1 to MPI_REQUESTS_MOST, is done? -1: none yet. One look at the network for
 * all. */
bool mpi_test_any(const struct mpi *mpi, union mpi_handle *const requests[], int n, int *which);

/* Takes back what is to be received and has not come. */
void mpi_cancel(const struct mpi *mpi, union mpi_handle *request);

#endif
