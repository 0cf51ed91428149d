/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep: the counts that the runtime kept of a program that could not write its profile
 * (gmon.out(5), "Kept counts"). */
#ifndef GPTUI_LOAD_GMON_KEEP_H
#define GPTUI_LOAD_GMON_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/load/gmon/format.h"

/* Addresses are those in the process. */
struct kept_arc {
    uint64_t from, self, count;
    uint32_t image; /* that holds self */
};

struct kept_image {
    uint64_t lo, hi, base, entry; /* entry 0: unknown */
    const uint8_t *bins;          /* n_bins, as the machine has counters: kept_counter */
    const uint8_t *waits;         /* likewise, nanoseconds; NULL: there are none */
    uint32_t n_bins, number;
    unsigned bin_shift; /* < 32 */
    const char *path;
    const uint8_t *build_id;
    unsigned n_build_id;
    bool is_gone;                /* it was closed: nothing lies at its addresses */
    const struct kept_arc *arcs; /* whose callee it holds */
    size_t n_arcs;
};

/* What lies in a segment. */
struct kept_segment {
    const uint8_t *p;
    size_t n_bytes;
    uint32_t kind, n;
    uint64_t of;
};

enum kept_kind { KEPT_TABLE = 1, KEPT_IMAGE, KEPT_RUN, KEPT_PATHS, KEPT_WAITS, KEPT_PHASES };

/* A file, taken apart. What is half done in it is left out. */
struct kept {
    const uint8_t *p; /* borrowed, n bytes */
    size_t n;
    bool big;
    unsigned word; /* 4 or 8 */
    uint32_t rate_hz, page_bytes;
    struct kept_image *images; /* n_images, at least one: the program first */
    size_t n_images, image_cap;
    uint32_t *by_address; /* n_placed images, ascending, without those that are gone */
    size_t n_placed;
    struct kept_arc *arcs; /* by image */
    size_t n_arcs, arc_cap;
    struct kept_segment run;             /* n_bytes 0: the runtime was an older one */
    char unit[GMON_DIMENSION_BYTES + 1]; /* what a tick is of */
    size_t room; /* bytes that profiles of it may still take: a count in a hostile file may be
                    anything */
};

/* Is it a file of counts that the runtime kept (runtime/keep.h)? */
bool gmon_is_kept(const uint8_t *p, size_t n);

/* Take n bytes apart, which are borrowed as long as *out is there. Fails with ERR_GMON_EOF (cut
 * off, or damaged), ERR_MEMORY; *out is then empty. */
bool kept_open(struct kept *out, const uint8_t *p, size_t n, const char *path,
               struct err *e) ATTR_MUST_USE;
void kept_close(struct kept *k);

/* The segment at *at, which moves on; false: there is no other. The first is at page_bytes. */
bool kept_next(const struct kept *k, size_t *at, struct kept_segment *s);

/* A counter (runtime/counter.h) at p, as one that nobody adds to; and an address. */
uint64_t kept_counter(const struct kept *k, const uint8_t *p);
uint64_t kept_address(const struct kept *k, const uint8_t *p);

/* Number i of the sums of the run; 0: it has none. */
uint64_t kept_sum(const struct kept *k, uint32_t i);

/* The lines that the runtime wrote down about its run, *n bytes. */
const char *kept_text(const struct kept *k, size_t *n);

/* The image at an address of the process; NULL: none. */
const struct kept_image *kept_image_at(const struct kept *k, uint64_t addr);

/* What the file at `path` says of its process: the path of the program, malloc'ed, NULL if it is no
 * such file; when it began, in nanoseconds since 1970, 0: unknown; and whether it is a rank of a
 * parallel job. Fails with ERR_MEMORY. */
struct kept_about {
    char *program;
    uint64_t began_ns;
    bool is_rank;
};
bool gmon_kept_about(const char *path, struct kept_about *out, struct err *e) ATTR_MUST_USE;

#endif
