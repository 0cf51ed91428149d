/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_arcs: the entry of a function in a comparison, as rows: what calls it and what it calls on
 * either side, with what became of each arc. */
#ifndef GPTUI_VIEW_ROWS_DIFF_ARCS_H
#define GPTUI_VIEW_ROWS_DIFF_ARCS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/select/row_filter.h"
#include "core/view/rows/diff_rows.h"

enum diff_arc_column {
    DIFF_ARC_COL_OLD,
    DIFF_ARC_COL_NEW,
    DIFF_ARC_COL_DELTA,
    DIFF_ARC_COL_PCT,
    DIFF_ARC_COL_OLD_CALLS,
    DIFF_ARC_COL_NEW_CALLS,
    DIFF_ARC_COL_DELTA_CALLS,
    DIFF_ARC_COL_CALLS_PCT,
    DIFF_ARC_COL_CHANGE,
    DIFF_ARC_COL_NAME,
    N_DIFF_ARC_COLUMNS,
};

enum diff_section { DIFF_CALLERS, DIFF_PRIMARY, DIFF_CALLEES, N_DIFF_SECTIONS };

enum diff_entry_kind {
    DIFF_ENTRY_RULE, /* heads a section */
    DIFF_ENTRY_CALLER,
    DIFF_ENTRY_PRIMARY,
    DIFF_ENTRY_WORDS, /* below it: which of its differences are real */
    DIFF_ENTRY_CALLEE,
};

struct diff_entry_row {
    uint8_t kind;    /* enum diff_entry_kind */
    uint8_t section; /* enum diff_section */
    uint32_t row;    /* of the comparison: whom it names, NO_ID for nobody */
    uint32_t arc;    /* of the comparison, NO_ID for none */
};

struct diff_entry {
    const struct view_diff *v;
    struct diff_entry_row *rows;
    uint32_t n;
    struct {
        uint32_t shown, all;
    } count[N_DIFF_SECTIONS];
};

struct diff_entry_order {
    const struct view_diff *v;
    uint32_t row;            /* of the comparison: whose entry */
    struct name_style style; /* of the names that are matched */
    unsigned column;         /* COLUMN_NONE: by the size of the difference */
    bool ascending;
    bool brief;                     /* no rule above the function, no words below it */
    const struct rowfilter *filter; /* of callers and callees; may be NULL */
};

/* Callers, the function, callees; what comes first by the order stands next to the function. False
 * when memory runs out: then there is nothing to release. */
bool diff_entry_make(struct diff_entry *x, const struct diff_entry_order *o) ATTR_MUST_USE;
void diff_entry_release(struct diff_entry *x);

static inline const struct diff_arc *diff_entry_arc(const struct diff_entry *x,
                                                    const struct diff_entry_row *r)
{
    return r->arc == NO_ID ? NULL : &x->v->diff->arcs[r->arc];
}

/* The number of a column in a row of it, an arc's or the function's; NaN where there is none, as
 * for DIFF_ARC_COL_CHANGE and the name. */
double diff_entry_value(const struct diff_entry *x, const struct diff_entry_row *r,
                        enum diff_arc_column c);

/* "new", "gone", or "" of an arc that both sides have. */
const char *diff_arc_word(enum diff_arc_change change);

#endif
