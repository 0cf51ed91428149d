/* SPDX-License-Identifier: MIT */
/* images: the program and its shared libraries, and the samples that hit their code.
 *
 * 1. Images are only added, at the head of a list, never taken away: the signal handler walks it
 *    without a lock. The program itself stands apart, because most samples hit it.
 * 2. A library that was closed is marked as gone and keeps its samples, and its arcs, which are
 * then the file's own addresses. Opened again, it goes on with them, wherever it lies now.
 * 3. Only images_find(), images_find_run() and images_settle() change images, each for one caller
 * at a time (dump.c).
 * 4. Bins come in pages that are made when one of them is first hit.
 * 5. Where a call, a sample or a wait is in no known image, a library may have come: it is looked
 * for at once (dump.c). What is in none all the same is only counted. */
#ifndef GPTUI_RUNTIME_IMAGES_H
#define GPTUI_RUNTIME_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/arcs.h"
#include "runtime/counter.h"
#include "unite/kept.h"

enum { IMAGE_PATH_BYTES = 4096, BINS_TOGETHER = KEEP_BINS, BUILD_ID_MOST = KEEP_BUILD_ID_BYTES };

/* Counters by bin: pages of BINS_TOGETHER, NULL where none was hit. */
struct image_bins {
    struct counter *_Atomic *pages; /* NULL: no memory */
};

/* Calls in a library that was closed: addresses of the file. A count of 0 was reset. */
struct image_arcs {
    struct image_arcs *next;
    size_t n;
    _Alignas(KEEP_OLD_BYTES) struct rt_arc arcs[];
};

struct rt_image {
    struct rt_image *next;
    _Atomic bool is_gone;
    unsigned seen;      /* number of the last update that found it */
    uintptr_t base;     /* what was added to the addresses of the file */
    uintptr_t lo, hi;   /* code as loaded; hi - lo is a multiple of the bin size */
    uintptr_t entry;    /* first code that runs: stands for callers elsewhere; 0: unknown */
    unsigned bin_shift; /* a bin is 1 << bin_shift bytes of code */
    size_t n_bins;
    struct image_bins bins;   /* ticks */
    struct counter n_ticks;   /* in all bins: they need not be read to know that there are none */
    struct image_bins waits;  /* nanoseconds */
    struct counter n_wait_ns; /* in all of them */
    struct image_arcs *old;   /* of times when it was loaded before */
    uint32_t number;          /* from 1 on: as it is kept */
    /* The sorted table of functions that it has for exceptions, and where that is in the file; 0:
     * none. And what may be read in place: nothing, if the image may go. */
    uintptr_t table, n_table, table_in_file;
    uintptr_t read_lo, read_hi;
    size_t n_build_id; /* bytes; 0: it has none */
    uint8_t build_id[BUILD_ID_MOST];
    char path[IMAGE_PATH_BYTES]; /* of the file; without a slash: there is none */
};

struct rt_images {
    struct rt_image program; /* no code found: n_bins is 0 */
    struct rt_image *_Atomic libraries;
    struct counter n_unknown_ticks; /* in none of them */
    _Atomic bool is_frozen;         /* samples are not taken any more */
    uint32_t n_numbers;             /* images that have numbers */
    unsigned n_updates;
    struct {
        unsigned long long n_came, n_went; /* modules, by the dynamic loader's count */
    } last;                                /* when libraries were last looked for */
    bool with_libraries;                   /* their samples are counted */
    bool may_go;           /* libraries that are found now: they were not there at the start */
    struct rt_image found; /* this and the next: of who looks for libraries */
    char line[IMAGE_PATH_BYTES + 100];
};

/* Finds the program and what is loaded with it, whose samples are counted if asked. False: the
 * program has no code that we can find. Not for handlers. */
bool images_init(struct rt_images *images, bool with_libraries);

/* Finds libraries that came. Waits for the dynamic loader: so the caller holds no lock that a
 * signal handler may wait for. Not for handlers. */
void images_find(struct rt_images *images);

/* After images_find(): marks libraries that went. */
void images_settle(struct rt_images *images);

/* Instead of both, without the dynamic loader: finds libraries that came and whose code has run, at
 * pc or by arcs. No library may go meanwhile. Safe in handlers. */
void images_find_run(struct rt_images *images, uintptr_t pc);

/* Takes a sample in an image, NULL: in none. Any thread and handler at any time. */
void images_hit(struct rt_images *images, struct rt_image *image, uintptr_t pc, uint64_t ticks);

/* The image whose code is loaded at an address; NULL: none is known. Any thread at any time. */
struct rt_image *images_at(struct rt_images *images, uintptr_t pc);

/* Takes a wait in an image; false: it has no bins. One caller at a time. */
bool images_wait(struct rt_image *image, uintptr_t pc, uint64_t ns);

/* Writes down all of them (runtime/keep.h). */
void images_tell(const struct rt_images *images);

/* In the child after fork: what is counted from now on is its own. */
void images_forked(struct rt_images *images);

/* All samples are forgotten, and arcs of closed libraries; what other threads add meanwhile is
 * not lost. Safe in handlers. */
void images_reset(struct rt_images *images);

/* All ticks there are, and of those the ones in no known image. Samples that are being taken may be
 * in a sum and not yet in its parts. */
uint64_t images_ticks(const struct rt_images *images, uint64_t *unknown);

/* Does loaded code of the image cover an address? Not if it is gone. */
bool image_holds(const struct rt_image *image, uintptr_t address);

#endif
