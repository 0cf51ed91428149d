/* SPDX-License-Identifier: GPL-3.0-or-later */
/* write: profile data as a file that GNU gprof and load/gmon/gmon.h read.
 *
 * 1. What the fields of a record cannot hold continues in further records (or, for blocks, further
 *    pairs) of the same range, arc or address, which every reader adds up.
 * 2. Bytes of a header that mean nothing are zero. */
#ifndef GPTUI_LOAD_GMON_WRITE_H
#define GPTUI_LOAD_GMON_WRITE_H

#include "core/base/file/file.h"
#include "core/base/text.h"
#include "core/model/profile.h"
#include "unite/put.h"

/* What to write. Everything is borrowed. */
struct gmon_content {
    enum gmon_layout layout;
    bool big_endian;
    unsigned addr_bytes; /* 4 or 8 */
    unsigned
        long_bytes; /* of counts in the layouts of BSD, up to addr_bytes; the rest is 0 there */

    const struct histogram *hists; /* the layouts of BSD hold the first one; it must be there */
    uint32_t n_hists;
    uint32_t rate_hz;
    const char *dimension; /* at most 15 bytes count */
    char abbrev;

    const struct raw_arc *arcs;
    size_t n_arcs;

    bool has_blocks; /* a record of them, even if there are none; only in the magic layout */
    const struct raw_block *blocks;
    size_t n_blocks;

    /* QUIRK(gnu): nothing continues; what a field cannot hold loses its high bits. Pinned by
     * tests/diff. */
    bool strict;
};

/* Put n records of some words each, of which the last is a count, into the order of the others, and
 * make one of those that are the same but for their counts; the number that is left: arcs and
 * blocks. Ranges are put into that order, and all stay. */
size_t gmon_sort(uint64_t *v, size_t n, unsigned words);
void gmon_sort_ranges(struct histogram *v, uint32_t n);

/* Write c to `path`, whole or not at all (base/file.h). Fails with ERR_WRITE, and with
 * ERR_LIMIT if numbers are so large that they cannot be written: bins of more than 65535 in the
 * layouts of BSD, counts that would fill more than 65536 records, 2^32 blocks. */
bool gmon_write(const struct gmon_content *c, const char *path, struct err *e) ATTR_MUST_USE;

/* A file for what src/unite writes. After a failure nothing more is written. */
struct file_sink {
    struct unite_sink sink; /* it */
    struct file_writer file;
    struct text buffer;
    bool has_failed; /* as e says */
    struct err *e;
};

/* Begin to write `path`; a failure (file_create) is that of file_sink_close. */
void file_sink_open(struct file_sink *s, const char *path, struct err *e);

/* Make it the file, whole or not at all. Fails with what failed first. */
bool file_sink_close(struct file_sink *s) ATTR_MUST_USE;

#endif
