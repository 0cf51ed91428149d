/* SPDX-License-Identifier: MIT */
/* timer: timers of the kernel's that send our signal. All may be used in handlers. */
#ifndef GPTUI_RUNTIME_TIMER_H
#define GPTUI_RUNTIME_TIMER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Does not move: its address is how its signals are known. */
struct timer {
    int id; /* the kernel's */
    bool is_there;
};

/* Which thread gets the signal: any of the process, or the one that calls. */
enum timer_target { TIMER_PROCESS, TIMER_THREAD };

/* A timer that does not run yet; false: there are no more, or no such clock. */
bool timer_make(struct timer *timer, int clock, enum timer_target target);

/* From now on it signals whenever its clock has advanced by period_ns, the first time after
 * first_ns; 0 and 0 stop it. A timer that is not there does nothing. */
void timer_run(const struct timer *timer, uint64_t first_ns, uint64_t period_ns);

void timer_delete_it(struct timer *timer);

/* Was a signal sent by this timer, and by no one else? */
bool timer_sent(const struct timer *timer, const siginfo_t *info);

#endif
