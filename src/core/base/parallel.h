/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parallel: several threads make pieces of work, and one takes the results in order.
 *
 * The results wait in slots, of which there are a few: what a piece makes may be large. */
#ifndef GPTUI_BASE_PARALLEL_H
#define GPTUI_BASE_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"

/* Data of a slot begins at a multiple of this number of bytes: threads that write to one line of
 * the cache wait for each other, and lines come in pairs. */
enum { PIECES_APART = 128 };

enum { PIECES_HELPERS_MOST = 3, PIECES_SLOTS = 2 * (PIECES_HELPERS_MOST + 1) };

/* The number of slots that are used with `helpers` other threads: 1 to PIECES_SLOTS. */
unsigned pieces_slots(unsigned helpers);

struct pieces {
    size_t n;
    /* Make piece i in `slot`, which nobody else uses until the piece is taken. In any thread. */
    void (*make)(void *ctx, size_t i, unsigned slot);
    /* Take piece i out of `slot`. In the thread of pieces_run, in order. False: stop. NULL: all is
     * done when it is made. */
    bool (*take)(void *ctx, size_t i, unsigned slot);
    void *ctx;
};

/* Make and take all pieces, with at most `helpers` other threads; with 0, or where no thread is to
 * be had, one piece is made when the one before it is taken. False if `take` said so: then no
 * further piece is taken, but some may have been made. */
bool pieces_run(const struct pieces *p, unsigned helpers) ATTR_MUST_USE;

#endif
