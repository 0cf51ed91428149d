/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sketch: what shows which program wrote a profile: the range of its histograms and some of
 * its callees, found by one short walk over the bytes of the file. */
#ifndef GPTUI_LOAD_GMON_SKETCH_H
#define GPTUI_LOAD_GMON_SKETCH_H

#include "core/load/gmon/gmon.h"

enum { SKETCH_CALLEES = 48 };

enum sketch_kind {
    SKETCH_NONE,       /* the bytes are no profile, or a damaged one, or waits, of which there are
                          parts of the code only */
    SKETCH_OTHER_SIZE, /* a profile for pointers of the other size */
    SKETCH_SOUND,      /* what follows is known */
};

struct gmon_sketch {
    enum sketch_kind kind;
    uint64_t lo, hi;        /* of all histograms, as the file has them; lo == hi: there is none */
    uint64_t bin_bytes;     /* of the first one, rounded down; 0: unknown */
    uint64_t n_arcs;        /* that were walked over */
    uint64_t n_high_counts; /* those whose count of 8 bytes has bits set in its upper half */
    uint64_t n_spare_bytes; /* at the end of a file of BSD, too few for an arc */
    uint64_t callees[SKETCH_CALLEES]; /* n_callees, ascending, all different, inside [lo, hi) if
                                         there is a histogram, spread over what was walked over */
    unsigned n_callees;
};

/* What to take the bytes for. */
struct gmon_shape {
    enum gmon_format format; /* as -O says */
    unsigned addr_bytes;     /* 4 or 8 */
    bool big_endian;
};

/* Fill *out from the n bytes of a file, of which no more than 2^16 arcs are walked over. Blocks of
 * version 0, which nothing writes any more, are not understood. */
void gmon_sketch(const uint8_t *p, size_t n, const struct gmon_shape *shape,
                 struct gmon_sketch *out);

#endif
