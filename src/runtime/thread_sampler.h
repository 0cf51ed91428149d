/* SPDX-License-Identifier: MIT */
/* thread_sampler: a timer, or an event of the kernel's, for each thread: where the timer of the
 * whole process ticks too slowly, or where not time is wanted.
 *
 * Kinds, the first that the kernel allows:
 *
 *     event        a counter of perf_event_open, of which every n-th event is a tick
 *     ring         such a counter of CPU time; the kernel writes the samples into a ring, which we
 *                  read now and then
 *     task clock   the same with a signal for each sample
 *     timer        of real time; of a thread that sleeps for long it stops until that wakes up
 *
 * Real time is sampled by the last. Of CPU time the last three say when to look; how much CPU time
 * has passed since is asked of the thread's CPU clock, and that is what counts. So times are right
 * at any rate, also when samples are lost.
 *
 * Nobody tells us of a thread's end: descriptors and timers of threads that the kernel no longer
 * knows are released when the next thread comes. */
#ifndef GPTUI_RUNTIME_THREAD_SAMPLER_H
#define GPTUI_RUNTIME_THREAD_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

struct sampler_event;

/* The event of a name; NULL: none has it. */
const struct sampler_event *sampler_event_find(const char *name);

const char *sampler_event_name(const struct sampler_event *event);

/* What one tick of it is, at most 14 bytes. */
const char *sampler_event_unit(const struct sampler_event *event);

/* Chooses what threads will sample by. event NULL: CPU time, or with of_wall real time. False: the
 * event is refused, *error says why, and nothing is chosen. Before there are other threads. */
bool sampler_init(const struct sampler_event *event, bool of_wall, int *error);

/* Does each thread have a sampler of its own? Else those below do nothing. */
bool sampler_is_on(void);

/* The calling thread has a sampler from now on. System calls only: safe wherever mcount is called.
 */
void sampler_attach(void);

/* In the child after fork: releases what the parent's threads had, and attaches the caller. */
void sampler_forked(void);

/* In the signal handler: ticks since the last signal of this thread, and on to the next. 0 also if
 * there is a ring: then all that was in it has been taken. */
uint64_t sampler_ticks(void);

/* Takes all samples that wait in rings: before what is to become of them changes. Somebody else may
 * be at one of them, and take its samples a moment later. Safe in handlers. */
void sampler_catch_up(void);

/* Takes all samples that wait in the calling thread's own ring. Safe in handlers. */
void sampler_catch_up_here(void);

#endif
