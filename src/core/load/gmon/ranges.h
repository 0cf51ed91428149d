/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranges: which histogram has a given range, and does one overlap it?
 *
 * Sorted runs of 1, 2, 4, ... ids, merged as they fill up, so that a file with a million records in
 * any order is no problem. Ranges put in with lo < hi must not overlap each other; the others
 * (which hold no address) overlap nothing. An all-zero set is empty and ready. */
#ifndef GPTUI_LOAD_GMON_RANGES_H
#define GPTUI_LOAD_GMON_RANGES_H

#include "core/model/profile.h"

struct gmon_runs {
    uint32_t *run[32]; /* run[k]: none or 2^k ids, ascending by (lo, hi) */
};

struct gmon_ranges {
    struct gmon_runs full, empty; /* lo < hi; the others */
};

/* Put in histogram `id` of hists. */
void gmon_ranges_add(struct gmon_ranges *s, const struct histogram *hists, uint32_t id);

/* The histogram of exactly this range, or UINT32_MAX. */
uint32_t gmon_ranges_find(const struct gmon_ranges *s, const struct histogram *hists, uint64_t lo,
                          uint64_t hi);

/* Does one of them share an address with lo..hi? */
bool gmon_ranges_overlap(const struct gmon_ranges *s, const struct histogram *hists, uint64_t lo,
                         uint64_t hi);

void gmon_ranges_release(struct gmon_ranges *s);

#endif
