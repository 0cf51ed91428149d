/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_rows: the runs of a set as rows, in any order, and what each shows. */
#ifndef GPTUI_VIEW_ROWS_RUN_ROWS_H
#define GPTUI_VIEW_ROWS_RUN_ROWS_H

#include "core/select/row_filter.h"
#include "core/view/context.h"

enum runs_column {
    RUNS_MARKED,
    RUNS_TIME,
    RUNS_OUTLIER,
    RUNS_OFF,
    RUNS_HEAT,
    RUNS_CALLS,
    RUNS_SAMPLES,
    RUNS_WALL,
    RUNS_RANK,
    RUNS_HOST,
    RUNS_PID,
    RUNS_DOCTOR,
    RUNS_NAME,
    N_RUNS_COLUMNS,
};

struct run_rows {
    uint32_t n, n_hidden; /* runs that are rows, and those that a filter keeps out */
    uint32_t *run;        /* row -> run */
};

struct run_order {
    const struct view_context *v; /* of a set of runs */
    const bool *marked;           /* per run; NULL: none is */
    unsigned column;              /* COLUMN_NONE: the order of the set */
    bool ascending;
    const struct rowfilter *filter; /* may be NULL */
};

/* False when memory runs out; r is then released. */
bool run_rows_make(struct run_rows *r, const struct run_order *o) ATTR_MUST_USE;
void run_rows_release(struct run_rows *r);

/* A number of a run: seconds, percent, a count; NaN: there is none, or the column has words. */
double run_row_value(const struct analysis *a, uint32_t run, enum runs_column column);

/* The words of a run in a column, not safe to show; "" where it has none, or the column has
 * numbers. */
const char *run_row_word(const struct analysis *a, uint32_t run, enum runs_column column);

/* What is wrong with what a run left: how many things, each of which is appended to *why (NULL: not
 * wanted) as "; 120 samples lost". */
unsigned run_doctor(const struct analysis *a, uint32_t run, struct text *why);

#endif
