/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: what the readers of the layouts share.
 *
 * A reader has all bytes of one file. The layouts' functions append to the profile and count in
 * `file`; only when they succeed does `file` become an entry of the profile. */
#ifndef GPTUI_LOAD_GMON_READER_H
#define GPTUI_LOAD_GMON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/bytes.h"
#include "core/base/file/file.h"
#include "core/load/gmon/format.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/ranges.h"

/* How addresses in a file become those of the image. */
struct gmon_move {
    uint64_t distance; /* to be taken off */
    uint64_t mask;     /* the bits of an address */
};

static inline uint64_t gmon_moved(uint64_t addr, struct gmon_move m)
{
    return (addr - m.distance) & m.mask;
}

struct gmon_reader {
    struct profile *p;
    const struct gmon_options *o;
    const char *path;
    struct cursor c;
    unsigned addr_bytes;      /* 4 or 8 */
    struct gmon_move move;    /* of all addresses in the file */
    struct profile_file file; /* path not set */
    size_t arc_cap, block_cap, hist_cap;
    struct gmon_ranges ranges; /* of p's histograms */
    bool in_halves;            /* a second thread may read arcs, too */
};

/* The header of a histogram, in the words of the magic layout. */
struct gmon_hist_head {
    uint64_t lo, hi;
    uint32_t n_bins, rate_hz;
    char dimension[GMON_DIMENSION_BYTES + 1]; /* zero-terminated */
    char abbrev;
};

/* The bytes of one file, as gmon_read does it with those of a path. For tests. */
bool gmon_read_bytes(struct profile *p, const char *path, const uint8_t *bytes, size_t n,
                     const struct gmon_options *o, struct err *e) ATTR_MUST_USE;

/* The header of a file, checked as far as it can be by itself. */
bool gmon_magic_head(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;
bool gmon_bsd_head(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* The header and the first record, of which not all bytes may be there yet. Fails only if the whole
 * file will fail in the same way. */
bool gmon_magic_start(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* Does its first line say that it is a text with counts of basic blocks? */
bool gmon_is_bb(const struct cursor *c);

/* Is it a file of counts that the runtime kept (runtime/keep.h)? */
bool gmon_is_kept(const uint8_t *p, size_t n);

/* What it says of the program, in the magic layout. Fails with ERR_GMON_EOF (cut off, or damaged),
 * ERR_GMON_POINTER, ERR_MEMORY. */
bool gmon_translate_kept(const struct bytes *kept, const char *path, const struct image *im,
                         struct bytes *out, struct err *e) ATTR_MUST_USE;

bool gmon_read_bb(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;
bool gmon_read_magic(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;
bool gmon_read_bsd(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* Check h against the histograms that are there already; fails with ERR_GMON_DIMENSION, _ABBREV,
 * _SCALE or _OVERLAP. */
bool gmon_accept(const struct gmon_reader *r, const struct gmon_hist_head *h,
                 struct err *e) ATTR_MUST_USE;

/* The histogram that an accepted h's bins belong to: one with the same range, or a new one. The
 * first of all fixes rate, dimension and scale. NULL when memory runs out. */
struct histogram *gmon_place(struct gmon_reader *r, const struct gmon_hist_head *h, struct err *e);

/* Add n = h->n_bins bins (u16 each, at the cursor, all there) to h. Fails with ERR_MEMORY. */
bool gmon_add_bins(struct gmon_reader *r, struct histogram *h, size_t n,
                   struct err *e) ATTR_MUST_USE;

/* Make room for the arcs (blocks) that the rest of the file can hold at `record` bytes each. */
bool gmon_reserve_arcs(struct gmon_reader *r, size_t record, struct err *e) ATTR_MUST_USE;
bool gmon_reserve_blocks(struct gmon_reader *r, size_t record, struct err *e) ATTR_MUST_USE;

/* Append one block. */
bool gmon_add_block(struct gmon_reader *r, const struct raw_block *b, struct err *e) ATTR_MUST_USE;

/* Report how far the file is read; fails with ERR_CANCELLED. */
bool gmon_progress(const struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* How many records to read between two reports: few enough to be noticed, many enough not to cost
 * time. */
enum { GMON_SLAB = 1 << 16 };

/* Records of which every byte is known to be there are read without the cursor's checks. */
static inline uint64_t gmon_addr(const uint8_t *p, bool big, unsigned bytes)
{
    return bytes == 8 ? bytes_u64(p, big) : bytes_u32(p, big);
}

#endif
