/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile_builder: profiles made by hand or by chance, for tests. A struct made is all zero at
 * first, points into itself, so it must not be copied, and owns what it points to. What goes wrong
 * ends the program (require.h). */
#ifndef GPTUI_TESTS_PROFILE_BUILDER_H
#define GPTUI_TESTS_PROFILE_BUILDER_H

#include <stddef.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/analyze/table.h"
#include "core/base/text.h"

enum {
    MADE_HISTS = 4,
    MADE_SYMBOLS = 512, /* at most by chance */
    MADE_ARCS = 2048,   /* likewise */
    MADE_LO = 0x1000,   /* where made_functions begins */
    MADE_BYTES = 16     /* of each of its functions */
};

struct made {
    struct image image;
    struct raw_symbol *symbols;
    struct text names;
    struct histogram hists[MADE_HISTS];
    uint64_t *bins[MADE_HISTS]; /* of the histograms */
    struct raw_arc *arcs;
    struct profile_file file;
    struct profile profile;
    size_t symbols_cap, arcs_cap;
};

/* An empty profile of an image whose .text is [lo, hi), in place of what m held. */
void made_init(struct made *m, uint64_t lo, uint64_t hi);
void made_release(struct made *m);

/* Add a symbol after the others in the file; flags: SYM_*. */
void made_symbol(struct made *m, const char *name, uint64_t addr, uint32_t flags);

/* Add a histogram of [lo, hi), 100 samples per second, in n bins of one size; returns them. */
uint64_t *made_histogram(struct made *m, uint64_t lo, uint64_t hi, uint32_t n);

void made_arc(struct made *m, uint64_t from, uint64_t to, uint64_t count);

/* ---- functions one after the other ---- */

/* An empty profile of n functions of these names, MADE_BYTES each from MADE_LO on. */
void made_functions(struct made *m, const char *const *names, uint32_t n);

/* Where function i is. */
static inline uint64_t made_addr(uint32_t i)
{
    return MADE_LO + MADE_BYTES * (uint64_t)i;
}

/* A histogram of all functions with four bins each; ticks[i], if not NULL, in the first of the i-th
 * function, and counted for the file. */
uint64_t *made_ticks(struct made *m, const uint64_t *ticks);

/* A call from the third byte of one function. */
void made_call(struct made *m, uint32_t from, uint32_t to, uint64_t count);

/* n functions f0, f1, ... with a tick count below 20 in each bin, and n_arcs arcs between functions
 * drawn by chance, counts from 0 to 8. The last function gets no time, as ever. */
void made_random(struct made *m, uint32_t n, uint32_t n_arcs, uint64_t *chance);

/* ---- what it is for ---- */

/* The profile as one that the caller owns, with these paths; m is empty then. */
struct profile *made_take(struct made *m, const char *image, const char *file);

/* One without data, for an image of which nothing is known but its kind; the caller owns it. */
struct profile *made_blank(unsigned addr_bytes, bool big_endian);

/* A number below n from a sequence that starts at *chance. */
uint32_t made_below(uint64_t *chance, uint32_t n);

/* 64 bits by chance; a number between 0 and 1, each as likely; one that is normally distributed. */
uint64_t made_bits(uint64_t *chance);
double made_part(uint64_t *chance);
double made_normal(uint64_t *chance);

/* The analysis of m with n filters and nothing else set. The caller frees it. */
struct analysis *made_analysis(const struct made *m, const struct filter *filters, size_t n);

#endif
