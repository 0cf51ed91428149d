/* SPDX-License-Identifier: MIT */
/* library: the MPI library that the program runs with, whichever it is: what of it is used here.
 *
 * Built without mpi.h. Two ABIs are known: that of Open MPI, whose handles are addresses of its own
 * objects, and that of MPICH, Intel MPI, MVAPICH and Cray MPICH, whose handles are numbers. The
 * machines of arch/ hand over an int as they do an address, so that one type is enough for both. */
#ifndef GPTUI_RUNTIME_MPI_LIBRARY_H
#define GPTUI_RUNTIME_MPI_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* What the library fills in and looks at by its address: a new communicator, a request. */
union mpi_object {
    int number;
    void *address;
};

/* All functions return 0, or say that they failed. */
struct mpi {
    bool has_numbers;
    void *world, *no_comm, *byte, *errors_return, *no_status;
    int (*comm_get_parent)(union mpi_object *parent);
    int (*comm_rank)(void *comm, int *rank);
    int (*comm_size)(void *comm, int *size);
    int (*comm_split)(void *comm, int color, int key, union mpi_object *own);
    int (*comm_set_errhandler)(void *comm, void *handler);
    int (*bcast)(void *bytes, int n, void *type, int root, void *comm);
    int (*isend)(const void *bytes, int n, void *type, int to, int tag, void *comm,
                 union mpi_object *request);
    int (*irecv)(void *bytes, int n, void *type, int from, int tag, void *comm,
                 union mpi_object *request);
    int (*test)(union mpi_object *request, int *is_done, void *status);
    int (*cancel)(union mpi_object *request);
};

/* The function or object that would be found if this library were not there; NULL: none. Libraries
 * that were opened for themselves alone are searched, too. Not for handlers. */
void *mpi_next(const char *name);

/* Finds out which library it is. False: none that is known. */
bool mpi_find(struct mpi *mpi);

/* Between MPI_Init and MPI_Finalize? mpi_find() need not have been called. */
bool mpi_is_on(void);

/* What stands for a communicator as an argument. */
void *mpi_handle(const struct mpi *mpi, union mpi_object comm);

#endif
