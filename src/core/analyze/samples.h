/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/samples: ticks per symbol, and basic-block counts. */
#ifndef GPTUI_ANALYZE_SAMPLES_H
#define GPTUI_ANALYZE_SAMPLES_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

struct symset_pair;

struct samples {
    struct arena memory; /* owns what the rest points to */
    double *self;        /* ticks per symbol */
    double *wait; /* ticks of waiting time per symbol, as many in a second as of self (in a profile
                     without samples: as they are); NULL: the profile has none */
    double wait_total; /* those of excluded symbols left out */
    double total;      /* ticks in all, less those of excluded symbols */
    double joined;     /* those that parts of functions had, if they are joined */
};

/* Gets each part of a bin (numbers from 0): `ticks` of it lie in symbol s, whether or not the FLAT
 * sets let it through. */
struct sample_watch {
    void (*on_part)(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks);
    void *ctx;
};

/* Divide the ticks of the histograms, and those of waiting time, among the symbols that the FLAT
 * sets let through. Borrows nothing. NULL and e (ERR_CANCELLED). Release it with
 * arena_object_free. */
struct samples *samples_new(const struct table *t, const struct symset_pair *flat,
                            const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* Divide the histograms' ticks again, for a watcher only. */
void samples_watch(const struct table *t, const struct symset_pair *flat,
                   const struct sample_watch *w);

enum { BLOCKS_MAX = 10 };

/* The blocks of a symbol stand in the order in which their addresses arrived; counts of one address
 * are added up. */
struct blocks {
    struct arena memory; /* owns what the rest points to */
    struct raw_block *v;
    size_t *lo; /* n_symbols + 1: those of symbol s are v[lo[s]] .. v[lo[s] + n[s] - 1] */
    uint8_t *n; /* per symbol, at most BLOCKS_MAX */
};

/* The profile's basic blocks by symbol of t. NULL and e (ERR_CANCELLED). Release it
 * with arena_object_free. */
struct blocks *blocks_new(const struct table *t, const struct progress *progress,
                          struct err *e) ATTR_MUST_USE;

#endif
