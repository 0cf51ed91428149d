/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/samples: ticks per symbol. */
#ifndef GPTUI_ANALYZE_SAMPLES_H
#define GPTUI_ANALYZE_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/symbol.h"

struct symset;

struct samples {
    struct arena memory; /* owns what the rest points to */
    double *self;        /* ticks per symbol */
    double total;        /* ticks in all, less those of excluded symbols */
    double out;          /* those of them that options exclude (-p, -P); the others are spent by the
                            profiling runtime */
};

/* Is told each part of a bin (numbers from 0): `ticks` of it lie in symbol s, whether or not the
 * FLAT sets let it through. */
struct sample_watch {
    void (*on_part)(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks);
    void *ctx;
};

/* Divide the histograms' ticks among the symbols that `in` and `ex` let through. `runtime`: those
 * that no option takes out. Borrows nothing. NULL and e (ERR_MEMORY, ERR_CANCELLED). Release it
 * with arena_object_free. */
struct samples *samples_new(const struct table *t, const struct symset *in, const struct symset *ex,
                            const struct symset *runtime, const struct progress *progress,
                            struct err *e) ATTR_MUST_USE;

/* Divide the ticks again, for a watcher only. */
bool samples_watch(const struct table *t, const struct symset *in, const struct symset *ex,
                   const struct sample_watch *w, struct err *e) ATTR_MUST_USE;

#endif
