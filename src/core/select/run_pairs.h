/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_pairs: the pairs of runs that specifications with a '/' name. */
#ifndef GPTUI_SELECT_RUN_PAIRS_H
#define GPTUI_SELECT_RUN_PAIRS_H

#include "core/select/symset.h"

/* The pairs of runs that specifications with a '/' name, whatever their option: GNU gprof notes an
 * arc without calls for each, and its function order lists them. Runs are numbered from 0. Our
 * forms, which gprof does not have, name none: each match would be a run of its own, and the pairs
 * of two wide ones more than memory holds. */
struct run_pair {
    uint32_t left, right; /* runs */
};

struct run_pairs {
    struct run_pair *pairs;
    size_t n_pairs, cap_pairs;
    sym_id *first; /* per run: the symbol that it starts with */
    size_t n_runs, cap_runs;
};

bool run_pairs_build(struct run_pairs *out, const struct symset_source *src,
                     struct err *e) ATTR_MUST_USE;
void run_pairs_release(struct run_pairs *p);

#endif
