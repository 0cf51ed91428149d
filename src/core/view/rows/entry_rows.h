/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_rows: the lines of one call-graph entry and what they say. Private to view/grid/entry and
 * view/format*. */
#ifndef GPTUI_VIEW_ROWS_ENTRY_ROWS_H
#define GPTUI_VIEW_ROWS_ENTRY_ROWS_H

#include "core/view/label.h"
#include "core/view/rows/run_values.h"
#include "core/view/values.h"

enum entry_section {
    SECTION_CALLERS,
    SECTION_PRIMARY,
    SECTION_MEMBERS,
    SECTION_CALLEES,
    N_SECTIONS
};

enum entry_row_kind {
    ENTRY_RULE,        /* heads a section */
    ENTRY_SPONTANEOUS, /* nobody is known to call it */
    ENTRY_CALLER,
    ENTRY_UNKNOWN, /* of call paths: nobody knows who called it */
    ENTRY_PRIMARY,
    ENTRY_MEMBER,
    ENTRY_CALLEE,
    ENTRY_SELF,   /* the part of its time that is its own */
    ENTRY_BOUNDS, /* below the primary line: how far its time can be off, */
    ENTRY_BARS,   /* how it is divided */
    ENTRY_FACTS,
    ENTRY_MPI, /* what share of it is inside MPI */
};

struct entry_row {
    uint8_t kind;    /* enum entry_row_kind */
    uint8_t section; /* enum entry_section */
    node_id node;    /* whom the row names, NO_ID for nobody */
    arc_id arc;      /* NO_ID for none */
};

struct entry_rows {
    struct entry_row *v; /* to be freed */
    size_t n;
    uint32_t all[N_SECTIONS]; /* callers, members, callees: also of members that are folded */
};

/* What to list. */
struct entry_order {
    const struct view_context *v;
    node_id node;
    bool fold_members;
    bool head;   /* the primary line has a rule above it, as sections have */
    bool bounds; /* a line below it may say how far its time can be off */
    bool wall;   /* by wall time where that of arcs is known */
    bool notes;  /* there is room for more lines below it */
};

void entry_rows_make(struct entry_rows *r, const struct entry_order *o);

/* The arcs into a function or a cycle as a whole, or out of it, in gprof's order; free out->v. */
void node_arcs(const struct analysis *a, node_id n, bool callees, struct entry_arcs *out);

/* What the numbers of a row are made of, and which of them it shows. */
struct entry_values {
    struct amounts amounts; /* calls: the arc's, or the node's; wait: with callees if call paths of
                             * waits are known, else the function's own, and below 0 for arcs */
    bool timed;             /* else self, child and share are blank: recursion, rules */
    bool has_child;         /* else child is blank */
    bool has_share;
    bool called;        /* else there are no calls to show */
    uint64_t of;        /* calls of the callee, for "calls/of" */
    uint64_t recursion; /* for "calls+recursion" */
};

/* Ticks that threads waited in it and below, if call paths of waits are known. Waits of which the
 * call path is not known are the function's all the same. */
double wait_below(const struct analysis *a, sym_id s);

void entry_values(const struct analysis *a, node_id entry, const struct entry_row *row,
                  struct entry_values *out);

#endif
