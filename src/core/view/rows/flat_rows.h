/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat_rows: which functions a flat profile lists, in which order. Private to view/grid/flat and
 * view/format*.
 *
 * Rows are positions in gprof's order, permuted and thinned out; the running sum belongs to
 * gprof's order whatever is shown. Functions that gprof does not list have places after that
 * order: those that only waited, those that only call others, then those whose samples are taken
 * out (-P), which stay last in any order. */
#ifndef GPTUI_VIEW_ROWS_FLAT_ROWS_H
#define GPTUI_VIEW_ROWS_FLAT_ROWS_H

#include "core/select/row_filter.h"
#include "core/view/label.h"
#include "core/view/rows/run_values.h"
#include "core/view/values.h"

enum flat_column {
    FLAT_PERCENT,
    FLAT_SELF,
    FLAT_WAIT,
    FLAT_ERROR,
    FLAT_CUM,
    FLAT_TOTAL,
    FLAT_TOTAL_PCT,
    FLAT_CALLS,
    FLAT_SELF_CALL,
    FLAT_TOTAL_CALL,
    FLAT_RUNS, /* the first of enum run_column */
    FLAT_HEAT = FLAT_RUNS + N_RUN_COLUMNS,
    FLAT_IMAGE,
    FLAT_NAME,
    N_FLAT_COLUMNS,
};

struct flat_rows {
    uint32_t n, n_hidden;
    uint32_t n_natural;
    uint32_t first_excluded; /* place of the first that is taken out; n_natural: there is none */
    sym_id *natural;         /* gprof's order, then the others */
    uint32_t *position;      /* row -> place in natural[] */
    double wait_all;         /* as in struct amounts */
    double *cumulative;      /* per place: ticks up to and with it; of those that are taken out
                                their own ticks */
};

struct flat_order {
    const struct view_context *v;
    struct name_style style; /* of the names that are sorted and matched */
    unsigned column;         /* COLUMN_NONE: gprof's order */
    bool ascending;
    bool roots;    /* list also functions without time or calls that call others, like main */
    bool waits;    /* list also functions that only waited */
    bool wall;     /* of a profile with waits shares are of wall time */
    bool excluded; /* list also functions whose samples -P takes out */
    const struct rowfilter *filter; /* may be NULL */
};

/* Numbers of functions that row filters compare beside those of enum row_value: how many others
 * call it, and from how many places in the code. */
enum { FLAT_CALLERS = 100, FLAT_CALL_SITES };

/* False when memory runs out; r is then released. */
bool flat_rows_make(struct flat_rows *r, const struct flat_order *o) ATTR_MUST_USE;
void flat_rows_release(struct flat_rows *r);

static inline sym_id flat_rows_symbol(const struct flat_rows *r, uint32_t row)
{
    return r->natural[r->position[row]];
}

static inline bool flat_rows_excluded(const struct flat_rows *r, uint32_t row)
{
    return r->position[row] >= r->first_excluded;
}

/* What the numbers of a place are made of. Of what is taken out, self is what was taken. */
static inline struct amounts flat_place_amounts(const struct analysis *a, const struct flat_rows *r,
                                                uint32_t place)
{
    struct amounts x = function_amounts(a, r->natural[place]);
    x.cumulative = r->cumulative[place];
    x.wait_all = r->wait_all;
    if (place >= r->first_excluded)
        x.self = r->cumulative[place];
    return x;
}

static inline struct amounts flat_amounts(const struct analysis *a, const struct flat_rows *r,
                                          uint32_t row)
{
    return flat_place_amounts(a, r, r->position[row]);
}

/* The value that a column before FLAT_IMAGE shows, but those of runs. */
enum row_value flat_value(enum flat_column column);

/* That of a row of wall time; that of totals is CPU time. */
double flat_number(const struct amounts *x, enum row_value value);

/* Largest values of all functions, in what the columns show; infinite and NaN ones left out. `self`
 * is also of those whose samples are taken out, second_image the percentage of the samples that the
 * second of the images has. */
struct flat_max {
    double percent, self, wait, error, cum, total, total_pct, per_call, second_image;
    double self_ticks, ranked_ticks, total_ticks, wait_ticks;
    uint64_t calls;
};
void flat_measure(const struct analysis *a, const struct flat_rows *r, struct flat_max *max);

#endif
