/* SPDX-License-Identifier: GPL-3.0-or-later */
/* task: work that another thread does meanwhile, where there is a processor for it. */
#ifndef GPTUI_BASE_TASK_H
#define GPTUI_BASE_TASK_H

#include <pthread.h>
#include <stdbool.h>

/* How many threads are worth having: processors that this program may use, 1 at least. */
unsigned task_processors(void);

struct task {
    void (*run)(void *ctx);
    void *ctx;
    pthread_t thread;
    bool is_apart; /* `thread` runs it */
};

/* Run run(ctx) in a thread of its own, in which no signal arrives; or now, before this returns, if
 * apart is false or there is no thread to be had. Nothing fails: run reports failures in
 * ctx, which nobody else may touch until task_finish. Threads pay from about a millisecond of work
 * on. t stays where it is until then. */
void task_start(struct task *t, void (*run)(void *ctx), void *ctx, bool apart);

/* Wait for its end. Once for every task_start, on every path. */
void task_finish(struct task *t);

#endif
