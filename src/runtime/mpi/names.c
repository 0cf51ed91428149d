/* SPDX-License-Identifier: MIT */
/* names: the functions of MPI that stand before the library's, by all names that C and Fortran
 * programs call them by: mpif.h and the module mpi, with what compilers make of a name, and the
 * module mpi_f08. Each passes on to the library's function of that very name, which may call one of
 * the others in its turn: job_enter() tells the outermost call. */
#include "runtime/mpi/job.h"
#include "runtime/mpi/library.h"

#define EXPORT __attribute__((visibility("default")))

union mpi_next_function {
    void *at;
    int (*init)(int *, char ***);
    int (*init_thread)(int *, char ***, int, int *);
    int (*finalize)(void);
    int (*abort)(void *, int);
    void (*fortran)(void *, void *, void *);
};

enum { FAILED = 16 }; /* MPI_ERR_OTHER, or a class next to it */

static union mpi_next_function next(const char *name)
{
    return (union mpi_next_function){mpi_next(name)};
}

/* ---- C ---- */

EXPORT int MPI_Init(int *argc, char ***argv);
EXPORT int MPI_Init_thread(int *argc, char ***argv, int required, int *provided);
EXPORT int MPI_Finalize(void);
EXPORT int MPI_Abort(void *comm, int error);

int MPI_Init(int *argc, char ***argv)
{
    union mpi_next_function mpi = next("MPI_Init");
    bool is_outermost = job_enter();
    int failed = mpi.at ? mpi.init(argc, argv) : FAILED;
    if (is_outermost)
        job_begin();
    job_leave();
    return failed;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    union mpi_next_function mpi = next("MPI_Init_thread");
    bool is_outermost = job_enter();
    int failed = mpi.at ? mpi.init_thread(argc, argv, required, provided) : FAILED;
    if (is_outermost)
        job_begin();
    job_leave();
    return failed;
}

int MPI_Finalize(void)
{
    union mpi_next_function mpi = next("MPI_Finalize");
    bool is_outermost = job_enter();
    if (is_outermost)
        job_finish();
    int failed = mpi.at ? mpi.finalize() : FAILED;
    if (is_outermost)
        job_resume();
    job_leave();
    return failed;
}

/* comm: of either ABI; both are passed on alike. */
int MPI_Abort(void *comm, int error)
{
    union mpi_next_function mpi = next("MPI_Abort");
    if (job_enter())
        job_abort();
    int failed = mpi.at ? mpi.abort(comm, error) : FAILED;
    job_leave();
    return failed;
}

/* ---- Fortran ---- */

/* Arguments are addresses; passing on more than a function has does no harm. */
static void pass_on(const char *name, void *a, void *b, void *c)
{
    union mpi_next_function mpi = next(name);
    if (mpi.at)
        mpi.fortran(a, b, c);
}

static void init(const char *name, void *a, void *b, void *c)
{
    bool is_outermost = job_enter();
    pass_on(name, a, b, c);
    if (is_outermost)
        job_begin();
    job_leave();
}

static void finalize(const char *name, void *a, void *b, void *c)
{
    bool is_outermost = job_enter();
    if (is_outermost)
        job_finish();
    pass_on(name, a, b, c);
    if (is_outermost)
        job_resume();
    job_leave();
}

static void abort_job(const char *name, void *a, void *b, void *c)
{
    if (job_enter())
        job_abort();
    pass_on(name, a, b, c);
    job_leave();
}

#define FORTRAN_NAME(what, name, arguments, values)                                                \
    EXPORT void name arguments;                                                                    \
    void name arguments                                                                            \
    {                                                                                              \
        what(#name, values);                                                                       \
    }
#define VALUES_1              a, NULL, NULL
#define VALUES_3              a, b, c
#define FORTRAN_1(what, name) FORTRAN_NAME(what, name, (void *a), VALUES_1)
#define FORTRAN_3(what, name) FORTRAN_NAME(what, name, (void *a, void *b, void *c), VALUES_3)

/* What compilers make of it: gfortran and most others add one underscore. */
#define FORTRAN_NAMES(with, what, lower, upper)                                                    \
    with(what, lower) with(what, lower##_) with(what, lower##__) with(what, upper)                 \
        with(what, lower##_f08_)

FORTRAN_NAMES(FORTRAN_1, init, mpi_init, MPI_INIT)
FORTRAN_NAMES(FORTRAN_3, init, mpi_init_thread, MPI_INIT_THREAD)
FORTRAN_NAMES(FORTRAN_1, finalize, mpi_finalize, MPI_FINALIZE)
FORTRAN_NAMES(FORTRAN_3, abort_job, mpi_abort, MPI_ABORT)
