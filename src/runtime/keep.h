/* SPDX-License-Identifier: MIT */
/* keep: what is counted, in pages of a file, so that nothing is lost when the process ends without
 * notice: by SIGKILL, for want of memory, at the limit of a batch system.
 *
 * The file is that of another process of the run with .keep after its name. Room is reserved before
 * it is mapped, so that no access to it can fail. It goes away when the profile is written at the
 * end. core/load/gmon/keep.c reads it; all numbers are as the machine has them.
 *
 *     head, one page
 *     segments, each of whole pages: its head, 64 bytes, and a table of arcs or an image with bins
 */
#ifndef GPTUI_RUNTIME_KEEP_H
#define GPTUI_RUNTIME_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KEEP_SEGMENT_BYTES = 64, KEEP_IMAGE_BYTES = 4224, KEEP_ORDER = 0x01020304 };

enum keep_kind { KEEP_NOTHING, KEEP_TABLE, KEEP_IMAGE };

struct keep_head {
    char magic[16]; /* "gptui-keep 1\n" */
    uint32_t order; /* KEEP_ORDER */
    uint32_t word;  /* bytes of an address */
    uint32_t rate_hz, page_bytes;
};

struct keep_segment {
    uint64_t bytes;        /* with this; 0: there is none, and no other after it */
    uint32_t n;            /* slots or bins */
    _Atomic uint32_t kind; /* set last */
    struct keep_segment *next;
};

/* Before the bins of an image; KEEP_IMAGE_BYTES. */
struct keep_image {
    uint64_t lo, hi, base, entry;
    uint32_t bin_shift, n_build_id;
    uint8_t build_id[32];
    char path[4096];
};

/* Makes the file; from now on what keep_map() gives lies in it. Not for handlers. */
void keep_init(void);

/* Zeroed memory as sys_map() gives it, which is never given back; in the file, if there is one. */
void *keep_map(enum keep_kind kind, size_t n, size_t bytes);

/* Is there such a file? */
bool keep_is_on(void);

/* In the child after fork: what it has becomes a copy of its own. False: there is no memory for it,
 * and nothing must be counted. */
bool keep_forked(void);

/* The profile is written: the file goes away. Safe in handlers. */
void keep_end(void);

#endif
