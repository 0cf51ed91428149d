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

/* What the kernel says of a thread: CPU time, as exactly as its clock ticks, and how often it
 * slept.
 */
struct thread_use {
    uint64_t user_us, system_us;
    unsigned long n_sleeps;
};

/* Has the kernel had a tick of its clock between the two? Each tick is the kernel's or the user's;
 * what getrusage gives are the shares of all ticks so far, times the thread's CPU clock. A tick in
 * the kernel raises its share above what it had of the time since by a tick times the user's share,
 * as far as there was that time: half of that decides. A busy host may have taken the tick away:
 * then shares are as before, and nothing is known. tick_us 0: any more than its share of before
 * will do. */
static inline bool account_of_kernel(const struct thread_use *before, const struct thread_use *now,
                                     uint64_t tick_us)
{
    uint64_t more = now->system_us - before->system_us;
    uint64_t more_of_all = more + now->user_us - before->user_us;
    uint64_t all_before = before->user_us + before->system_us;
    if (all_before == 0)
        return more * 2 > more_of_all;
    if (more == 0 || more * all_before < before->system_us * more_of_all)
        return false;
    uint64_t above = more * all_before - before->system_us * more_of_all;
    uint64_t rounding = all_before, most_us = more_of_all < tick_us ? more_of_all : tick_us;
    return above + rounding >= before->user_us * most_us / 2;
}

#endif
