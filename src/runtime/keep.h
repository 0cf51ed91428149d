/* SPDX-License-Identifier: MIT */
/* keep: what is counted, in pages of a file, so that nothing is lost when the process ends without
 * notice: by SIGKILL, for want of memory, at the limit of a batch system.
 *
 * The file is that of another process of the run with .keep after its name. Room is reserved before
 * it is mapped, so that no access to it can fail. It goes away when the profile is written at the
 * end. core/load/gmon/keep.c reads it; all numbers are as the machine has them.
 *
 *     head, one page
 *     segments, each of whole pages: its head, 64 bytes, and what it is of
 *
 * gmon.out(5) says what is in them. What comes later gets kinds of its own, and fields where there
 * were zeros: readers pass over kinds that they do not know. */
#ifndef GPTUI_RUNTIME_KEEP_H
#define GPTUI_RUNTIME_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/counter.h"
#include "runtime/look.h"

enum { KEEP_SEGMENT_BYTES = 64, KEEP_IMAGE_BYTES = 4224, KEEP_ORDER = 0x01020304 };

enum keep_kind {
    KEEP_NOTHING,
    KEEP_TABLE, /* of arcs: slots, after room for two of them */
    KEEP_IMAGE, /* struct keep_image, and its bins */
    KEEP_RUN,   /* struct keep_sums, and the first lines of the text about the run, up to a zero */
    KEEP_PATHS, /* slots of the tree of call paths */
    KEEP_WAITS, /* of an image: nanoseconds by bin */
    KEEP_PHASES /* struct phase, in the order in which they began */
};

struct keep_head {
    char magic[16]; /* "gptui-keep 1\n" */
    uint32_t order; /* KEEP_ORDER */
    uint32_t word;  /* bytes of an address */
    uint32_t rate_hz, page_bytes;
};

struct keep_segment {
    uint64_t bytes;        /* with this; 0: there is none, and no other after it */
    uint32_t n;            /* slots, bins or sums */
    _Atomic uint32_t kind; /* set last */
    struct keep_segment *next;
    _Alignas(8) uint64_t of; /* the first slot; or the number of the image */
};

/* Before the bins of an image; KEEP_IMAGE_BYTES. */
struct keep_image {
    uint64_t lo, hi, base, entry;
    uint32_t bin_shift, n_build_id;
    uint8_t build_id[32];
    char path[4096];
    uint32_t number;          /* from 1 on */
    _Atomic uint32_t is_gone; /* closed: nothing is at these addresses, or something else */
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
    KEEP_NONE, /* older runtimes had ticks in the kernel */
    KEEP_COUNTING_TICKS,
    N_KEEP_SEEN
};

/* What there is one of in a run. */
struct keep_sums {
    struct counter lost_path_ticks; /* samples without room for their path */
    struct counter none;            /* older runtimes lost samples */
    struct counter unknown_wait_ns; /* of these that follow, in no image */
    struct counter wait_ns[N_WAIT_KINDS];
    struct counter seen[N_KEEP_SEEN]; /* at the last look */
};

/* Makes the file; from now on what keep_map() gives lies in it. Not for handlers. */
void keep_init(void);

/* Zeroed memory as sys_map() gives it, which is never given back; in the file, if there is one. n,
 * of: as in struct keep_segment. Safe in handlers. */
void *keep_map(enum keep_kind kind, size_t n, uint64_t of, size_t bytes);

/* Writes down which run this is, and what is sampled; rt.sums and rt.phases are in the file from
 * now on. When the clocks run, before there are other threads. */
void keep_tell_run(void);

/* Writes down what the clocks show: if that is some time ago, or now. Nothing while a dump is
 * written. Safe in handlers. */
void keep_look(void);
void keep_look_now(void);

/* Is there such a file? */
bool keep_is_on(void);

/* In the child after fork: what it has becomes a copy of its own. False: there is no memory for it,
 * and nothing must be counted. */
bool keep_forked(void);

/* The profile is written: the file goes away. Safe in handlers. */
void keep_end(void);

#endif
