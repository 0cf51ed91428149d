/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* sched_getaffinity */
#include "core/base/task.h"

#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* One system call, where sysconf reads a file. */
unsigned task_processors(void)
{
#ifdef CPU_COUNT
    cpu_set_t ours;

    if (sched_getaffinity(0, sizeof ours, &ours) == 0)
        return CPU_COUNT(&ours) > 1 ? (unsigned)CPU_COUNT(&ours) : 1;
#endif
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 1 ? (unsigned)n : 1;
}

static void *run_apart(void *arg)
{
    struct task *t = arg;
    t->run(t->ctx);
    return NULL;
}

void task_start(struct task *t, void (*run)(void *ctx), void *ctx, bool apart)
{
    sigset_t all, before;
    *t = (struct task){.run = run, .ctx = ctx};
    if (apart) { /* a thread inherits the signals that its maker blocks */
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        t->is_apart = pthread_create(&t->thread, NULL, run_apart, t) == 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    if (!t->is_apart)
        run(ctx);
}

void task_finish(struct task *t)
{
    if (t->is_apart)
        pthread_join(t->thread, NULL);
}
