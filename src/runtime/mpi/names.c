/* SPDX-License-Identifier: MIT */
/* names: the functions of MPI that stand before the library's, by all names that C and Fortran
 * programs call them by: mpif.h and the module mpi, with what compilers make of a name, and the
 * module mpi_f08. Each passes on to the library's function of that very name, which may call one of
 * the others in its turn: job_enter() tells the outermost call. */
#include <stddef.h>

#include "runtime/mpi/job.h"
#include "runtime/mpi/library.h"

#define EXPORT __attribute__((visibility("default")))

/* An int or a handle of either ABI is handed over as an address is (runtime/mpi/library.h). Passing
 * on more than a function has does no harm. */
struct mpi_values {
    void *v[4];
};

/* What the outermost call of a function does before the library's, and after it. */
static const struct step {
    void (*before)(void), (*after)(void);
} init = {NULL, job_begin}, finalize = {job_finish, job_resume}, abort_job = {job_abort, NULL};

static int pass_on(const char *name, const struct step *step, struct mpi_values v)
{
    enum { FAILED = 16 }; /* MPI_ERR_OTHER, or a class next to it */
    const union {
        void *at;
        int (*call)(void *a, void *b, void *c, void *d);
    } next = {mpi_next(name)};
    const bool is_outermost = job_enter();
    if (is_outermost && step->before)
        step->before();
    const int failed = next.at ? next.call(v.v[0], v.v[1], v.v[2], v.v[3]) : FAILED;
    if (is_outermost && step->after)
        step->after();
    job_leave();
    return failed;
}

#define NAME(what, name, arguments, ...)                                                           \
    EXPORT int name arguments;                                                                     \
    int name arguments                                                                             \
    {                                                                                              \
        return pass_on(#name, &what, (struct mpi_values){{__VA_ARGS__}});                          \
    }

NAME(init, MPI_Init, (void *a, void *b), a, b)
NAME(init, MPI_Init_thread, (void *a, void *b, void *c, void *d), a, b, c, d)
NAME(finalize, MPI_Finalize, (void), NULL)
NAME(abort_job, MPI_Abort, (void *a, void *b), a, b)

/* Fortran: what compilers make of a name; gfortran and most others add one underscore. What is
 * returned is not looked at. */
#define FORTRAN(what, lower, upper)                                                                \
    NAME(what, lower, (void *a, void *b, void *c), a, b, c)                                        \
    NAME(what, lower##_, (void *a, void *b, void *c), a, b, c)                                     \
    NAME(what, lower##__, (void *a, void *b, void *c), a, b, c)                                    \
    NAME(what, upper, (void *a, void *b, void *c), a, b, c)                                        \
    NAME(what, lower##_f08_, (void *a, void *b, void *c), a, b, c)

FORTRAN(init, mpi_init, MPI_INIT)
FORTRAN(init, mpi_init_thread, MPI_INIT_THREAD)
FORTRAN(finalize, mpi_finalize, MPI_FINALIZE)
FORTRAN(abort_job, mpi_abort, MPI_ABORT)
