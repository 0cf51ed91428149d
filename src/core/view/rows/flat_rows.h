/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flat_rows: which functions a flat profile lists, in which order. Private to view/grid/flat and
 * view/format*.
 *
 * Rows have places in gprof's order, to which the running sum belongs. Functions that gprof does
 * not list have places after that order: those that only waited, those that only call others, then
 * those whose samples are taken out (-P). */
#ifndef GPTUI_VIEW_ROWS_FLAT_ROWS_H
#define GPTUI_VIEW_ROWS_FLAT_ROWS_H

#include "core/base/mem.h"
#include "core/view/label.h"
#include "core/view/values.h"

struct flat_rows {
    struct arena memory;
    uint32_t n;
    uint32_t first_excluded; /* place of the first that is taken out; n: there is none */
    sym_id *natural;         /* per place: gprof's order, then the others */
    double wait_all;         /* as in struct amounts */
    double *cumulative;      /* per place: ticks up to and with it; of those that are taken out
                                their own ticks */
};

struct flat_order {
    const struct view_context *v;
    bool roots;    /* list also functions without time or calls that call others, like main */
    bool waits;    /* list also functions that only waited */
    bool wall;     /* of a profile with waits shares are of wall time */
    bool excluded; /* list also functions whose samples -P takes out */
};

/* Release its memory. */
void flat_rows_make(struct flat_rows *r, const struct flat_order *o);

/* What the numbers of a place are made of. Of what is taken out, self is what was taken. */
static inline struct amounts flat_amounts(const struct analysis *a, const struct flat_rows *r,
                                          uint32_t place)
{
    struct amounts x = function_amounts(a, r->natural[place]);
    x.cumulative = r->cumulative[place];
    x.wait_all = r->wait_all;
    if (place >= r->first_excluded)
        x.self = r->cumulative[place];
    return x;
}

#endif
