/* SPDX-License-Identifier: MIT */
/* thread_sampler: a sampler for each thread: where the timer of the whole process ticks too slowly,
 * or where not time is wanted.
 *
 * Kinds, the first that the kernel allows:
 *
 *     event        a counter of perf_event_open, of which every n-th event is a tick
 *     ring         such a counter of CPU time; the kernel writes the samples into a ring, which we
 *                  read now and then
 *     task clock   the same with a signal for each sample
 *     timer        of real time; of a thread that sleeps for long it stops until that wakes up
 *
 * What a sample is worth: one period, and no more ticks are taken than the thread's CPU clock shows
 * periods (struct account). Counters see user code alone, unless the kernel allows more. So what
 * the clock has beyond their samples is time in the kernel, in system calls and page faults. Where
 * the thread was then, is found out with each tick of the system's clock that the thread is running
 * at: a timer signals it, and if the kernel says that it was the thread's time in the kernel that
 * went on (getrusage), all that is owed is booked where the signal finds it. What is still owed at
 * the end has no place.
 *
 * A timer looks at the clock only now and then: each of its samples stands for all that is owed.
 *
 * Threads begin without, and many end so, at no cost: a timer of the whole process, with the
 * system's tick, samples those that it finds, each time for what such threads have used since the
 * last one, as far as the thread's own clock allows it. A thread that is found when it has used 10
 * milliseconds gets a sampler then. Where the kernel does not send that timer's signal to the
 * thread that runs, threads begin with one.
 *
 * The end of a thread is not reported to us: descriptors and timers of threads that the kernel no
 * longer knows are released when the next thread comes. */
#ifndef GPTUI_RUNTIME_THREAD_SAMPLER_H
#define GPTUI_RUNTIME_THREAD_SAMPLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/perf.h"

/* Chooses what threads will sample by. event NULL: CPU time. tick_ns: of the system's clock.
 * is_lazy: threads may begin without, rt.timer finds the one that runs. False: the event is
 * refused, *error says why, and nothing is chosen. Before there are other threads. */
bool sampler_init(const struct sampler_event *event, uint64_t tick_ns, bool is_lazy, int *error);

/* Does each thread have a sampler of its own? Else those below do nothing, and
 * remember only which threads may make no system calls. */
bool sampler_is_on(void);

/* How many threads have one; some of them may have ended. Safe in handlers. */
unsigned sampler_threads(void);

/* The timer of the process, rt.timer, begins to find threads that have no sampler yet; or stops. */
void sampler_run_process(bool on);

/* In the handler: it has found the calling thread. */
void sampler_on_process_tick(unsigned n_overrun, const void *context);

/* The calling thread is about to give up all system calls but a few (seccomp): from now on the
 * process's tick samples it, where there is one. Not for handlers. */
void sampler_go_strict(void);

/* May the calling thread make system calls that others make? Safe in handlers. */
bool sampler_may_call(void);

/* The calling thread has a sampler from now on, or gets one when it needs it. System calls only:
 * safe wherever mcount is called.
 */
void sampler_attach(void);

/* In the child after fork: releases what the parent's threads had, and attaches the caller. */
void sampler_forked(void);

/* In the signal handler: takes the samples that a signal stands for. False: it is not from the
 * calling thread's sampler. context: the handler's. */
bool sampler_on_signal(const siginfo_t *info, const void *context);

/* Takes all samples that wait in rings: before what is to become of them changes. Somebody else may
 * be at one of them, and take its samples a moment later. Safe in handlers. */
void sampler_catch_up(void);

/* As sampler_catch_up(); and for time that is owed no place is looked for any more: what comes next
 * is not counted like it. Safe in handlers. */
void sampler_settle(void);

/* What the calling thread does between these two is not the program's work: its samples are
 * dropped, and nothing is owed for it. Safe in handlers. */
void sampler_pause(void);
void sampler_go_on(void);

#endif
