/* SPDX-License-Identifier: MIT */
/* account: what a thread's CPU clock has shown, against the samples that were taken of it: what is
 * beyond them is owed, and taken in whole periods. Nanoseconds. */
#ifndef GPTUI_RUNTIME_ACCOUNT_H
#define GPTUI_RUNTIME_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct account {
    uint64_t clock_ns; /* up to here the clock was read */
    int64_t owed_ns;   /* of that, what no sample stands for */
};

static inline void account_begin(struct account *account, uint64_t clock_ns)
{
    *account = (struct account){clock_ns, 0};
}

/* The clock shows this now; a value below an earlier one is ignored. */
static inline void account_pass(struct account *account, uint64_t clock_ns)
{
    if (clock_ns <= account->clock_ns)
        return;
    account->owed_ns += (int64_t)(clock_ns - account->clock_ns);
    account->clock_ns = clock_ns;
}

/* Takes all that is owed, in whole periods. */
static inline uint64_t account_take_rest(struct account *account, uint64_t period_ns)
{
    uint64_t n = account->owed_ns > 0 ? (uint64_t)account->owed_ns / period_ns : 0;
    account->owed_ns -= (int64_t)(n * period_ns);
    return n;
}

#endif
