/* SPDX-License-Identifier: MIT */
/* job: the ranks of a parallel job write one profile together, at MPI_Finalize (gptui_rt(3)).
 *
 *     MPI_Init      job_begin()    a communicator for those who run one program; the run's name
 *     MPI_Finalize  job_finish()   tables are united; rank 0 writes
 *                   job_resume()   from now on counts are late
 *     MPI_Abort     job_abort()    this rank writes its own, at once
 *
 * A rank whose tables were not taken writes a file of its own, as a program without MPI does. */
#ifndef GPTUI_RUNTIME_MPI_JOB_H
#define GPTUI_RUNTIME_MPI_JOB_H

#include <stdbool.h>

/* MPI libraries call their own functions by the names that stand before them: is this the outermost
 * call? Each is followed by job_leave(). */
bool job_enter(void);
void job_leave(void);

/* All ranks call it, after MPI_Init and before MPI_Finalize. */
void job_begin(void);
void job_finish(void);

/* After the library's own MPI_Finalize, of which nothing is counted once tables are united: what it
 * takes there is no part of the program's work. */
void job_resume(void);

void job_abort(void);

#endif
