/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gmon: write profiles, honest and damaged. Layouts: glibc manual and gmon_out.h (magic),
 * BSD's gmon.h (the others); MinGW's is that of 4.4BSD, but counts have 4 bytes, and where
 * addresses have 8 there are 4 more that mean nothing. */
#ifndef TESTS_GMON_H
#define TESTS_GMON_H

#include "tool.h"

enum gmon_layout { GMON_MAGIC, GMON_BSD, GMON_44BSD, GMON_MINGW };

struct gmon {
    struct bytes out;
    enum gmon_layout layout;
    unsigned word; /* bytes of an address: 4 or 8 */
    uint32_t rate;
    char dimension[15];
    char abbreviation;
    unsigned noise_bits; /* MinGW: the bits without a meaning that are random, the others are 0 */
    struct chance noise;
};

/* A histogram: bins are 16 bit; said is the number that the file claims (usually n). */
struct gmon_histogram {
    uint64_t lo, hi;
    const uint16_t *bins;
    size_t n;
    uint64_t said;
};

void gmon_init(struct gmon *g, enum gmon_layout layout, bool wide, bool big);
void gmon_header(struct gmon *g, uint32_t version); /* magic only: the first 20 bytes */
void gmon_histogram(struct gmon *g, const struct gmon_histogram *h);
void gmon_arc(struct gmon *g, uint64_t from, uint64_t to, uint64_t count);
void gmon_blocks(struct gmon *g, const uint64_t *pairs, size_t n, uint64_t said);

#endif
