/* SPDX-License-Identifier: MIT */
/* account: what a CPU clock has shown, against the samples that were taken of it; and when the next
 * one is due. Nanoseconds.
 *
 * Of each period one moment is chosen at random, so that no program keeps step with its samples,
 * and all that has passed is in the samples but for a period or two. The kernel looks at CPU clocks
 * with each tick of its own clock: the first tick after the moment takes the sample. Moments are a
 * tick early, so that a thread which lives for less is found as often as its time is worth. At a
 * sample a tick there is nothing to choose. */
#ifndef GPTUI_RUNTIME_ACCOUNT_H
#define GPTUI_RUNTIME_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>

struct account_pace {
    uint64_t period_ns;
    uint64_t tick_ns; /* 0: the clock is looked at at any time */
};

struct account {
    uint64_t clock_ns; /* up to here the clock was read */
    int64_t owed_ns;   /* of that, what no sample stands for; below 0: they stand for more */
    int64_t due_ns;    /* when that much is owed, the next sample is due */
    uint32_t random;
};

/* Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003. */
static inline uint32_t random_next(uint32_t *state)
{
    uint32_t x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

static inline void account_choose(struct account *account, const struct account_pace *pace)
{
    int64_t at = (int64_t)(pace->period_ns * random_next(&account->random) >> 32);
    account->due_ns = pace->period_ns <= pace->tick_ns ? 0 : at - (int64_t)pace->tick_ns;
}

static inline void account_begin(struct account *account, uint64_t clock_ns, uint32_t seed,
                                 const struct account_pace *pace)
{
    *account = (struct account){.clock_ns = clock_ns, .random = seed | 1};
    account_choose(account, pace);
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

/* Takes a sample: it stands for all periods whose moments have passed. */
static inline uint64_t account_take(struct account *account, const struct account_pace *pace)
{
    uint64_t n = account_take_rest(account, pace->period_ns);
    if (n != 0)
        account_choose(account, pace);
    for (; account->owed_ns >= account->due_ns; n++) {
        account->owed_ns -= (int64_t)pace->period_ns;
        account_choose(account, pace);
    }
    return n;
}

/* How far the clock has to advance from now until the next sample is due. */
static inline uint64_t account_next(const struct account *account, const struct account_pace *pace)
{
    const int64_t least_ns = pace->tick_ns ? 1 : 20000;
    int64_t ns = account->due_ns - account->owed_ns;
    return (uint64_t)(ns < least_ns ? least_ns : ns);
}

#endif
