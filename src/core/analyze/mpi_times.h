/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/mpi_times: time inside MPI, by the functions that call it.
 *
 * Code of MPI libraries has no frames, so their functions are not on call paths (model/profile.h).
 * But a path says at which call its frames are, and the program's code says whom it calls there: a
 * stub of MPI_Waitall. All that lies below such a call is time inside MPI_Waitall. */
#ifndef GPTUI_ANALYZE_MPI_TIMES_H
#define GPTUI_ANALYZE_MPI_TIMES_H

#include <stdint.h>

#include "core/analyze/path_times.h"
#include "core/base/attr.h"
#include "core/base/mem.h"
#include "core/load/code/code.h"
#include "core/model/symbol.h"

/* What one function spends in one function of MPI, through all of its calls of it. */
struct mpi_caller_time {
    sym_id from, to; /* to: a stub */
    double ticks;    /* of samples */
    double wait;     /* ticks of waiting time, as path_times.wait */
};

struct mpi_times {
    struct arena memory;       /* owns what the rest points to */
    struct mpi_caller_time *v; /* by caller, of one the longest first */
    uint32_t n;                /* 0: no time there, or nothing is known */
};

/* Where the code cannot be read n is 0. In steps nearly proportional to the frames of the paths
 * and the code of their functions. Release it with arena_object_free. */
struct mpi_times *mpi_times_new(const struct table *t, const struct path_times *paths,
                                struct code *code) ATTR_MUST_USE;

/* The calls of s: the first one, and how many there are. m may be NULL. Logarithmic. */
const struct mpi_caller_time *mpi_times_of(const struct mpi_times *m, sym_id s, uint32_t *n);

#endif
