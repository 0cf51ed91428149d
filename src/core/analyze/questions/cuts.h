/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/cuts: which arcs to leave out so that a cycle falls apart, with few calls lost. In graph
 * theory such a set is a feedback arc set, and its weight is the number of calls. */
#ifndef GPTUI_ANALYZE_QUESTIONS_CUTS_H
#define GPTUI_ANALYZE_QUESTIONS_CUTS_H

#include "core/analyze/cycles.h"
#include "core/analyze/graph.h"
#include "core/base/mem.h"

enum {
    CUTS_MOST = 3,
    CUTS_EXACT_ARCS = 12, /* of cycles with up to this many inner arcs all sets are tried */
};

/* Without these arcs the cycle's members are in no cycle any more; all of them are needed for that.
 */
struct cut {
    arc_id *arcs; /* most calls first */
    uint32_t n_arcs;
    uint64_t lost; /* calls of these arcs */
};

struct cuts {
    struct arena memory; /* owns what the rest points to */
    arc_id *inner;       /* arcs between different members, most calls first */
    uint32_t n_inner;
    struct cut cut[CUTS_MOST]; /* those that lose the fewest calls come first, then those of few
                                  arcs */
    uint32_t n_cuts;           /* 1 or more */
    bool exact; /* no other set loses less than the first, nor less than the next but those before
                   it; else there is one set, found by a heuristic */
};

/* The cuts of cycle `cycle` (from 1) of c, which was made of g. Borrows nothing. NULL and e
 * (ERR_CANCELLED). Release it with arena_object_free. */
struct cuts *cuts_new(const struct graph *g, const struct cycles *c, uint32_t cycle,
                      uint32_t n_symbols, const struct progress *progress,
                      struct err *e) ATTR_MUST_USE;

#endif
