/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader: what the readers of the layouts share.
 *
 * A reader has all bytes of one file. The layouts' functions append to the profile and count in
 * `file`; only when they succeed does `file` become an entry of the profile. */
#ifndef GPTUI_LOAD_GMON_READER_H
#define GPTUI_LOAD_GMON_READER_H

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/load/gmon/format.h"
#include "core/load/gmon/gmon.h"
#include "core/model/profile.h"

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
    size_t arc_slab;          /* how many arcs to read at once */
    size_t arc_cap, block_cap, hist_cap;
};

/* Make room for the arcs (blocks) that the rest of the file can hold at `record` bytes each. */
static inline bool gmon_reserve_arcs(struct gmon_reader *r, size_t record, struct err *e)
{
    size_t need = r->p->n_arcs + cursor_left(&r->c) / record;
    return mem_try_grow(&r->p->arcs, &r->arc_cap, need, sizeof *r->p->arcs) || err_memory(e, need);
}

static inline bool gmon_reserve_blocks(struct gmon_reader *r, size_t record, struct err *e)
{
    size_t need = r->p->n_blocks + cursor_left(&r->c) / record;
    return mem_try_grow(&r->p->blocks, &r->block_cap, need, sizeof *r->p->blocks) ||
           err_memory(e, need);
}

/* Read some of the `there` arcs at the cursor, for which there is room: `record` bytes apart, in
 * the magic layout up to a record of another kind. Two threads share them where they were many
 * before. How many; the cursor stays. */
size_t gmon_read_arcs(struct gmon_reader *r, size_t record, size_t there);

/* Report how far the file is read; fails with ERR_CANCELLED. */
static inline bool gmon_progress(const struct gmon_reader *r, struct err *e)
{
    return progress_step(r->o->progress, "profile data", r->c.at, r->c.n) ||
           err_set(e, ERR_CANCELLED, r->path);
}

/* How many records to read between two reports: few enough to be noticed, many enough not to cost
 * time. */
enum { GMON_SLAB = 1 << 16 };

/* How many arcs to read at once, at first and where many have followed each other. */
enum { GMON_ARCS_FEW = GMON_SLAB / 16, GMON_ARCS_MANY = GMON_SLAB * 16 };

/* Records of which every byte is known to be there are read without the cursor's checks. */
static inline uint64_t gmon_addr(const uint8_t *p, bool big, unsigned bytes)
{
    return bytes == 8 ? bytes_u64(p, big) : bytes_u32(p, big);
}

/* ---- histograms ---- */

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

/* ---- the layouts that are not GNU's, each in a source of its own: bsd.c, bb.c ---- */

/* The header of a file in a layout of BSD, checked as far as it can be by itself. */
bool gmon_bsd_head(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* Does its first line (of bb.out) say that it is a text with counts of basic blocks? */
bool gmon_is_bb(const struct cursor *c);

/* Read all of the file: layouts of BSD (a header with a histogram, then arcs), texts. Fail with
 * ERR_GMON_*, ERR_MEMORY, ERR_CANCELLED. */
bool gmon_read_bsd(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;
bool gmon_read_bb(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

#endif
