/* SPDX-License-Identifier: MIT */
/* kept: what a process counts, as it lies in memory, or in the file that is kept of it
 * (gmon.out(5), "Kept counts"); and the message that is made of that. The process may count
 * meanwhile, or may have ended anywhere: what is half done is left out, and no number is believed.
 *
 *     head, one page: struct keep_head, in a file
 *     chunks, each of whole pages: struct keep_chunk, then segments, each 32 bytes of head and what
 *     it is of. Where the first 8 bytes of a head are 0 there is none: readers go on 32 bytes
 *     later, or a page later where a chunk could begin.
 *
 * All numbers are as the machine has them. What comes later gets kinds of its own, and fields where
 * there were zeros: readers pass over kinds that they do not know. */
#ifndef GPTUI_UNITE_KEPT_H
#define GPTUI_UNITE_KEPT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/build.h"
#include "unite/put.h"
#include "unite/record.h"

/* ---- what is where ---- */

#define KEEP_ANY_MAGIC "gptui-keep "
#define KEEP_MAGIC     KEEP_ANY_MAGIC "3\n"

enum {
    KEEP_ORDER = 0x01020304,
    KEEP_BINS = 512,                         /* that lie together */
    KEEP_PHASE_NAME_BYTES = 40,              /* with a 0 after it */
    KEEP_BUILD_ID_BYTES = 32,                /* at most */
    KEEP_ARC_BYTES = 32,                     /* two addresses and two counters */
    KEEP_TABLE_BYTES = 64,                   /* before the arcs of a table */
    KEEP_OLD_BYTES = 16,                     /* before those of an image that was closed */
    KEEP_NODE_BYTES = 32,                    /* twice an address, and two counters */
    KEEP_NODES_MOST = (1 << 21) - (1 << 12), /* of all tables */
    KEEP_NODE_TABLES = 16,                   /* at most */
    KEEP_WAIT_BINS = 64, /* of a range of waits: the same ones in all runs, so that they unite */
};

/* Addresses that are no code. */
enum {
    KEEP_BLOCK = 2, /* the caller of basic blocks */
    KEEP_ROOT = 2,  /* up to this: nodes that stand for frames further out (runtime/paths.h) */
};

enum keep_kind {
    KEEP_NOTHING,
    KEEP_CHUNK, /* n: part of the file, from 1 on */
    KEEP_TABLE, /* of n arcs (runtime/arcs.h) */
    KEEP_IMAGE, /* struct keep_image and its path; the last one with its number counts */
    KEEP_SUMS,  /* n counters, by enum keep_sum */
    KEEP_ABOUT, /* a message of n bytes: of the first part, for all */
    KEEP_PATHS, /* n slots of the tree of call paths (runtime/paths.h); of: the first one's number
                 */
    KEEP_TICKS, /* of: number of an image; n: where these bins are, in KEEP_BINS */
    KEEP_WAITS, /* likewise, nanoseconds */
    KEEP_PHASE, /* struct keep_phase; n: how many were before it */
    KEEP_OLD,   /* n arcs (runtime/images.h); of: number of an image */
};

struct keep_head {
    char magic[16]; /* KEEP_MAGIC */
    uint32_t order; /* KEEP_ORDER */
    uint32_t word;  /* bytes of an address */
    uint32_t rate_hz, page_bytes;
    _Atomic uint32_t n_pages;  /* that were asked for */
    _Atomic uint32_t n_parts;  /* that there ever were */
    _Atomic uint32_t n_open;   /* processes that are worth their files, and have not written them;
                                  children may be */
    _Atomic uint32_t is_full;  /* to some process no more could be given */
    _Atomic uint32_t n_moving; /* processes that are just moving counts from one place to another:
                                  whoever reads would see some twice, or not at all */
    _Atomic uint32_t n_moves;  /* that have ended */
};

struct keep_segment {
    uint64_t bytes; /* with this; 0: there is none */
    uint32_t n;
    _Atomic uint32_t kind; /* set last */
    uint64_t of;
    uint64_t none;
};

struct keep_chunk {
    _Alignas(64) struct keep_segment head;
    uintptr_t bytes;
    _Atomic uintptr_t used;    /* with this; may be more than there are */
    struct keep_chunk *before; /* of the same process */
};

enum { KEEP_IMAGE_GONE = 1, KEEP_IMAGE_OWN = 2 };

struct keep_image {
    uint64_t lo, hi, base, entry;
    uint32_t bin_shift, n_bins;
    uint32_t number; /* from 1 on: the program */
    uint32_t state;  /* KEEP_IMAGE_GONE: closed, nothing is at these addresses, or something else;
                        KEEP_IMAGE_OWN: this runtime, of whose code nobody wants to know */
    uint32_t n_build_id, n_path;
    uint8_t build_id[KEEP_BUILD_ID_BYTES];
};

/* A moment that the program named. */
struct keep_phase {
    char name[KEEP_PHASE_NAME_BYTES];     /* cut off if longer */
    _Alignas(8) uint64_t wall_ns, cpu_ns; /* since the start */
    _Atomic uint32_t is_whole;            /* all of it is written */
};

/* What there is one of in a process. */
enum keep_sum {
    KEEP_PID,
    KEEP_PARENT,
    KEEP_START_SEC,
    KEEP_BEGAN_NS,
    KEEP_DONE,  /* not 0: the process has written its files */
    KEEP_FACTS, /* by enum unite_fact_kind, times in nanoseconds; those of processes, calls and
                   ticks are found when they are read */
    N_KEEP_SUMS = KEEP_FACTS + N_UNITE_UNITED_FACTS
};

/* ---- reading ---- */

/* Segments, n bytes, which begin where addresses are multiples of 16. */
struct keep_part {
    const uint8_t *p;
    size_t n;
};

/* One process. */
struct unite_kept {
    const struct keep_part *parts; /* in the order in which they were asked for */
    size_t n_parts;
    uint32_t rate_hz;    /* > 0 */
    unsigned word_bytes; /* of an address: 4 or 8 */
    bool is_swapped;     /* numbers have the other order of bytes */

    /* Called with the number of each image, in the order of numbers, as the message gets them.
     * NULL: nobody asks. */
    void (*image)(void *ctx, uint32_t number);
    void *ctx;
};

struct kept_segment {
    const uint8_t *p;
    size_t n_bytes;
    uint32_t kind, n;
    uint64_t of;
};

/* A number at p, which is a multiple of 4. */
uint32_t unite_kept_u32(const struct unite_kept *k, const void *p);

/* The segment whose head is at p, of which there are n bytes; false: there is none. */
bool unite_kept_segment(const struct unite_kept *k, const uint8_t *p, size_t n,
                        struct kept_segment *s);

/* The next one of a part at *at, which begins with 0 and moves on; false: there is no other. */
bool unite_kept_next(const struct unite_kept *k, const struct keep_part *part, size_t *at,
                     struct kept_segment *s);

/* One of the sums; 0: it is not there. */
uint64_t unite_kept_sum(const struct unite_kept *k, enum keep_sum which);

/* Hands all of it to *b, which knows its unit already, and what was seen of its clocks to *run. All
 * texts are those in the parts. False: nothing is known of the program, or there is no memory
 * (b->failed). */
bool unite_kept_build(const struct unite_kept *k, struct unite_build *b, struct unite_run *run);

#endif
