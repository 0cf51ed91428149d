/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mpi_rows: what share of a function's time is inside MPI: one place for its numbers and words. */
#ifndef GPTUI_VIEW_ROWS_MPI_ROWS_H
#define GPTUI_VIEW_ROWS_MPI_ROWS_H

#include <stdint.h>

#include "core/base/attr.h"
#include "core/view/context.h"

/* What one function spends in one of MPI's. */
struct mpi_share {
    sym_id from;
    const char *callee; /* MPI_Waitall: n_callee bytes, the image's */
    int n_callee;
    double ticks, wait; /* of samples, and of waiting time */
    double pct;         /* of all time of from, with what it calls and waits for */
};

struct mpi_share mpi_share_of(const struct analysis *a, const struct mpi_caller_time *call);

/* Append "62.0% of the wall time of exchange() is MPI_Waitall, 12.1% MPI_Barrier", of s the n_most
 * longest; nothing if it spends none there. Without the waits of threads it is "of the time". */
void text_mpi(struct text *t, const struct view_context *v, sym_id s, uint32_t n_most);

/* The functions that spend most time inside MPI, the first one most: n_most at most, malloc'ed. */
sym_id *mpi_callers(const struct analysis *a, uint32_t n_most, uint32_t *n) ATTR_MUST_USE;

#endif
