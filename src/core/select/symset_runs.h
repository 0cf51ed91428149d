/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symset_runs: the runs of neighbours that matching symbols make up. Private to select/symset. */
#ifndef GPTUI_SELECT_SYMSET_RUNS_H
#define GPTUI_SELECT_SYMSET_RUNS_H

#include "core/select/symset.h"

struct symbol_run {
    uint64_t lo, hi; /* addresses */
    sym_id first;
    uint32_t owner; /* number of the specification, later options first */
    bool exact;     /* one symbol, whatever its end */
};

struct runs {
    struct symbol_run *v;
    size_t n, cap;
};

/* Append the runs of hit[]; with `exact` a run for each symbol. */
void runs_add(struct runs *r, const struct table *t, const uint8_t *hit, uint32_t owner,
              bool exact);

/* Set has[y] for the symbols whose address lies in run i; a later run with
 * extent hides what lies after its start. False, and nothing set, for a run without extent. */
bool run_mark(const struct runs *r, size_t i, const struct table *t, uint8_t *has);

/* Sort by start and leave one run per start, of those with extent. False when memory runs out; r is
 * then as it was. */
void runs_displace(struct runs *r);

#endif
