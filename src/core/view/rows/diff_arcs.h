/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_arcs: the entry of a function in a comparison, as rows: what calls it and what it calls on
 * either side, with what became of each arc.
 *
 * The entry of a cycle is that of the cycles in which a function is on both sides, or of it alone
 * where it is in none: what calls them from outside, then their members, of which some may have
 * come or gone. Its lines are arcs, too: those of a member stand for its calls from within, and for
 * its time with callees. */
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
    DIFF_ARC_COL_REAL,
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
    DIFF_ENTRY_MEMBER, /* of a cycle */
};

struct diff_entry_row {
    uint8_t kind;    /* enum diff_entry_kind */
    uint8_t section; /* enum diff_section */
    uint32_t row;    /* of the comparison: whom it names, NO_ID for nobody */
    uint32_t arc;    /* one of the entry's, NO_ID for none */
};

struct diff_entry {
    const struct view_diff *v;
    struct diff_entry_row *rows;
    uint32_t n;
    const struct diff_arc *arcs; /* those of the comparison, or of_cycle */
    struct diff_arc *of_cycle;   /* NULL: it is the entry of a function; else malloc'ed: callers, */
    uint32_t total, n_of_cycle;  /* the cycle as a whole at `total`, members */
    struct {
        uint32_t shown, all;
    } count[N_DIFF_SECTIONS];
};

struct diff_entry_order {
    const struct view_diff *v;
    uint32_t row;            /* of the comparison: whose entry */
    bool cycle;              /* that of its cycle, if it is in one on either side */
    struct name_style style; /* of the names that are matched */
    unsigned column;         /* COLUMN_NONE: by the size of the difference */
    bool ascending;
    bool brief;                     /* no rule above the function, no words below it */
    const struct rowfilter *filter; /* of callers and callees; may be NULL */
};

/* The number from 1 of the cycle in which a row's function is on a side; 0: in none. */
uint32_t diff_row_cycle(const struct diff *d, const struct diff_row *r, int side);

/* Is it in one on either side? */
static inline bool diff_row_in_cycle(const struct diff *d, const struct diff_row *r)
{
    return diff_row_cycle(d, r, DIFF_OLD) || diff_row_cycle(d, r, DIFF_NEW);
}

/* All cycles of both sides, each by a function in it: those of the new side, then those of the old
 * side that none of these is compared with. False when memory runs out: then there is nothing to
 * release. */
struct diff_cycles {
    uint32_t *row; /* of the comparison: an entry of a cycle is its */
    uint32_t n;
};
bool diff_cycles_make(struct diff_cycles *out, const struct diff *d) ATTR_MUST_USE;
void diff_cycles_release(struct diff_cycles *x);

/* Callers, the function, callees, or members of the cycle; what comes first by the order stands
 * next to the function. False when memory runs out: then there is nothing to release. */
bool diff_entry_make(struct diff_entry *x, const struct diff_entry_order *o) ATTR_MUST_USE;
void diff_entry_release(struct diff_entry *x);

static inline const struct diff_arc *diff_entry_arc(const struct diff_entry *x,
                                                    const struct diff_entry_row *r)
{
    return r->arc == NO_ID ? NULL : &x->arcs[r->arc];
}

/* The number of a column in a row of it, an arc's or the function's; NaN where there is none, as
 * for DIFF_ARC_COL_REAL, DIFF_ARC_COL_CHANGE and the name. */
double diff_entry_value(const struct diff_entry *x, const struct diff_entry_row *r,
                        enum diff_arc_column c);

/* What tests say of the time of a row: where call paths of both sides measured what arcs bring. */
enum diff_verdict diff_entry_verdict(const struct diff_entry *x, const struct diff_entry_row *r);

/* "new", "gone", or "" of an arc that both sides have. */
const char *diff_arc_word(enum diff_arc_change change);

#endif
