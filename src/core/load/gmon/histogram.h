/* SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram: bins of a file, added to those that are there. */
#ifndef GPTUI_LOAD_GMON_HISTOGRAM_H
#define GPTUI_LOAD_GMON_HISTOGRAM_H

#include "core/load/gmon/reader.h"

/* The header of a histogram, in the words of the magic layout. */
struct gmon_hist_head {
    uint64_t lo, hi;
    uint32_t n_bins, rate_hz;
    char dimension[GMON_DIMENSION_BYTES + 1]; /* zero-terminated */
    char abbrev;
};

/* That of h, which is one of a profile. */
struct gmon_hist_head gmon_head_of(const struct profile *p, const struct histogram *h);

/* Check h against the histograms that are there already; fails with ERR_GMON_DIMENSION, _ABBREV,
 * _SCALE or _OVERLAP. */
bool gmon_accept(const struct gmon_reader *r, const struct gmon_hist_head *h,
                 struct err *e) ATTR_MUST_USE;

/* The histogram that an accepted h's bins belong to: one with the same range, or a new one. The
 * first of all fixes rate, dimension and scale. */
struct histogram *gmon_place(struct gmon_reader *r, const struct gmon_hist_head *h);

/* Add n = h->n_bins bins (u16 each, at the cursor, all there) to h. Fails with ERR_MEMORY. */
bool gmon_add_bins(struct gmon_reader *r, struct histogram *h, size_t n,
                   struct err *e) ATTR_MUST_USE;

#endif
