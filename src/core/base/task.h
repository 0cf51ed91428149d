/* SPDX-License-Identifier: GPL-3.0-or-later */
/* task: work that another thread does meanwhile, where there is a processor for it. */
#ifndef GPTUI_BASE_TASK_H
#define GPTUI_BASE_TASK_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"

/* How many threads are worth having: processors that this program may use, 1 at least. */
unsigned task_processors(void);

struct task {
    void (*run)(void *ctx);
    void *ctx;
    pthread_t thread;
    bool is_apart; /* `thread` runs it */
};

/* Run run(ctx) in a thread of its own, in which no signal arrives; or now, before this returns, if
 * there is no thread to be had. Nothing fails: run reports failures in
 * ctx, which nobody else may touch until task_finish. Threads pay from about a millisecond of work
 * on. t stays where it is until then. */
void task_start(struct task *t, void (*run)(void *ctx), void *ctx);

/* Wait for its end. Once for every task_start, on every path. */
void task_finish(struct task *t);

/* run(first), and run(second) in another thread meanwhile, or after it; second NULL: there is none.
 */
void task_both(void (*run)(void *ctx), void *first, void *second);

/* Several threads make pieces of work, and one takes the results in order.
 *
 * The results wait in slots, of which there are a few: what a piece makes may be large. */

/* Data of a slot begins at a multiple of this number of bytes: threads that write to one line of
 * the cache wait for each other, and lines come in pairs. */
enum { PIECES_APART = 128 };

enum { PIECES_HELPERS_MOST = 3, PIECES_SLOTS = 2 * (PIECES_HELPERS_MOST + 1) };

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
