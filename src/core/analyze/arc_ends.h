/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/arc_ends: the symbols at both ends of the arcs that files hold. Private to
 * core/analyze. */
#ifndef GPTUI_ANALYZE_ARC_ENDS_H
#define GPTUI_ANALYZE_ARC_ENDS_H

#include "core/model/symbol.h"

enum { ARC_FINDER_BATCH = 64 };

struct arc_ends {
    sym_id from, to; /* both NO_ID for an arc without a symbol at either end; from alone for one
                        from a function to a joined part of it, which is left out, too */
};

/* Finds the symbols at both ends of arcs. */
struct arc_finder {
    const struct table *t;
    sym_id *function; /* per symbol: itself, or the function symbol before it; NULL: all are */
    uint32_t *start; /* per symbol: its address less page_lo, where pages cover; NULL: look there */
    sym_id last;     /* the caller found last: files name the arcs of a caller in a row */
};

/* Release it. */
void arc_finder_init(struct arc_finder *f, const struct table *t);
void arc_finder_release(struct arc_finder *f);

/* The ends of a[0, n), n at most ARC_FINDER_BATCH, into out. */
void arc_finder_find(struct arc_finder *f, const struct raw_arc *a, size_t n, struct arc_ends *out);

#endif
