/* SPDX-License-Identifier: MIT */
/* keep: what is counted lies in pages of a file from the first call on, so that nothing is lost
 * however the process ends.
 *
 *     FILE.d/RUN.HOST.PID-N.keep    of this process, and of those that it forks
 *
 * 1. The file is mapped once, at the start, and needs neither name nor descriptor from then on:
 * what lies further on is mapped by way of the mapping that is there. A forked child counts in
 *    pages of its own of the same file, even if it has another user or root folder now.
 * 2. The file has holes. Pages are asked for in chunks before anything is written to them, so that
 * no access to them can fail; a chunk is one process's. When there is no room, or no such file,
 *    chunks are private memory.
 * 3. Whoever has written its files says so in its part; the last one unlinks the file. A lock on
 *    the file (flock) is held as long as any process has it mapped. So nothing need be done before
 *    exec: what the process becomes makes a file of its own, with the next N.
 * 4. Children that are made past libc's fork have the mapping, but do not count: rt.h says why.
 *
 * core/load/run/kept.c reads it; all numbers are as the machine has them:
 *
 *     head, one page
 *     chunks, each of whole pages: struct keep_chunk, then segments, each 32 bytes of head and what
 *     it is of. Where the first 8 bytes of a head are 0 there is none: readers go on 32 bytes
 *     later, or a page later where a chunk could begin.
 *
 * gmon.out(5) says what is in them. What comes later gets kinds of its own, and fields where there
 * were zeros: readers pass over kinds that they do not know. */
#ifndef GPTUI_RUNTIME_KEEP_H
#define GPTUI_RUNTIME_KEEP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/counter.h"
#include "runtime/look.h"

struct rt_image;

enum { KEEP_SEGMENT_BYTES = 32, KEEP_ORDER = 0x01020304 };

enum keep_kind {
    KEEP_NOTHING,
    KEEP_CHUNK, /* n: part of the file, from 1 on */
    KEEP_TABLE, /* of n arcs: slots, after room for two of them */
    KEEP_IMAGE, /* struct keep_image and its path; the last one with its number counts */
    KEEP_SUMS,  /* struct keep_sums, of n counters */
    KEEP_ABOUT, /* a message of src/unite of n bytes: of the first part, for all */
    KEEP_PATHS, /* slots of the tree of call paths; of: the first one's number */
    KEEP_TICKS, /* of: number of an image; n: where these bins are, in BINS_TOGETHER */
    KEEP_WAITS, /* likewise, nanoseconds */
    KEEP_PHASE, /* struct phase; n: how many were before it */
    KEEP_OLD,   /* struct image_arcs of n arcs; of: number of an image */
};

struct keep_head {
    char magic[16]; /* "gptui-keep 2\n" */
    uint32_t order; /* KEEP_ORDER */
    uint32_t word;  /* bytes of an address */
    uint32_t rate_hz, page_bytes;
    _Atomic uint32_t n_pages; /* that were asked for */
    _Atomic uint32_t n_parts; /* that there ever were */
    _Atomic uint32_t n_open;  /* processes that are worth their files, and have not written them;
                                 children may be */
    _Atomic uint32_t is_full; /* to some process no more could be given */
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
    _Atomic uintptr_t used; /* with this; may be more than there are */
};

struct keep_image {
    uint64_t lo, hi, base, entry;
    uint32_t bin_shift, n_bins;
    uint32_t number;  /* from 1 on */
    uint32_t is_gone; /* closed: nothing is at these addresses, or something else */
    uint32_t n_build_id, n_path;
    uint8_t build_id[32];
};

/* What a look at the clocks of the run, and at counters that are not in the file, shows: as the
 * text beside a profile has it. */
enum keep_seen {
    KEEP_WALL_NS,
    KEEP_CPU_NS,
    KEEP_LOST_CALLS,
    KEEP_ACHIEVED_HZ,
    KEEP_MISSING_SAMPLES,
    KEEP_UNKNOWN_TICKS,
    KEEP_COUNTING_TICKS,
    N_KEEP_SEEN
};

/* What there is one of in a process. */
struct keep_sums {
    struct counter pid, parent, start_sec, began_ns;
    struct counter is_done;         /* the process has written its files */
    struct counter lost_path_ticks; /* samples without room for their path */
    struct counter unknown_wait_ns; /* of these that follow, in no image */
    struct counter wait_ns[N_WAIT_KINDS];
    struct counter seen[N_KEEP_SEEN]; /* at the last look */
};

/* Makes the file, if that can be; from now on what keep_map() gives lies in it. Not for handlers.
 */
void keep_init(void);

/* Zeroed memory, which is never given back; in the file, if there is one. n, of: as the kind says.
 * NULL: there is none. Safe in handlers. */
void *keep_map(enum keep_kind kind, uint32_t n, uint64_t of, size_t bytes);

/* Writes down what is known of an image, or has changed. For one caller at a time. */
void keep_tell_image(const struct rt_image *image);

/* Writes down which run this is, and what is sampled. When the clocks run, before there are other
 * threads. */
void keep_tell_run(void);

/* Writes down what the clocks show: if that is some time ago, or now. Nothing while a dump is
 * written. Safe in handlers. */
void keep_look(void);
void keep_look_now(void);

/* Is there such a file? */
bool keep_is_on(void);

/* Before fork; and in the child: from now on what keep_map() gives is its own. */
void keep_fork(void);
void keep_forked(void);

/* The files are written: what is kept is not needed. Safe in handlers. */
void keep_end(void);

#endif
