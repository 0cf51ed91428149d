/* SPDX-License-Identifier: MIT */
/* timer: timers of the kernel's that send our signal. All may be used in handlers. */
#ifndef GPTUI_RUNTIME_TIMER_H
#define GPTUI_RUNTIME_TIMER_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Does not move: its address is how its signals are known. */
struct timer {
    _Atomic int id; /* the kernel's */
    _Atomic bool is_there;
};

/* Whose clock it goes by, and which thread gets the signal: one of the process, or that of an id.
 */
struct timer_kind {
    int clock;
    int thread; /* 0: any */
};

/* That of a thread's CPU time, which signals it. */
struct timer_kind timer_of_thread(int id);

/* A timer that does not run yet; false: there are no more, or no such clock, or no signal. */
bool timer_make(struct timer *timer, struct timer_kind kind);

/* A timer that is there sends the signal that is ours now, or none. */
void timer_make_again(struct timer *timer, struct timer_kind kind);

/* From now on it signals whenever its clock has advanced by period_ns, the first time after
 * first_ns; 0 and 0 stop it. A timer that is not there does nothing. */
void timer_run(const struct timer *timer, uint64_t first_ns, uint64_t period_ns);

void timer_delete_it(struct timer *timer);

/* Was a signal sent by this timer, and by no one else? */
bool timer_sent(const struct timer *timer, const siginfo_t *info);

#endif
