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

void task_start(struct task *t, void (*run)(void *ctx), void *ctx)
{
    sigset_t all, before;
    *t = (struct task){.run = run, .ctx = ctx};
    sigfillset(&all); /* a thread inherits the signals that its maker blocks */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    t->is_apart = pthread_create(&t->thread, NULL, run_apart, t) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!t->is_apart)
        run(ctx);
}

void task_finish(struct task *t)
{
    if (t->is_apart)
        pthread_join(t->thread, NULL);
}

void task_both(void (*run)(void *ctx), void *first, void *second)
{
    struct task task;
    const bool apart = second && task_processors() > 1;
    if (apart)
        task_start(&task, run, second);
    run(first);
    if (apart)
        task_finish(&task);
    else if (second)
        run(second);
}

/* Pieces [0, n_taken) are done with, [n_taken, n_begun) are in the slots, made or in the making.
 * All fields but p, owner and n_slots are read and written under the lock. */
struct crew {
    const struct pieces *p;
    pthread_t owner; /* takes the results; the others are helpers */
    unsigned n_slots;
    pthread_mutex_t lock;
    pthread_cond_t made;  /* signalled when the piece that is taken next is made */
    pthread_cond_t taken; /* signalled when a slot is free, or all is over */
    size_t n_begun, n_taken;
    bool is_made[PIECES_SLOTS];
    bool stopped;
};

static bool is_over(const struct crew *c)
{
    return c->stopped || c->n_begun == c->p->n;
}

static bool may_begin(const struct crew *c)
{
    return !is_over(c) && c->n_begun - c->n_taken < c->n_slots;
}

/* This and take_next unlock while they work. */
static void make_next(struct crew *c)
{
    size_t i = c->n_begun++;
    unsigned slot = (unsigned)(i % c->n_slots);
    pthread_mutex_unlock(&c->lock);
    c->p->make(c->p->ctx, i, slot);
    pthread_mutex_lock(&c->lock);
    c->is_made[slot] = true;
    if (i == c->n_taken)
        pthread_cond_signal(&c->made);
}

static void take_next(struct crew *c)
{
    size_t i = c->n_taken;
    unsigned slot = (unsigned)(i % c->n_slots);
    pthread_mutex_unlock(&c->lock);
    bool ok = !c->p->take || c->p->take(c->p->ctx, i, slot);
    pthread_mutex_lock(&c->lock);
    c->is_made[slot] = false;
    c->n_taken++;
    c->stopped |= !ok;
    pthread_cond_signal(&c->taken);
}

/* A helper that got no thread of its own is none. */
static void help(void *ctx)
{
    struct crew *c = ctx;
    if (pthread_equal(pthread_self(), c->owner))
        return;
    pthread_mutex_lock(&c->lock);
    while (!is_over(c))
        if (may_begin(c))
            make_next(c);
        else
            pthread_cond_wait(&c->taken, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

bool pieces_run(const struct pieces *p, unsigned helpers)
{
    struct task task[PIECES_HELPERS_MOST];
    helpers = helpers < PIECES_HELPERS_MOST ? helpers : PIECES_HELPERS_MOST;
    struct crew c = {.p = p,
                     .owner = pthread_self(),
                     .n_slots = helpers ? 2 * (helpers + 1) : 1,
                     .lock = PTHREAD_MUTEX_INITIALIZER,
                     .made = PTHREAD_COND_INITIALIZER,
                     .taken = PTHREAD_COND_INITIALIZER};
    for (unsigned i = 0; i < helpers; i++)
        task_start(&task[i], help, &c);
    /* The owner makes pieces too, unless there is one to take. */
    pthread_mutex_lock(&c.lock);
    while (!c.stopped && c.n_taken < c.p->n)
        if (c.is_made[c.n_taken % c.n_slots])
            take_next(&c);
        else if (may_begin(&c))
            make_next(&c);
        else
            pthread_cond_wait(&c.made, &c.lock);
    c.n_begun = c.p->n;
    pthread_cond_broadcast(&c.taken);
    pthread_mutex_unlock(&c.lock);
    for (unsigned i = 0; i < helpers; i++)
        task_finish(&task[i]);
    pthread_cond_destroy(&c.taken);
    pthread_cond_destroy(&c.made);
    pthread_mutex_destroy(&c.lock);
    return !c.stopped;
}
