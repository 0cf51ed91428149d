/* SPDX-License-Identifier: MIT */
/* sampling: what takes samples: a sampler for each thread. A timer of the whole process would do
 * with fewer, but the kernel gives its signal to whichever thread looks first: of two that run
 * beside each other one got 75 % of the samples.
 *
 * It is a timer of the thread's CPU clock, which the kernel looks at with each tick of its own: it
 * never comes while the thread sleeps. A signal that finds the thread in the kernel waits for its
 * end, and so finds the place that called the kernel: that gets all the time that has passed since
 * the last sample (struct account). Or it is a counter of perf_event_open, of which every n-th
 * event is a tick, or which is a clock that is not bound to the kernel's ticks.
 *
 * Nobody but its thread, and handlers in it, writes to a sampler. The end of a thread is not
 * reported to us: descriptors and timers of threads that the kernel no longer knows are released
 * when the next thread comes. */
#ifndef GPTUI_RUNTIME_SAMPLING_H
#define GPTUI_RUNTIME_SAMPLING_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/perf.h"

/* As many samples as there can be are enough. Before anybody asks for the rate. */
void clock_find_rate(void);

/* Installs the handler; threads have samplers from now on. If the kernel has none for us, samples
 * are missing. Before there are other threads; before that, those below do nothing. */
void clock_init(void);

/* Counting and sampling begin after `ms` milliseconds of real time. Safe in handlers. */
void clock_delay(unsigned ms);

/* Timers and counters send the signal that is ours now; with none they stop. */
void clock_move(void);

/* ---- the samplers of threads ---- */

/* How many threads have one; some of them may have ended. Safe in handlers. */
unsigned sampler_threads(void);

/* The calling thread has a sampler from now on. System calls only: safe wherever mcount is called.
 */
void sampler_attach(void);

/* In the child after fork: releases what the parent's threads had, and attaches the caller. */
void sampler_forked(void);

/* The calling thread's counter runs or stops, as before it becomes another program, which a signal
 * would end; timers of threads go on, and count nothing. */
void sampler_run(bool on);

/* What the calling thread has used up to now has no place: what comes next is not counted like it.
 * Safe in handlers. */
void sampler_settle(void);

/* What the calling thread does between these two is not the program's work: its samples are
 * dropped, and nothing is owed for it. Safe in handlers. */
void sampler_pause(void);
void sampler_go_on(void);

#ifdef GPTUI_RT_TESTS
/* For programs, where samples are those that they ask for (asked=on): the signal that the calling
 * thread takes for one, and what comes with it; 0: there is none. And how many any samples are. */
__attribute__((visibility("default"))) int gptui_rt_sample_signal(siginfo_t *info);
__attribute__((visibility("default"))) unsigned long long gptui_rt_samples(void);
#endif

#endif
