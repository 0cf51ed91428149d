/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_builder: small profiles made by hand or by chance, for unit tests. A struct made owns
 * nothing: it may be copied only before anything points into it. */
#ifndef GPTUI_TESTS_UNIT_MADE_H
#define GPTUI_TESTS_UNIT_MADE_H

#include <stddef.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/analyze/table.h"

enum {
    MADE_SYMBOLS = 512,
    MADE_NAME_BYTES = 1 << 14,
    MADE_ARCS = 2048,
    MADE_HISTS = 4,
    MADE_BINS = 2048, /* per histogram */
};

struct made {
    struct image image;
    struct raw_symbol symbols[MADE_SYMBOLS];
    char names[MADE_NAME_BYTES];
    struct histogram hists[MADE_HISTS];
    uint64_t bins[MADE_HISTS][MADE_BINS];
    struct raw_arc arcs[MADE_ARCS];
    struct profile_file file;
    struct profile profile;
};

/* An empty profile of an image whose .text is [lo, hi). */
void made_init(struct made *m, uint64_t lo, uint64_t hi);

/* Add a symbol behind the others in the file; flags: SYM_*. */
void made_symbol(struct made *m, const char *name, uint64_t addr, uint32_t flags);

/* Add a histogram of [lo, hi), 100 samples per second, in n bins of one size; returns them. */
uint64_t *made_histogram(struct made *m, uint64_t lo, uint64_t hi, uint32_t n);

void made_arc(struct made *m, uint64_t from, uint64_t to, uint64_t count);

/* n functions f0, f1, ... of 16 bytes from 0x1000 on, a tick count below 20 in each bin, and
 * n_arcs arcs between functions drawn by chance, counts from 0 to 8. The last function gets no
 * time, as ever. */
void made_random(struct made *m, uint32_t n, uint32_t n_arcs, uint64_t *chance);

/* The table of all symbols; fails the test if there is none. */
struct table *made_table(const struct made *m);

/* A number below n from a sequence that starts at *chance. */
uint32_t made_below(uint64_t *chance, uint32_t n);

#endif
