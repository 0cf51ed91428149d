/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat_rows: which functions a flat profile lists, in which order. Private to view/grid/flat and
 * view/format*.
 *
 * Rows are positions in gprof's order, permuted and thinned out; the running sum belongs to
 * gprof's order whatever is shown. */
#ifndef GPTUI_VIEW_ROWS_FLAT_ROWS_H
#define GPTUI_VIEW_ROWS_FLAT_ROWS_H

#include "core/select/row_filter.h"
#include "core/view/label.h"
#include "core/view/values.h"

enum flat_column {
    FLAT_PERCENT,
    FLAT_SELF,
    FLAT_ERROR,
    FLAT_CUM,
    FLAT_TOTAL,
    FLAT_TOTAL_PCT,
    FLAT_CALLS,
    FLAT_SELF_CALL,
    FLAT_TOTAL_CALL,
    FLAT_HEAT,
    FLAT_IMAGE,
    FLAT_NAME,
    N_FLAT_COLUMNS,
};

struct flat_rows {
    uint32_t n, n_hidden;
    uint32_t n_natural;
    sym_id *natural;    /* gprof's order */
    uint32_t *position; /* row -> place in natural[] */
    double *cumulative; /* per place: ticks up to and with it */
};

struct flat_order {
    const struct view_context *v;
    struct name_style style; /* of the names that are sorted and matched */
    unsigned column;         /* COLUMN_NONE: gprof's order */
    bool ascending;
    const struct rowfilter *filter; /* may be NULL */
};

/* False when memory runs out; r is then released. */
bool flat_rows_make(struct flat_rows *r, const struct flat_order *o) ATTR_MUST_USE;
void flat_rows_release(struct flat_rows *r);

static inline sym_id flat_rows_symbol(const struct flat_rows *r, uint32_t row)
{
    return r->natural[r->position[row]];
}

/* What a row's numbers are made of. */
static inline struct amounts flat_amounts(const struct analysis *a, const struct flat_rows *r,
                                          uint32_t row)
{
    struct amounts x = function_amounts(a, flat_rows_symbol(r, row));

    x.cumulative = r->cumulative[r->position[row]];
    return x;
}

/* The value that a column before FLAT_IMAGE shows. */
enum row_value flat_value(enum flat_column column);

/* Largest values of all functions, in what the columns show; infinite and NaN ones left out. */
struct flat_max {
    double percent, self, error, cum, total, total_pct, per_call, self_ticks;
    uint64_t calls;
};
void flat_measure(const struct analysis *a, const struct flat_rows *r, struct flat_max *max);

#endif
