/* SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: how long work reports how far it is, and learns that it has been cancelled. */
#ifndef GPTUI_BASE_PROGRESS_H
#define GPTUI_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    /* Called every few hundredths of a second, or more often: it must be cheap. `phase` is a short
     * noun ("symbols"), done and total count the same thing (total 0: unknown). Returns false to
     * cancel the work; the worker then fails with ERR_CANCELLED. */
    bool (*step)(void *ctx, const char *phase, uint64_t done, uint64_t total);

    /* Called before and, some twenty times a second, while the work waits for somebody else;
     * `what` and `whom` make a sentence: "a FIFO", its path. Returns as step does. NULL: not
     * called. */
    bool (*wait)(void *ctx, const char *what, const char *whom);
    void *ctx;
};

/* p may be NULL: go on. */
static inline bool progress_step(const struct progress *p, const char *phase, uint64_t done,
                                 uint64_t total)
{
    return !p || !p->step || p->step(p->ctx, phase, done, total);
}

/* For many small steps, of which only some ask. */
static inline bool progress_some(const struct progress *p, const char *phase, uint64_t done,
                                 uint64_t total)
{
    return done % 4096 || progress_step(p, phase, done, total);
}

static inline bool progress_wait(const struct progress *p, const char *what, const char *whom)
{
    return !p || !p->wait || p->wait(p->ctx, what, whom);
}

#endif
