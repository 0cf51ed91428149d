/* SPDX-License-Identifier: MIT */
/* account: what a thread's CPU clock has shown, against the samples that were taken of it. A sample
 * is worth one period; what the clock has beyond the samples is owed, and can be taken in whole
 * periods. Not more than a period is ever taken in advance. Nanoseconds. */
#ifndef GPTUI_RUNTIME_ACCOUNT_H
#define GPTUI_RUNTIME_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct account {
    uint64_t clock_ns;  /* up to here the clock was read */
    int64_t owed_ns;    /* of that, what no sample stands for; below 0: in advance */
    uint64_t credit_ns; /* of samples: less than a period */
};

static inline void account_begin(struct account *account, uint64_t clock_ns)
{
    *account = (struct account){clock_ns, 0, 0};
}

/* The clock shows this now; a value below an earlier one is ignored. */
static inline void account_pass(struct account *account, uint64_t clock_ns)
{
    if (clock_ns <= account->clock_ns)
        return;
    account->owed_ns += (int64_t)(clock_ns - account->clock_ns);
    account->clock_ns = clock_ns;
}

/* A sample of one period; false: the clock says that there was no time for it. */
static inline bool account_take(struct account *account, uint64_t period_ns)
{
    if (account->owed_ns < 0)
        return false;
    account->owed_ns -= (int64_t)period_ns;
    return true;
}

enum { ACCOUNT_SLOWNESS = 4 };

/* A sample that is worth n periods on the average, however long ago the last one was: a quarter of
 * what is owed is added, so that the sum follows the clock. The result is in whole periods; the
 * rest is kept. */
static inline uint64_t account_take_about(struct account *account, uint64_t n, uint64_t period_ns)
{
    int64_t worth_ns = (int64_t)(n * period_ns) + account->owed_ns / ACCOUNT_SLOWNESS;
    account->credit_ns += worth_ns > 0 ? (uint64_t)worth_ns : 0;
    n = account->credit_ns / period_ns;
    account->credit_ns -= n * period_ns;
    account->owed_ns -= (int64_t)(n * period_ns);
    return n;
}

/* Takes all that is owed, in whole periods. */
static inline uint64_t account_take_rest(struct account *account, uint64_t period_ns)
{
    uint64_t n = account->owed_ns > 0 ? (uint64_t)account->owed_ns / period_ns : 0;
    account->owed_ns -= (int64_t)(n * period_ns);
    return n;
}

#endif
