/* SPDX-License-Identifier: MIT */
/* images: the program and the shared libraries, and the samples that hit their code.
 *
 * Images are only ever added, at the head of a list; readers (the signal handler among them) take
 * no lock. The program itself is kept apart: most samples hit it. */
#ifndef GPTUI_RUNTIME_IMAGES_H
#define GPTUI_RUNTIME_IMAGES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image {
    uintptr_t base;   /* what was added to the addresses of the file */
    uintptr_t lo, hi; /* code as loaded; hi - lo is a multiple of the bin size */
    uintptr_t entry; /* first code that runs: stands for callers outside of the image; 0: unknown */
    unsigned bin_shift; /* a bin is 1 << bin_shift bytes of code */
    size_t n_bins;
    _Atomic uint64_t *bins; /* NULL: no memory for them */
};

/* Describes the program in *image, with bins of at least 1 << bin_shift bytes; false: it has no
 * code that we can find. Not for handlers. */
bool image_find_program(struct image *image, unsigned bin_shift);

static inline bool image_holds(const struct image *image, uintptr_t address)
{
    return address - image->lo < image->hi - image->lo;
}

/* Adds ticks to the bin of an address of the image. Any thread and handler at any time. */
static inline void image_hit(struct image *image, uintptr_t pc, uint64_t ticks)
{
    /* Relaxed: the sum is all that matters. */
    if (image->bins)
        atomic_fetch_add_explicit(&image->bins[(pc - image->lo) >> image->bin_shift], ticks,
                                  memory_order_relaxed);
}

/* All bins become 0; what other threads add meanwhile is not lost. */
void image_reset(struct image *image);

#endif
